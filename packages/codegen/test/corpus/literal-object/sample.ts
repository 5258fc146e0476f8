import { type CustomResource, defineKind, type Int32 } from "@kubewright/api";

export interface SampleSpec {
  /** Part is written in place. */
  part: {
    /**
     * Name of it.
     * +kubebuilder:validation:MinLength=1
     */
    name: string;
    deep?: { value: Int32 };
  };
  parts: { value: Int32 }[];
  byName: Record<string, { value: Int32 }>;
}

/**
 * Sample shows what the code generator makes of its spec.
 * +kubebuilder:object:root=true
 */
export interface Sample extends CustomResource<SampleSpec> {}
export const Sample = defineKind<Sample>({ group: "literal-object.example.com", version: "v1", kind: "Sample" });
