import { type CustomResource, type Duration, defineKind, type MicroTime, type Time } from "@kubewright/api";

export interface SampleSpec {
  /** Start of it. */
  start: Time;
  end?: Time;
  precise: MicroTime;
  /** Timeout in Go's notation. */
  timeout: Duration;
  // +nullable
  stamps?: Time[];
  byName?: Record<string, Duration>;
}

/**
 * Sample shows what the code generator makes of its spec.
 * +kubebuilder:object:root=true
 */
export interface Sample extends CustomResource<SampleSpec> {}
export const Sample = defineKind<Sample>({ group: "times.example.com", version: "v1", kind: "Sample" });
