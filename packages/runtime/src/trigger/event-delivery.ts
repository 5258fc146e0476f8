import { formatKey, type KubeObject, type Scheduled } from "@kubewright/api";
import { onAbort } from "@kubewright/client";
import { objectReference } from "../observability/log/object-reference.ts";
import { exponentialBackOff } from "../queue/rate-limiter.ts";
import { WorkQueue } from "../queue/work-queue.ts";
import { type HandlerContext, isPromise, iterableOf, type TriggerRequest, type TriggerRequests } from "./handler.ts";
import { lowPriority, type SourceContext } from "./source.ts";
import type { GenericEvent, TriggerEvent } from "./trigger-event.ts";

/** Calls of one handler that take their time; more wait for one of these to end. */
const maxAtOnce = 16;
/** A call that takes longer does not keep others waiting. */
const slowCallMs = 60_000;
/** Deliveries that wait; who can tell more later should. */
const maxWaiting = 1_000;

type AnyEvent = TriggerEvent | GenericEvent<unknown>;

/** An event on its way through the handler. */
interface Delivery<E> {
  readonly event: E;
  /** Whether the handler has answered or failed before. */
  isTried: boolean;
  /** Under which it waits. */
  readonly id?: string;
}

/**
 * Takes events past the predicates to the handler, and what that gives to the sink.
 *
 * An event whose handler fails is tried again, later each time, until the signal aborts; several of one object together, as one change from the
 * first state to the last. One whose predicate fails counts as one that matters.
 */
export class EventDelivery<E extends AnyEvent> {
  readonly #predicates: readonly ((event: E) => boolean)[];
  readonly #handler: (event: E, context: HandlerContext) => TriggerRequests;
  readonly #context: SourceContext;
  readonly #handlerContext: HandlerContext;
  /** Those that failed, and those for which there are too many calls at once, by id. */
  readonly #waiting = new Map<string, Delivery<E>>();
  readonly #later: WorkQueue<string>;
  readonly #slowTimers = new Set<Scheduled>();
  readonly #whenRoom = new Set<() => void>();
  readonly #whenTried = new Set<() => void>();
  #isWorkingLater = false;
  #hasToldOfSlow = false;
  #numbers = 0;
  #calls = 0;
  /** Of what existed at the start. */
  #untried = 0;

