import type { Kind, KubeObject } from "@kubewright/api";
import { onAbort } from "@kubewright/client";
import { nameOfKind } from "../cache/cache-options.ts";
import type { StreamState } from "../informer/informer-state.ts";
import type { EventHandler, HandlerRegistration } from "../informer/object-event.ts";
import { EventDelivery } from "./event-delivery.ts";
import type { TriggerHandler } from "./handler.ts";
import type { Predicate } from "./predicate.ts";
import type { Source } from "./source.ts";
import type { TriggerEvent } from "./trigger-event.ts";

/** What tells of the changes of objects: an informer. */
export interface EventFeed<T extends KubeObject = KubeObject> {
  addHandler(handler: EventHandler<T>, options?: { readonly resyncMs?: number }): HandlerRegistration;
  readonly states?: readonly StreamState[];
}

export interface KindSourceOptions<T extends KubeObject = KubeObject> {
  /** For messages. */
  readonly kind: Kind<T>;
  /** Whoever made it starts and stops it. */
  readonly informer: EventFeed<T>;
  /** Which objects to reconcile after an event. */
  readonly handler: TriggerHandler<T>;
  /** All must hold for an event to be handled. @default none */
  readonly predicates?: readonly Predicate<T>[];
  /** How often all objects are told again. @default as often as the informer does */
  readonly resyncMs?: number;
}

/** Tells of all objects of a kind, and of their changes. What existed before, and resyncs, have `lowPriority`. */
export function kindSource<T extends KubeObject>(options: KindSourceOptions<T>): Source {
  const { kind, informer, handler, predicates = [], resyncMs } = options;
  return {
    name: nameOfKind(kind),
    get states() {
      return informer.states ?? [];
    },
    async start(context) {
      const { signal } = context;
      signal.throwIfAborted();
      const delivery = new EventDelivery<TriggerEvent<T>>({ predicates, handler, context });
      const registration = informer.addHandler(
        (event) => delivery.deliver(event),
        resyncMs === undefined ? {} : { resyncMs },
      );
      onAbort(signal, () => registration.remove());
      try {
        await registration.whenSynced({ signal });
      } catch (error) {
        registration.remove();
        throw error;
      }
      await delivery.whenTried();
    },
  };
}
