import type { Clock } from "@kubewright/api";
import type { Manager } from "@kubewright/runtime";

/** What built-in controllers share. */
export interface ControllerContext {
  /** Runs the controller; its client writes as `kube-controller-manager`. */
  readonly manager: Manager;
  readonly clock: Clock;
  /** From 0 up to, not including, 1. */
  readonly random: () => number;
  /** The certificate that pods are to trust the API server by, PEM; absent: the root CA config map is not published. */
  readonly rootCertificate?: string | undefined;
}

/** A controller that clusters have built in, under kube-controller-manager's name. */
export interface ClusterController {
  readonly name: ControllerName;
  /** Adds itself to the manager, before that starts. */
  addTo(context: ControllerContext): void;
}

export type ControllerName =
  | "deployment-controller"
  | "disruption-controller"
  | "endpointslice-controller"
  | "garbage-collector-controller"
  | "namespace-controller"
  | "node-lifecycle-controller"
  | "replicaset-controller"
  | "root-ca-certificate-publisher-controller"
  | "serviceaccount-controller"
  | "scheduler";
