import type { Client } from "@kubewright/client";

/** A cluster that scenarios run on. */
export interface Platform extends AsyncDisposable {
  /** May do everything. */
  readonly client: Client;
  /** What differs from cluster to cluster, and what is recorded in its place. */
  readonly names: ReadonlyMap<string, string>;
  /** Lets time go by, in which the cluster works. */
  pass(ms: number): Promise<void>;
  /** Milliseconds since some moment, of the time that `pass` lets go by. */
  elapsedMs(): number;
  /** What the controllers logged last, to be shown when a scenario fails. */
  log(): Promise<string>;
}
