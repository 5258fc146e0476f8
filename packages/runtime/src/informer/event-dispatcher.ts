import type { Clock, KubeObject, Scheduled } from "@kubewright/api";
import { RuntimeError } from "../errors.ts";
import type { Logger } from "../observability/log/logger.ts";
import { objectReference } from "../observability/log/object-reference.ts";
import type { EventHandler, HandlerRegistration, ObjectEvent } from "./object-event.ts";
import type { ObjectStore } from "./store.ts";

export interface EventDispatcherOptions<T extends KubeObject> {
  readonly store: ObjectStore<T>;
  /** Resolves when all that exists is in the store. */
  readonly whenSynced: (options?: { readonly signal?: AbortSignal }) => Promise<void>;
  readonly isSynced: () => boolean;
  readonly resyncMs: number | undefined;
  readonly clock: Clock;
  readonly random: () => number;
  readonly log: Logger;
}

export interface HandlerOptions {
  /** How often the handler is told of everything again; 0 for never. @default the informer's */
  readonly resyncMs?: number;
}

/**
 * Tells each handler of each change, in order.
 *
 * A handler that is added gets what is in the store, as initial, before the next change and not before `add` has returned.
 */
export class EventDispatcher<T extends KubeObject> {
  readonly #options: EventDispatcherOptions<T>;
  /** Replaced, never changed: a round under way goes on with those it began with. */
  #handlers: readonly Registered<T>[] = [];
  #isStarted = false;
  #isStopped = false;

  constructor(options: EventDispatcherOptions<T>) {
    this.#options = options;
  }

  add(handler: EventHandler<T>, options: HandlerOptions = {}): HandlerRegistration {
    const resyncMs = options.resyncMs ?? this.#options.resyncMs ?? 0;
    if (!(resyncMs >= 0)) {
      throw new RuntimeError("INVALID_ARGUMENT", `resyncMs is ${resyncMs}, but must be a number of milliseconds`);
    }
    const registered = new Registered(handler, resyncMs, this.#options, () => {
      this.#handlers = this.#handlers.filter((other) => other !== registered);
    });
    if (this.#isStopped) {
      registered.remove();
      return registered;
    }
    this.#handlers = [...this.#handlers, registered];
    if (this.#isStarted) registered.startResync();
    return registered;
  }

  tell(event: ObjectEvent<T>): void {
    for (const registered of this.#handlers) registered.tell(event);
  }

  start(): void {
    this.#isStarted = true;
    for (const registered of this.#handlers) registered.startResync();
  }

  /** No handler is called any more. */
  stop(): void {
    this.#isStopped = true;
    for (const registered of this.#handlers) registered.remove();
  }
}

class Registered<T extends KubeObject> implements HandlerRegistration {
  readonly #handler: EventHandler<T>;
  readonly #resyncMs: number;
  readonly #options: EventDispatcherOptions<T>;
  readonly #forget: () => void;
  readonly #caughtUp: Promise<void>;
  /** Whether it was told of what was there. Until then, changes reach it through the store. */
  #isCaughtUp = false;
  #isRemoved = false;
  #resync: Scheduled | undefined;

  constructor(handler: EventHandler<T>, resyncMs: number, options: EventDispatcherOptions<T>, forget: () => void) {
    this.#handler = handler;
    this.#resyncMs = resyncMs;
    this.#options = options;
    this.#forget = forget;
    this.#caughtUp = Promise.resolve().then(() => this.#catchUp());
  }

  get isSynced(): boolean {
    return this.#isCaughtUp && this.#options.isSynced();
  }

  async whenSynced(options: { readonly signal?: AbortSignal } = {}): Promise<void> {
    await this.#options.whenSynced(options);
    await this.#caughtUp;
    if (this.#isRemoved) throw new RuntimeError("STOPPED", "the handler was removed before it was told of everything");
  }

  remove(): void {
    this.#isRemoved = true;
    this.#resync?.cancel();
    this.#forget();
  }

  [Symbol.dispose](): void {
    this.remove();
  }

  tell(event: ObjectEvent<T>): void {
    if (this.#isCaughtUp) this.#call(event);
  }

  startResync(): void {
    if (this.#resyncMs === 0 || this.#isRemoved) return;
    // Handlers that were added together need not all be busy together.
    const delayMs = this.#resyncMs * (0.9 + 0.2 * this.#options.random());
    this.#resync = this.#options.clock.schedule(delayMs, () => {
      if (this.#isCaughtUp) this.#tellAll((object) => ({ type: "updated", old: object, object, isResync: true }));
      this.startResync();
    });
  }

  #catchUp(): void {
    this.#tellAll((object) => ({ type: "added", object, isInitial: true }));
    this.#isCaughtUp = true;
  }

  #tellAll(eventOf: (object: T) => ObjectEvent<T>): void {
    if (this.#isRemoved) return;
    // As it is now: a handler may make others change the store.
    for (const object of [...this.#options.store.list()]) this.#call(eventOf(object));
  }

  #call(event: ObjectEvent<T>): void {
    if (this.#isRemoved) return;
    try {
      this.#handler(event);
    } catch (error) {
      const { type, object } = event;
      this.#options.log.error({ err: error, event: type, object: objectReference(object) }, "an event handler failed");
    }
  }
}
