import { type CustomResource, defineKind } from "@kubewright/api";
import type { ContainerPort, EnvFromSource, EnvVar, Probe, SecurityContext, Toleration } from "@kubewright/api/core/v1";

export interface SampleSpec {
  /**
   * Env of the container.
   * +listType=map
   * +listMapKey=name
   */
  env?: EnvVar[];
  envFrom?: EnvFromSource[];
  ports?: ContainerPort[];
  probe?: Probe;
  securityContext?: SecurityContext;
  tolerations?: Toleration[];
  /** Service Type string describes ingress methods for a service */
  serviceType?: string;
  /** PullPolicy describes a policy for if/when to pull a container image */
  pullPolicy?: string;
}

/**
 * Sample shows what the code generator makes of its spec.
 * +kubebuilder:object:root=true
 */
export interface Sample extends CustomResource<SampleSpec> {}
export const Sample = defineKind<Sample>({ group: "environment.example.com", version: "v1", kind: "Sample" });
