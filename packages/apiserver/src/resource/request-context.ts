import type { Clock } from "@kubewright/api";
import type { User } from "../auth/user.ts";
import type { Randomness } from "../host.ts";

/** What verbs, admission and strategies know of the request that they serve. */
export interface RequestContext {
  readonly user: User;
  readonly clock: Clock;
  readonly random: Randomness;
  /** Nothing is kept. */
  readonly isDryRun: boolean;
  /** Who is noted as the manager of the fields that are written. */
  readonly fieldManager: string;
  readonly fieldValidation: "Strict" | "Warn" | "Ignore";
  /** Ends waiting. */
  readonly signal: AbortSignal;
  /** Tells the client something in a `Warning` header. Each text once. */
  warn(text: string): void;
}
