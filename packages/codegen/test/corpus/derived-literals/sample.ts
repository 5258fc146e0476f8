import { type CustomResource, defineKind, type Int32 } from "@kubewright/api";

export const sizes = ["small", "large"] as const;
export const colors = { red: 1, green: 2 } as const;

export interface Other {
  size: Int32;
}

export interface SampleSpec {
  fromArray: (typeof sizes)[number];
  fromKeys: keyof typeof colors;
  /** Size of another. */
  indexed: Other["size"];
  excluded: Exclude<(typeof sizes)[number], "large">;
}

/**
 * Sample shows what the code generator makes of its spec.
 * +kubebuilder:object:root=true
 */
export interface Sample extends CustomResource<SampleSpec> {}
export const Sample = defineKind<Sample>({ group: "derived-literals.example.com", version: "v1", kind: "Sample" });
