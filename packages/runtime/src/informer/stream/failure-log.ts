import type { Clock } from "@kubewright/api";
import type { Logger } from "../../observability/log/logger.ts";
import { rbacMarkerOf } from "../../observability/rbac-marker.ts";
import type { FailureReason } from "./stream-failure.ts";

/** So long until the same failure is worth another line. */
const repeatMs = 600_000;

const messages: Partial<Record<FailureReason, string>> = {
  missing: "the server does not serve this kind: waiting for its CustomResourceDefinition",
  forbidden: "no permission to list or watch this kind",
  unauthorized: "the server does not accept the credentials",
  gone: "the version is no longer known to the server: reading everything again",
  refused: "the server does not accept this kind of request",
};

/** Logs why a stream fails: once for each reason, then again from time to time, and when it is over. */
export class FailureLog {
  readonly #log: Logger;
  readonly #clock: Clock;
  #reason: FailureReason | undefined;
  #loggedMs = 0;

  constructor(log: Logger, clock: Clock) {
    this.#log = log;
    this.#clock = clock;
  }

  report(reason: FailureReason, error: unknown, delayMs: number): void {
    const now = this.#clock.monotonic();
    const isNews = reason !== this.#reason || now - this.#loggedMs >= repeatMs;
    const rbacMarker = rbacMarkerOf(error);
    const fields = { reason, err: error, ...(rbacMarker && { rbacMarker }), delayMs: Math.round(delayMs) };
    const message = messages[reason] ?? "list or watch failed";
    // An expired version is nothing unusual, nor is a server that cannot do all that is tried.
    if (!isNews || reason === "gone" || delayMs === 0) {
      this.#log.debug(fields, message);
      return;
    }
    this.#log.warn(fields, message);
    this.#reason = reason;
    this.#loggedMs = now;
  }

  /** The stream ends for good. */
  ended(error: unknown): void {
    this.#log.error({ err: error }, "the client was closed before the informer: it hears of no change any more");
  }

  recovered(): void {
    if (this.#reason === undefined) return;
    this.#log.info({ after: this.#reason }, "list and watch work again");
    this.#reason = undefined;
  }
}
