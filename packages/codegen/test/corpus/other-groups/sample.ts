import { type CustomResource, defineKind } from "@kubewright/api";
import type { DeploymentStrategy } from "@kubewright/api/apps/v1";
import type { MetricSpec } from "@kubewright/api/autoscaling/v2";
import type { ServiceSpec } from "@kubewright/api/core/v1";
import type { IngressSpec, NetworkPolicySpec } from "@kubewright/api/networking/v1";
import type { PodDisruptionBudgetSpec } from "@kubewright/api/policy/v1";
import type { PolicyRule } from "@kubewright/api/rbac/v1";

export interface SampleSpec {
  strategy?: DeploymentStrategy;
  rules?: PolicyRule[];
  ingress?: IngressSpec;
  policy?: NetworkPolicySpec;
  budget?: PodDisruptionBudgetSpec;
  metrics?: MetricSpec[];
  service?: ServiceSpec;
}

/**
 * Sample shows what the code generator makes of its spec.
 * +kubebuilder:object:root=true
 */
export interface Sample extends CustomResource<SampleSpec> {}
export const Sample = defineKind<Sample>({ group: "other-groups.example.com", version: "v1", kind: "Sample" });
