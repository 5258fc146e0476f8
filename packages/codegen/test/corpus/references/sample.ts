import { type CustomResource, defineKind, type OwnerReference } from "@kubewright/api";
import type {
  ConfigMapKeySelector,
  LocalObjectReference,
  ObjectReference,
  SecretKeySelector,
  SecretReference,
  TypedLocalObjectReference,
} from "@kubewright/api/core/v1";

export interface SampleSpec {
  secret: SecretReference;
  local: LocalObjectReference;
  key?: SecretKeySelector;
  configKey?: ConfigMapKeySelector;
  object: ObjectReference;
  typed: TypedLocalObjectReference;
  owner?: OwnerReference;
  pullSecrets?: LocalObjectReference[];
}

/**
 * Sample shows what the code generator makes of its spec.
 * +kubebuilder:object:root=true
 */
export interface Sample extends CustomResource<SampleSpec> {}
export const Sample = defineKind<Sample>({ group: "references.example.com", version: "v1", kind: "Sample" });
