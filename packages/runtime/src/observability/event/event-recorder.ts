import type { KubeObject } from "@kubewright/api";

/** Tells people what happens to an object, as Kubernetes Events. Calls return at once and never throw. */
export interface EventRecorder {
  /** All went as it should. */
  normal(regarding: KubeObject, event: EventDetails): void;
  /** Something needs attention. */
  warning(regarding: KubeObject, event: EventDetails): void;
}

export interface EventDetails {
  /** Why, in one CamelCase word for machines: `Created`, `FailedMount`. At most 128 bytes; the rest is cut. */
  readonly reason: string;
  /** What was done, in one CamelCase word. @default the reason */
  readonly action?: string;
  /** For people. At most 1 kB; the rest is cut. */
  readonly note: string;
  /** Another object that matters here. */
  readonly related?: KubeObject;
  /** The part of the object that it is about: `spec.containers{web}`. */
  readonly fieldPath?: string;
  /** Of the Event. */
  readonly annotations?: Readonly<Record<string, string>>;
}
