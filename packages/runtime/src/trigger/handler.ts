import {
  formatKey,
  type Kind,
  type KubeObject,
  type ObjectKey,
  type OwnerReference,
  type Scope,
} from "@kubewright/api";
import { RuntimeError } from "../errors.ts";
import type { RequestOptions, SourceContext } from "./source.ts";
import type { TriggerEvent } from "./trigger-event.ts";

/** An object to reconcile: its key, and how urgent it is, if that differs from what its event says. */
export interface TriggerRequest extends ObjectKey, RequestOptions {}

/** What a handler gives: at once, or when it has found out. */
export type TriggerRequests = Iterable<TriggerRequest> | Promise<Iterable<TriggerRequest>>;

/** What handlers get besides the event. */
export type HandlerContext = Pick<SourceContext, "signal" | "discovery">;

/**
 * Which objects to reconcile after an event. Must not change the event's objects.
 *
 * When it throws or rejects, that is logged and it is asked again later, so that no event is lost. Events may overtake
 * each other if it takes its time.
 */
export type TriggerHandler<T extends KubeObject = KubeObject> = (
  event: TriggerEvent<T>,
  context: HandlerContext,
) => TriggerRequests;

/** Reconciles the object of the event itself. */
export function enqueueObject(): TriggerHandler {
  return ({ object }) => [object.metadata];
}

/**
 * Reconciles the objects that `map` gives for the object of an event; after an update for both the old and the new one, so
 * that those which it no longer concerns are looked at, too. One that is given several times counts once.
 */
export function enqueueMapped<T extends KubeObject = KubeObject>(
  map: (object: T, context: HandlerContext) => TriggerRequests,
): TriggerHandler<T> {
  return (event, context) => {
    const answers = objectsOf(event).map((object) => {
      try {
        return map(object, context);
      } catch (error) {
        // Not thrown: the other answer may be a promise, which someone has to wait for.
        return Promise.reject(error);
      }
    });
    return answers.some(isPromise)
      ? Promise.all(answers).then(unique)
      : unique(answers as readonly Iterable<TriggerRequest>[]);
  };
}

export interface EnqueueOwnerOptions {
  /** Only the owner that manages the object counts, of the several that it may have. @default true */
  readonly onlyController?: boolean;
}

/**
 * Reconciles the owners of this kind that the object of an event names, in whatever version of the kind; after an update
 * those that it named before, too.
 *
 * Where `ownerKind` does not say its scope, the server's discovery is asked once.
 */
export function enqueueOwner(ownerKind: Kind, options: EnqueueOwnerOptions = {}): TriggerHandler {
  const { onlyController = true } = options;
  let scope = ownerKind.scope;
  const isOwner = ({ apiVersion, kind, controller }: OwnerReference): boolean =>
    kind === ownerKind.kind && groupOf(apiVersion) === ownerKind.group && (!onlyController || controller === true);
  const requestsFor = (objects: readonly KubeObject[], inScope: Scope): TriggerRequest[] =>
    unique(
      objects.map(({ metadata: { namespace, ownerReferences = [] } }) =>
        ownerReferences
          .filter(isOwner)
          .map(({ name }) => (inScope === "Namespaced" && namespace ? { namespace, name } : { name })),
      ),
    );
  return (event, { discovery, signal }) => {
    const objects = objectsOf(event);
    if (scope !== undefined) return requestsFor(objects, scope);
    if (!objects.some(({ metadata }) => metadata.ownerReferences?.some(isOwner))) return [];
    return scopeOf(ownerKind, discovery, signal).then((found) => {
      scope = found;
      return requestsFor(objects, found);
    });
  };
}

async function scopeOf(kind: Kind, discovery: HandlerContext["discovery"], signal: AbortSignal): Promise<Scope> {
  if (discovery === undefined) {
    throw new RuntimeError(
      "INVALID_SETUP",
      `enqueueOwner(${kind.kind}): the kind does not say whether its objects live in namespaces; give it a scope, as in ` +
        `defineKind({ …, scope: "Namespaced" }), or the source a discovery`,
    );
  }
  return (await discovery.resourceFor(kind, { signal })).scope;
}

/** The object as it is now; before that, after an update that changed it, as it was. */
function objectsOf<T extends KubeObject>(event: TriggerEvent<T>): T[] {
  return event.type === "updated" && event.old !== event.object ? [event.old, event.object] : [event.object];
}

function unique(requests: readonly Iterable<TriggerRequest>[]): TriggerRequest[] {
  const found = new Map<string, TriggerRequest>();
  for (const some of requests) {
    for (const request of iterableOf(some)) {
      const { priority = "", afterMs = "" } = request;
      found.set(`${formatKey(request)} ${priority} ${afterMs}`, request);
    }
  }
  return [...found.values()];
}

function groupOf(apiVersion: string): string {
  const slash = apiVersion.indexOf("/");
  return slash === -1 ? "" : apiVersion.slice(0, slash);
}

/** Whether the answer comes later. */
export function isPromise(requests: TriggerRequests): requests is Promise<Iterable<TriggerRequest>> {
  return typeof (requests as { then?: unknown } | undefined)?.then === "function";
}

/** What a handler gave. Throws RuntimeError `INVALID_ARGUMENT` where no compiler saw that it gives nothing. */
export function iterableOf(requests: Iterable<TriggerRequest>): Iterable<TriggerRequest> {
  if (typeof requests === "object" && requests !== null && Symbol.iterator in requests) return requests;
  throw new RuntimeError(
    "INVALID_ARGUMENT",
    `the handler gave ${typeof requests}, but must give a list of the objects to reconcile, as [{ namespace, name }] or []`,
  );
}
