import { type CustomResource, defineKind, type Int32 } from "@kubewright/api";

// +kubebuilder:rbac:groups=apps,resources=deployments
// +kubebuilder:rbac:groups=apps,resource=deployments,verbs=get
// +kubebuilder:rbac:groups=apps,resources=deployments,verbs=get,list
// +kubebuilder:rbac:verbs=get

export interface SampleSpec {
  size: Int32;
}

/**
 * Sample shows what the code generator makes of its spec.
 * +kubebuilder:object:root=true
 */
export interface Sample extends CustomResource<SampleSpec> {}
export const Sample = defineKind<Sample>({ group: "wrong-rbac.example.com", version: "v1", kind: "Sample" });
