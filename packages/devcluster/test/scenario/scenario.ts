import type { Kind, KubeObject } from "@kubewright/api";
import type { Client } from "@kubewright/client";

/** What is done to a cluster, and what of it counts. It must come out the same wherever it runs. */
export interface Scenario {
  /** In kebab-case: also the name of the file in `recording/`. */
  readonly name: string;
  /** Kinds whose objects are recorded. Those of namespaced kinds count when they are in a namespace of the scenario, others by name. */
  readonly kinds: readonly Kind[];
  /** Does what is to be done. Each `record` adds to what is compared. */
  steps(world: World): Promise<void>;
  /** What to change in objects before they are recorded: fields that differ for no good reason. */
  readonly normalise?: (object: KubeObject) => KubeObject;
  /** Objects that do not count. @default all count */
  readonly ignore?: (object: KubeObject) => boolean;
  /** How long nothing may change until it is settled. @default 1_500 */
  readonly quietMs?: number;
  /** Whether events count. @default true */
  readonly events?: boolean;
}

/** A cluster for one scenario. */
export interface World {
  /** May do everything. */
  readonly client: Client;
  /** Made for the scenario; recorded as `<namespace>`. */
  readonly namespace: string;
  /** A name that nobody else has: recorded as `<label>`. The same for the same label. */
  unique(label: string): string;
  /** Also records what is in this namespace. */
  includeNamespace(name: string): void;
  /** Resolves with the first result that is neither undefined nor false. A check that throws is asked again, until it is too late. */
  eventually<T>(check: () => T | Promise<T>, options?: { timeoutMs?: number }): Promise<Exclude<T, undefined | false>>;
  /** Lets time go by: at once where the clock is a manual one. */
  pass(ms: number): Promise<void>;
  /** Waits until nothing changes any more, and records what there is then. */
  record(label: string): Promise<void>;
  /** Records a value of one's own, normalised as objects are. */
  note(label: string, value: unknown): void;
}

/** What a scenario came to: by label, in the order in which they were recorded. */
export type Recording = Readonly<Record<string, unknown>>;
