// node/v1 of Kubernetes 1.36.3. Generated from the server's OpenAPI by tools/generate-types; do not edit.

import { type Kind, defineKind } from "../../meta/kind.ts";
import type { KubeObject } from "../../meta/object.ts";
import type * as core from "../core/v1.ts";

/** Overhead structure represents the resource overhead associated with running a pod. */
export interface Overhead {
  /** podFixed represents the fixed resource overhead associated with running a pod. */
  podFixed?: Record<string, string>;
}

/**
 * RuntimeClass defines a class of container runtime supported in the cluster. The RuntimeClass is used to determine
 * which container runtime is used to run all containers in a pod. RuntimeClasses are manually defined by a user or
 * cluster provisioner, and referenced in the PodSpec. The Kubelet is responsible for resolving the RuntimeClassName
 * reference before running the pod.  For more details, see
 * https://kubernetes.io/docs/concepts/containers/runtime-class/
 */
export interface RuntimeClass extends KubeObject {
  apiVersion: "node.k8s.io/v1";
  kind: "RuntimeClass";
  /**
   * handler specifies the underlying runtime and configuration that the CRI implementation will use to handle pods of
   * this class. The possible values are specific to the node & CRI configuration.  It is assumed that all handlers are
   * available on every node, and handlers of the same name are equivalent on every node. For example, a handler called
   * "runc" might specify that the runc OCI runtime (using native Linux containers) will be used to run the containers
   * in a pod. The Handler must be lowercase, conform to the DNS Label (RFC 1123) requirements, and is immutable.
   */
  handler: string;
  /**
   * overhead represents the resource overhead associated with running a pod for a given RuntimeClass. For more details,
   * see
   * https://kubernetes.io/docs/concepts/scheduling-eviction/pod-overhead/
   */
  overhead?: Overhead;
  /**
   * scheduling holds the scheduling constraints to ensure that pods running with this RuntimeClass are scheduled to
   * nodes that support it. If scheduling is nil, this RuntimeClass is assumed to be supported by all nodes.
   */
  scheduling?: Scheduling;
}
export const RuntimeClass: Kind<RuntimeClass> = /* @__PURE__ */ defineKind<RuntimeClass>({ group: "node.k8s.io", version: "v1", kind: "RuntimeClass", plural: "runtimeclasses", scope: "Cluster" });

/** Scheduling specifies the scheduling constraints for nodes supporting a RuntimeClass. */
export interface Scheduling {
  /**
   * nodeSelector lists labels that must be present on nodes that support this RuntimeClass. Pods using this
   * RuntimeClass can only be scheduled to a node matched by this selector. The RuntimeClass nodeSelector is merged with
   * a pod's existing nodeSelector. Any conflicts will cause the pod to be rejected in admission.
   */
  nodeSelector?: Record<string, string>;
  /**
   * tolerations are appended (excluding duplicates) to pods running with this RuntimeClass during admission,
   * effectively unioning the set of nodes tolerated by the pod and the RuntimeClass.
   */
  tolerations?: core.Toleration[];
}
