import type { StreamState } from "../informer-state.ts";

/** What keeps the replica of one stream as the server has it. */
export interface StreamFeed {
  readonly state: StreamState;
  /** Harmless when done twice. */
  start(): void;
  /** From this call on, the replica is left alone. */
  stop(): Promise<void>;
}