  constructor(options: {
    readonly predicates: readonly ((event: E) => boolean)[];
    readonly handler: (event: E, context: HandlerContext) => TriggerRequests;
    readonly context: SourceContext;
  }) {
    const { predicates, handler, context } = options;
    this.#predicates = predicates;
    this.#handler = handler;
    this.#context = context;
    const { signal, discovery } = context;
    this.#handlerContext = { signal, ...(discovery !== undefined && { discovery }) };
    this.#later = new WorkQueue({
      id: (id) => id,
      clock: context.clock,
      rateLimiter: exponentialBackOff({ baseMs: 100, maxMs: 60_000 }),
    });
    onAbort(signal, () => this.#stop());
  }

  deliver(event: E): void {
    if (this.#context.signal.aborted || !this.#matters(event)) return;
    const delivery = { event, isTried: false };
    if (isInitial(event)) this.#untried++;
    if (this.#calls < maxAtOnce) this.#call(delivery);
    else this.#putOff(this.#nextNumber(), delivery);
  }

  /** Undefined when more can be delivered at once; else a promise that resolves when it can, or the signal aborts. */
  whenRoom(): Promise<void> | undefined {
    const isFull = () => this.#calls >= maxAtOnce || this.#waiting.size >= maxWaiting;
    const wait = async (): Promise<void> => {
      while (isFull() && !this.#context.signal.aborted) await this.#nextEnd();
    };
    return isFull() ? wait() : undefined;
  }

  /** Resolves when the handler has answered or failed for all that existed at the start. Rejects when the signal aborts. */
  whenTried(): Promise<void> {
    if (this.#untried === 0) return Promise.resolve();
    const { signal } = this.#context;
    return new Promise((resolve, reject) => {
      const end = (): void => {
        forget();
        resolve();
      };
      this.#whenTried.add(end);
      const forget = onAbort(signal, reject);
    });
  }

  #stop(): void {
    void this.#later.shutDown();
    this.#waiting.clear();
    for (const timer of this.#slowTimers) timer.cancel();
    this.#slowTimers.clear();
    this.#tellOfRoom();
  }

  #matters(event: E): boolean {
    try {
      return this.#predicates.every((predicate) => predicate(event));
    } catch (error) {
      this.#context.log.error(
        { err: error, ...describe(event) },
        "a predicate failed; the event is handled as one that matters",
      );
      return true;
    }
  }

  #call(delivery: Delivery<E>): void {
    try {
      const answer = this.#handler(delivery.event, this.#handlerContext);
      if (isPromise(answer)) {
        void this.#await(delivery, answer);
        return;
      }
      this.#put(delivery, answer);
    } catch (error) {
      this.#fail(delivery, error);
    }
    this.#tried(delivery);
  }

  async #await(delivery: Delivery<E>, answer: Promise<Iterable<TriggerRequest>>): Promise<void> {
    const end = this.#beginCall(delivery);
    try {
      this.#put(delivery, await answer);
    } catch (error) {
      this.#fail(delivery, error);
    }
    this.#tried(delivery);
    end();
  }

  /** Counts a call until it ends, or takes too long. */
  #beginCall(delivery: Delivery<E>): () => void {
    this.#calls++;
    const end = (): void => {
      timer.cancel();
      if (!this.#slowTimers.delete(timer)) return;
      this.#calls--;
      this.#tellOfRoom();
    };
    const timer = this.#context.clock.schedule(slowCallMs, () => {
      this.#tellOfSlow(delivery);
      end();
    });
    this.#slowTimers.add(timer);
    return end;
  }

  #put(delivery: Delivery<E>, requests: Iterable<TriggerRequest>): void {
    const { sink, signal } = this.#context;
    if (signal.aborted) return;
    const usual = priorityOf(delivery.event);
    for (const { namespace, name, priority = usual, afterMs } of iterableOf(requests)) {
      sink.add(namespace ? { namespace, name } : { name }, { priority, afterMs });
    }
    if (delivery.id !== undefined && !this.#waiting.has(delivery.id)) this.#later.forget(delivery.id);
  }

  #fail(delivery: Delivery<E>, error: unknown): void {
    const { signal, log } = this.#context;
    if (signal.aborted) return;
    const id = idOf(delivery.event) ?? delivery.id ?? this.#nextNumber();
    const waiting = this.#waiting.get(id);
    const fields = { err: error, ...describe(delivery.event) };
    if (waiting === undefined) {
      this.#putOff(id, delivery, { rateLimited: true });
      const tries = this.#later.retries(id);
      log.error({ ...fields, tries }, "the handler of an event failed; it is called again later");
      return;
    }
    // One that was waiting before is older than the one that waits now.
    const [older, newer] = delivery.id === undefined ? [waiting, delivery] : [delivery, waiting];
    this.#waiting.set(id, { id, event: combined(older.event, newer.event), isTried: true });
    log.debug(fields, "the handler failed for another event of an object for which it is called again later");
  }

  #putOff(id: string, delivery: Delivery<E>, options: { readonly rateLimited?: boolean } = {}): void {
    this.#waiting.set(id, { ...delivery, id });
    this.#later.add(id, options);
    if (this.#isWorkingLater) return;
    this.#isWorkingLater = true;
    void this.#workLater();
  }

  async #workLater(): Promise<void> {
    for (let taken = await this.#later.take(); taken !== undefined; taken = await this.#later.take()) {
      while (this.#calls >= maxAtOnce) await this.#nextEnd();
      const id = taken.item;
      this.#later.done(id);
      const delivery = this.#waiting.get(id);
      this.#waiting.delete(id);
      this.#tellOfRoom();
      if (delivery !== undefined) this.#call(delivery);
    }
  }

  #tried(delivery: Delivery<E>): void {
    if (delivery.isTried) return;
    delivery.isTried = true;
    if (!isInitial(delivery.event)) return;
    this.#untried--;
    if (this.#untried > 0) return;
    for (const end of this.#whenTried) end();
    this.#whenTried.clear();
  }

  #nextEnd(): Promise<void> {
    return new Promise((resolve) => {
      this.#whenRoom.add(resolve);
    });
  }

  #tellOfRoom(): void {
    for (const resolve of this.#whenRoom) resolve();
    this.#whenRoom.clear();
  }

  #tellOfSlow({ event }: Delivery<E>): void {
    const level = this.#hasToldOfSlow ? "debug" : "warn";
    this.#hasToldOfSlow = true;
    const message = "the handler of an event has not answered for long; it is called for others meanwhile";
    this.#context.log[level]({ slowCallMs, ...describe(event) }, message);
  }

  #nextNumber(): string {
    return `#${++this.#numbers}`;
  }
}

/** What an event is about; undefined where two cannot be told to be about the same. After a deletion comes nothing more. */
function idOf({ type, object }: AnyEvent): string | undefined {
  if (type === "generic") return undefined;
  const { metadata } = object as KubeObject;
  return `${type === "deleted" ? "deleted " : ""}${metadata.uid ?? formatKey(metadata)}`;
}

/** One event for two of an object. */
function combined<E extends AnyEvent>(older: E, newer: E): E {
  if (newer.type !== "updated" || older.type === "generic") return newer;
  const [old, isResync] = older.type === "updated" ? [older.old, older.isResync] : [older.object, false];
  return { ...newer, old, isResync: isResync && newer.isResync };
}

/** Less urgent than others: what was there before, or did not change. */
function priorityOf(event: AnyEvent): number | undefined {
  if (event.type !== "updated") return isInitial(event) ? lowPriority : undefined;
  const { old, object } = event;
  return old.metadata.resourceVersion === object.metadata.resourceVersion ? lowPriority : undefined;
}

function isInitial(event: AnyEvent): boolean {
  return event.type === "added" && event.isInitial;
}

function describe({ type, object }: AnyEvent): object {
  const isObject = typeof object === "object" && object !== null && "metadata" in object;
  return { event: type, ...(isObject && { object: objectReference(object as KubeObject) }) };
}
