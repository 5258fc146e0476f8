import { type CustomResource, defineKind, type QuantityText } from "@kubewright/api";

export interface SampleSpec {
  /** Memory that it gets. */
  memory: QuantityText;
  cpu?: QuantityText;
  limits?: Record<string, QuantityText>;
  list?: QuantityText[];
  // +kubebuilder:validation:XIntOrString
  // +kubebuilder:validation:Pattern=`^\d+Gi$`
  whole: QuantityText;
}

/**
 * Sample shows what the code generator makes of its spec.
 * +kubebuilder:object:root=true
 */
export interface Sample extends CustomResource<SampleSpec> {}
export const Sample = defineKind<Sample>({ group: "quantities.example.com", version: "v1", kind: "Sample" });
