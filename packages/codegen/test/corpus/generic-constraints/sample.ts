import { type CustomResource, defineKind, type Int32 } from "@kubewright/api";

export interface Named {
  name: string;
}

export interface Sized extends Named {
  size: Int32;
}

export interface Reference<T extends Named> {
  /** Target of the reference. */
  target: T;
  others?: T[];
  byName?: Record<string, T>;
}

export interface Base<S> {
  /** Status is generic. */
  status?: S;
}

export interface WithStatus<T> extends Base<Named> {
  value: T;
}

export type Dictionary<T> = Record<string, T>;

export interface SampleSpec {
  reference: Reference<Sized>;
  withStatus: WithStatus<string>;
  optional?: Dictionary<Int32>;
}

/**
 * Sample shows what the code generator makes of its spec.
 * +kubebuilder:object:root=true
 */
export interface Sample extends CustomResource<SampleSpec> {}
export const Sample = defineKind<Sample>({ group: "generic-constraints.example.com", version: "v1", kind: "Sample" });
