import { type Clock, isConflict, isNotFound, jsonEqual } from "@kubewright/api";
import { Pod, type PodCondition, type PodStatus } from "@kubewright/api/core/v1";
import { type Client, sleep } from "@kubewright/client";
import type { Logger } from "@kubewright/runtime";
import { nextTurn, pause } from "../../../host.ts";
import { isKubeletCondition } from "./pod-conditions.ts";

export interface PodStatusWriterOptions {
  readonly client: Pick<Client, "status">;
  readonly pod: Pod;
  readonly clock: Clock;
  readonly log: Logger;
  readonly signal: AbortSignal;
}

const firstRetryMs = 500;
const maxRetryMs = 30_000;
/** How long a status that is about to be another one is not worth a write. */
const passingMs = 50;

const mergedLists = new Set(["podIPs", "hostIPs"]);

/** Brings the status of a pod to the server, as long as it takes. Only changes are sent, and of several that wait only the last. */
export class PodStatusWriter {
  readonly #options: PodStatusWriterOptions;
  /** What the server has, as far as it is ours. */
  #written: PodStatus;
  #wanted: PodStatus;
  #writing: Promise<void> | undefined;
  #isPassing = false;
  /** Aborts when the status is worth a write. */
  #passing = new AbortController();
  #isGone = false;

  constructor(options: PodStatusWriterOptions) {
    this.#options = options;
    this.#written = options.pod.status ?? {};
    this.#wanted = this.#written;
    options.signal.addEventListener("abort", () => this.#passing.abort(), { once: true });
  }

  /** What was given last. */
  get status(): PodStatus {
    return this.#wanted;
  }

  /** The status is to be this. One that `isPassing` is sent if no other one follows soon. */
  write(status: PodStatus, { isPassing = false }: { readonly isPassing?: boolean } = {}): void {
    this.#wanted = status;
    this.#isPassing = isPassing;
    if (!isPassing) this.#passing.abort();
    this.#writing ??= this.#run();
  }

  /** Resolves when the server has what was given last, or cannot be told any more. */
  async settled(): Promise<void> {
    await this.#writing;
  }

  async #run(): Promise<void> {
    const { clock, log, signal } = this.#options;
    try {
      for (let delayMs = firstRetryMs; !this.#isGone && !signal.aborted; ) {
        if (this.#isPassing) {
          this.#passing = new AbortController();
          await pause(passingMs, this.#passing.signal);
        }
        // What is done in this turn goes before telling of it, and is told at once.
        await nextTurn();
        const wanted = this.#wanted;
        const change = statusChange(this.#written, wanted);
        if (change === undefined) return;
        try {
          await this.#send(change);
          this.#written = wanted;
          delayMs = firstRetryMs;
        } catch (error) {
          if (signal.aborted) return;
          if (isNotFound(error) || isConflict(error)) {
            this.#isGone = true;
            return;
          }
          log.warn({ err: error, pod: this.#options.pod.metadata.name }, "the status of a pod could not be written");
          await sleep(delayMs, { clock, signal }).catch(() => {});
          delayMs = Math.min(maxRetryMs, delayMs * 2);
        }
      }
    } finally {
      // In this turn: what is given from now on begins anew.
      this.#writing = undefined;
    }
  }

  async #send(change: object): Promise<void> {
    const { client, pod, signal } = this.#options;
    const { name, namespace = "", uid } = pod.metadata;
    const strategic = { metadata: { uid }, status: change };
    await client.status.patch(Pod, { name, namespace }, { strategic }, { fieldManager: "kubelet", signal });
  }
}

/** The strategic merge patch from one status to another; undefined when they are equal. */
export function statusChange(from: PodStatus, to: PodStatus): Record<string, unknown> | undefined {
  const before = from as Readonly<Record<string, unknown>>;
  const after = to as Readonly<Record<string, unknown>>;
  const change: Record<string, unknown> = {};
  for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
    if (key === "conditions" || jsonEqual(plain(before[key]), plain(after[key]))) continue;
    const value = after[key];
    // Lists that are merged, item by item, are to be replaced.
    change[key] = mergedLists.has(key) && Array.isArray(value) ? [...value, { $patch: "replace" }] : (value ?? null);
  }
  const conditions = changedConditions(from.conditions ?? [], to.conditions ?? []);
  if (conditions.length > 0) {
    const order = (to.conditions ?? []).map(({ type }) => ({ type }));
    Object.assign(change, { "$setElementOrder/conditions": order, conditions });
  }
  return Object.keys(change).length === 0 ? undefined : change;
}

function changedConditions(from: readonly PodCondition[], to: readonly PodCondition[]): object[] {
  return to
    .filter((condition) => {
      if (!isKubeletCondition(condition)) return false;
      const before = from.find(({ type }) => type === condition.type);
      return before === undefined || !jsonEqual(plain(before), plain(condition));
    })
    .map((condition) => ({ ...condition, reason: condition.reason ?? null, message: condition.message ?? null }));
}

/** Without members that are null or undefined, which the server writes for some that are absent. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== "object" || value === null) return value ?? null;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, member]) => member !== null && member !== undefined)
      .map(([key, member]) => [key, plain(member)]),
  );
}
