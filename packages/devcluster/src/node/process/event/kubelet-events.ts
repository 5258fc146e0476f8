import { type Clock, formatTime, isAlreadyExists, isNotFound, type KubeObject, statusErrorOf } from "@kubewright/api";
import { Event, type ObjectReference } from "@kubewright/api/core/v1";
import { type Client, sleep } from "@kubewright/client";
import type { Logger } from "@kubewright/runtime";
import { nextTurn } from "../../../host.ts";

export interface KubeletEventsOptions {
  readonly client: Pick<Client, "create" | "patch">;
  readonly nodeName: string;
  readonly clock: Clock;
  readonly random: () => number;
  readonly log: Logger;
}

export type EventType = "Normal" | "Warning";

interface Told {
  readonly event: Event;
  count: number;
}

/** New events that an object may have at once, and then one more in so long. */
const burst = 25;
const refillMs = 300_000;
const maxQueued = 1000;
const maxKnown = 4096;
const retryMs = 1_000;
const maxTries = 5;

/**
 * Tells of pods and the node as a kubelet does: events of the core group, whose source is the kubelet of the node, and whose count grows
 * when the same happens again.
 */
export class KubeletEvents implements AsyncDisposable {
  readonly #options: KubeletEventsOptions;
  readonly #known = new Map<string, Told>();
  readonly #tokens = new Map<string, { left: number; at: number }>();
  readonly #queue: (() => Promise<void>)[] = [];
  readonly #end = new AbortController();
  #sequence: number;
  #running: Promise<void> | undefined;

  constructor(options: KubeletEventsOptions) {
    this.#options = options;
    this.#sequence = Math.floor(options.random() * 1e6);
  }

  /** Tells what happens to an object, or to the part of it at `fieldPath`. Returns at once and never throws. */
  record(regarding: KubeObject, type: EventType, reason: string, message: string, fieldPath?: string): void {
    const { clock, nodeName } = this.#options;
    const { namespace, name, uid } = regarding.metadata;
    const key = JSON.stringify([regarding.kind, namespace, name, uid, fieldPath, type, reason, message]);
    const now = formatTime(clock.now());
    const known = this.#known.get(key);
    const mayTell = this.#mayTell(uid ?? name);
    if (known !== undefined) {
      known.count++;
      if (mayTell) this.#enqueue(() => this.#patch(known, now));
      return;
    }
    if (!mayTell) return;
    const event = Event.of({
      metadata: { name: `${name}.${this.#suffix()}`, namespace: namespace || "default" },
      involvedObject: { ...referenceTo(regarding), ...(fieldPath !== undefined && { fieldPath }) },
      reason,
      message,
      source: { component: "kubelet", host: nodeName },
      firstTimestamp: now,
      lastTimestamp: now,
      count: 1,
      type,
      reportingComponent: "kubelet",
      reportingInstance: nodeName,
    });
    const told: Told = { event, count: 1 };
    if (this.#known.size >= maxKnown) this.#known.delete(this.#known.keys().next().value!);
    this.#known.set(key, told);
    this.#enqueue(() => this.#create(event));
  }

  /** Forgets an object that is gone. */
  forget(uid: string): void {
    for (const [key, { event }] of this.#known) if (event.involvedObject.uid === uid) this.#known.delete(key);
    this.#tokens.delete(uid);
  }

  /** Resolves when all that was told until now has been sent, or dropped. */
  async flush(): Promise<void> {
    await this.#running;
  }

  /** Drops what was not sent yet. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#end.abort();
    await this.#running;
  }

  #mayTell(object: string): boolean {
    const now = this.#options.clock.monotonic();
    const { left, at } = this.#tokens.get(object) ?? { left: burst, at: now };
    const refilled = Math.min(burst, left + (now - at) / refillMs);
    const isAllowed = refilled >= 1;
    this.#tokens.set(object, { left: isAllowed ? refilled - 1 : refilled, at: now });
    return isAllowed;
  }

  #enqueue(send: () => Promise<void>): void {
    if (this.#end.signal.aborted || this.#queue.length >= maxQueued) return;
    this.#queue.push(send);
    this.#running ??= this.#run();
  }

  async #run(): Promise<void> {
    for (let send = this.#queue[0]; send !== undefined; send = this.#queue[0]) {
      // What happens goes before telling of it.
      await nextTurn();
      if (!this.#end.signal.aborted) await this.#deliver(send);
      this.#queue.shift();
    }
    this.#running = undefined;
  }

  async #deliver(send: () => Promise<void>): Promise<void> {
    const { clock, log } = this.#options;
    for (let tries = 1; ; tries++) {
      try {
        await send();
        return;
      } catch (error) {
        if (this.#end.signal.aborted) return;
        const code = statusErrorOf(error)?.code;
        if (tries === maxTries || (code !== undefined && code < 500 && code !== 429)) {
          log.debug({ err: error }, "event dropped");
          return;
        }
        await sleep(retryMs * 2 ** tries, { clock, signal: this.#end.signal }).catch(() => {});
      }
    }
  }

  async #create(event: Event): Promise<void> {
    await this.#options.client.create(event, this.#callOptions).catch((error: unknown) => {
      if (!isAlreadyExists(error)) throw error;
    });
  }

  async #patch({ event, count }: Told, lastTimestamp: string): Promise<void> {
    const { name, namespace } = event.metadata;
    const change = { count, lastTimestamp, message: event.message };
    try {
      await this.#options.client.patch(Event, { name, namespace: namespace! }, { merge: change }, this.#callOptions);
    } catch (error) {
      if (!isNotFound(error)) throw error;
      await this.#create({ ...event, count, lastTimestamp });
    }
  }

  get #callOptions(): { readonly signal: AbortSignal; readonly fieldManager: string } {
    return { signal: this.#end.signal, fieldManager: "kubelet" };
  }

  #suffix(): string {
    this.#sequence = (this.#sequence + 1) % 1_000_000;
    return (BigInt(Math.floor(this.#options.clock.now())) * 1_000_000n + BigInt(this.#sequence)).toString(16);
  }
}

function referenceTo({ apiVersion, kind, metadata }: KubeObject): ObjectReference {
  const { namespace, name, uid, resourceVersion } = metadata;
  return {
    apiVersion,
    kind,
    name,
    ...(namespace && { namespace }),
    ...(uid && { uid }),
    ...(resourceVersion && { resourceVersion }),
  };
}
