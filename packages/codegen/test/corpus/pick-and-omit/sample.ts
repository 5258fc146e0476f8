import { type CustomResource, defineKind, type Int32 } from "@kubewright/api";

/** Full has all fields. */
export interface Full {
  /**
   * Name of it.
   * +kubebuilder:validation:MinLength=1
   */
  name: string;
  /** Size of it. */
  size?: Int32;
  zone: string;
}

/** Both of them. */
export type Both = Partial<Pick<Full, "name">>;

/** Extended has more. */
export interface Extended extends Omit<Full, "name"> {
  extra: string;
}

export interface SampleSpec {
  picked: Pick<Full, "name" | "size">;
  /** Omitted is without a name. */
  omitted: Omit<Full, "name">;
  both: Both;
  extended: Extended;
}

/**
 * Sample shows what the code generator makes of its spec.
 * +kubebuilder:object:root=true
 */
export interface Sample extends CustomResource<SampleSpec> {}
export const Sample = defineKind<Sample>({ group: "pick-and-omit.example.com", version: "v1", kind: "Sample" });
