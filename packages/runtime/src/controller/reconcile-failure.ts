import { isConflict } from "@kubewright/api";
import { RuntimeError } from "../errors.ts";
import { rbacMarkerOf } from "../observability/rbac-marker.ts";
import { causesOf, isTerminal } from "./terminal-error.ts";

/** What is known of something that a reconciler threw. */
export interface Failure {
  /** For the log. */
  readonly err: Error;
  readonly isNonError: boolean;
  /** The work ended because all work ends. */
  readonly isInterruption: boolean;
  /** Another try would not help. */
  readonly isFinal: boolean;
  readonly isConflict: boolean;
  /** What would grant what was refused. */
  readonly rbacMarker?: string | undefined;
}

/** Looks at what a reconciler threw, whatever that is. Never throws. `signal` is that of all work. */
export function failureOf(thrown: unknown, signal: AbortSignal): Failure {
  try {
    return {
      err: errorOf(thrown),
      isNonError: !(thrown instanceof Error),
      isInterruption: isInterruption(thrown, signal),
      isFinal: isTerminal(thrown),
      isConflict: isConflict(thrown),
      rbacMarker: rbacMarkerOf(thrown),
    };
  } catch {
    const err = new Error("the reconciler threw something that cannot be looked at: throw an Error");
    return { err, isNonError: true, isInterruption: false, isFinal: false, isConflict: false };
  }
}

/** A write may learn of a lost lease before the signal aborts. */
function isInterruption(error: unknown, signal: AbortSignal): boolean {
  for (const inner of causesOf(error)) {
    if (signal.aborted && inner === signal.reason) return true;
    if (inner instanceof RuntimeError && inner.code === "LEASE_LOST") return true;
  }
  return signal.aborted && error === signal.reason;
}

/** As an error; of something else, a log would say neither that it is none nor where to look. */
function errorOf(thrown: unknown): Error {
  if (thrown instanceof Error) return thrown;
  return new Error(`the reconciler threw ${describe(thrown)}, which is no Error: throw an Error to see where`, {
    cause: thrown,
  });
}

function describe(thrown: unknown): string {
  if (typeof thrown === "string") return JSON.stringify(thrown.slice(0, 200));
  if (typeof thrown === "object" && thrown !== null) return "an object";
  return typeof thrown === "function" ? "a function" : String(thrown);
}
