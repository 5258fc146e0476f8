import type { Int32 as Integer } from "@kubewright/operator";
import * as operator from "@kubewright/operator";

export interface SampleSpec {
  size: Integer;
  port: operator.IntOrString;
  memory: operator.QuantityText;
  start?: operator.Time;
  selector?: operator.LabelSelector;
}

/**
 * Sample shows what the code generator makes of its spec.
 * +kubebuilder:object:root=true
 */
export interface Sample extends operator.CustomResource<SampleSpec> {}
export const Sample = operator.defineKind<Sample>({
  group: "from-operator-package.example.com",
  version: "v1",
  kind: "Sample",
});
