import type { KubeObject } from "@kubewright/api";
import { onAbort } from "@kubewright/client";
import { objectReference } from "../observability/log/object-reference.ts";
import { exponentialBackOff } from "../queue/rate-limiter.ts";
import { WorkQueue } from "../queue/work-queue.ts";
import { type HandlerContext, isPromise, type TriggerRequest, type TriggerRequests } from "./handler.ts";
import { lowPriority, type SourceContext } from "./source.ts";
import type { GenericEvent, TriggerEvent } from "./trigger-event.ts";

/** Calls of one handler that take their time; more wait for one of these to end. */
const maxAtOnce = 16;

/** An event on its way through the handler. */
interface Delivery<E> {
  /** Tells it from others. */
  readonly number: number;
  readonly event: E;
  /** Whether the handler has answered or failed before. */
  isTried: boolean;
}

/**
 * Takes events past the predicates to the handler, and what that gives to the sink.
 *
 * An event whose handler fails is tried again, later each time, until the signal aborts. One whose predicate fails counts as
 * one that matters.
 */
export class EventDelivery<E extends TriggerEvent | GenericEvent<unknown>> {
  readonly #predicates: readonly ((event: E) => boolean)[];
  readonly #handler: (event: E, context: HandlerContext) => TriggerRequests;
  readonly #context: SourceContext;
  readonly #handlerContext: HandlerContext;
  /** Those that failed, and those for which there are too many calls at once. */
  readonly #later: WorkQueue<Delivery<E>>;
  #isWorkingLater = false;
  #deliveries = 0;
  #calls = 0;
  /** Of what existed at the start. */
  #untried = 0;
  #onCallEnd = (): void => {};
  readonly #whenTried = new Set<() => void>();

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
      id: ({ number }) => String(number),
      clock: context.clock,
      rateLimiter: exponentialBackOff({ baseMs: 100, maxMs: 60_000 }),
    });
    onAbort(signal, () => void this.#later.shutDown());
  }

  deliver(event: E): void {
    if (this.#context.signal.aborted || !this.#matters(event)) return;
    const delivery = { number: ++this.#deliveries, event, isTried: false };
    if (isInitial(event)) this.#untried++;
    if (this.#calls < maxAtOnce) this.#call(delivery);
    else this.#putOff(delivery);
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
    this.#calls++;
    try {
      this.#put(delivery, await answer);
    } catch (error) {
      this.#fail(delivery, error);
    }
    this.#calls--;
    this.#tried(delivery);
    this.#onCallEnd();
  }

  #put(delivery: Delivery<E>, requests: Iterable<TriggerRequest>): void {
    const { sink, signal } = this.#context;
    if (signal.aborted) return;
    const usual = priorityOf(delivery.event);
    for (const { namespace, name, priority = usual, afterMs } of requests) {
      sink.add(namespace ? { namespace, name } : { name }, { priority, afterMs });
    }
    if (delivery.isTried) this.#later.forget(delivery);
  }

  #fail(delivery: Delivery<E>, error: unknown): void {
    const { signal, log } = this.#context;
    if (signal.aborted) return;
    this.#putOff(delivery, { rateLimited: true });
    log.error(
      { err: error, ...describe(delivery.event), tries: this.#later.retries(delivery) },
      "the handler of an event failed; it is called again later",
    );
  }

  #putOff(delivery: Delivery<E>, options: { readonly rateLimited?: boolean } = {}): void {
    this.#later.add(delivery, options);
    if (this.#isWorkingLater) return;
    this.#isWorkingLater = true;
    void this.#workLater();
  }

  async #workLater(): Promise<void> {
    for (let taken = await this.#later.take(); taken !== undefined; taken = await this.#later.take()) {
      while (this.#calls >= maxAtOnce) {
        await new Promise<void>((resolve) => {
          this.#onCallEnd = resolve;
        });
      }
      this.#later.done(taken.item);
      this.#call(taken.item);
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
}

/** Less urgent than others: what was there before, or did not change. */
function priorityOf(event: TriggerEvent | GenericEvent<unknown>): number | undefined {
  if (event.type !== "updated") return isInitial(event) ? lowPriority : undefined;
  const { old, object } = event;
  return old.metadata.resourceVersion === object.metadata.resourceVersion ? lowPriority : undefined;
}

function isInitial(event: TriggerEvent | GenericEvent<unknown>): boolean {
  return event.type === "added" && event.isInitial;
}

function describe({ type, object }: TriggerEvent | GenericEvent<unknown>): object {
  const isObject = typeof object === "object" && object !== null && "metadata" in object;
  return { event: type, ...(isObject && { object: objectReference(object as KubeObject) }) };
}
