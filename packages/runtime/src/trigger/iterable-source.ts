import { onAbort, sleep } from "@kubewright/client";
import { exponentialBackOff } from "../queue/rate-limiter.ts";
import { EventDelivery } from "./event-delivery.ts";
import type { HandlerContext, TriggerRequests } from "./handler.ts";
import type { Source, SourceContext } from "./source.ts";
import type { GenericEvent } from "./trigger-event.ts";

/** What comes from outside, or a function that begins to listen to it, until `signal` aborts. */
export type IterableInput<E> =
  | AsyncIterable<E>
  | ((context: { readonly signal: AbortSignal }) => AsyncIterable<E> | Promise<AsyncIterable<E>>);

export interface IterableSourceOptions<E> {
  /** For messages. @default "iterable" */
  readonly name?: string;
  /** All must hold for what comes to be handled. @default none */
  readonly predicates?: readonly ((event: GenericEvent<E>) => boolean)[];
}

/**
 * Calls `handler` for everything that an async iterable gives: a queue of messages, webhooks, a poll of something outside.
 *
 * Takes no more from it than the handler keeps up with. Ends with the iterable. One that fails is logged; if it was given as a function, that is called again, later each time.
 * When the signal aborts, the iterator is told to return.
 */
export function iterableSource<E>(
  iterable: IterableInput<E>,
  handler: (event: GenericEvent<E>, context: HandlerContext) => TriggerRequests,
  options: IterableSourceOptions<E> = {},
): Source {
  const { name = "iterable", predicates = [] } = options;
  return {
    name,
    async start(context) {
      context.signal.throwIfAborted();
      const delivery = new EventDelivery<GenericEvent<E>>({ predicates, handler, context });
      void listen(iterable, context, (object) => {
        delivery.deliver({ type: "generic", object });
        return delivery.whenRoom();
      });
    },
  };
}

/** Takes what came; gives when the next may come, if that is not at once. */
type Tell<E> = (object: E) => Promise<void> | undefined;

async function listen<E>(iterable: IterableInput<E>, context: SourceContext, tell: Tell<E>): Promise<void> {
  const { signal, log, clock } = context;
  const backOff = exponentialBackOff({ baseMs: 1_000, maxMs: 60_000 });
  while (!signal.aborted) {
    try {
      const opened = typeof iterable === "function" ? await iterable({ signal }) : iterable;
      await drain(opened, signal, (object) => {
        backOff.forget("");
        return tell(object);
      });
      if (!signal.aborted) log.debug({}, "the source has ended");
      return;
    } catch (error) {
      if (signal.aborted) return;
      if (typeof iterable !== "function") {
        log.error({ err: error }, "the source failed and tells nothing from now on");
        return;
      }
      const delayMs = backOff.delayMs("", clock.monotonic());
      log.error({ err: error, delayMs }, "the source failed; it is opened again");
      await sleep(delayMs, { clock, signal }).catch(() => {});
    }
  }
}

/** Calls `tell` for all there is, no faster than it can take it, and nothing more once the signal has aborted. */
async function drain<E>(iterable: AsyncIterable<E>, signal: AbortSignal, tell: Tell<E>): Promise<void> {
  const iterator = iterable[Symbol.asyncIterator]();
  // A generator returns only after what it waits for, so what it waits for may need the signal, too.
  const forget = onAbort(signal, () => void close(iterator));
  try {
    for (let next = await iterator.next(); next.done !== true && !signal.aborted; next = await iterator.next()) {
      await tell(next.value);
    }
  } finally {
    forget();
  }
}

async function close(iterator: AsyncIterator<unknown>): Promise<void> {
  try {
    await iterator.return?.();
  } catch {
    // Nobody wants what it gives any more, so nobody wants to know why it ended.
  }
}
