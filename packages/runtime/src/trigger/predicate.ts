import { jsonEqual, type KubeObject, type LabelSelector, Selector } from "@kubewright/api";
import type { TriggerEvent } from "./trigger-event.ts";

/** Whether an event matters. One that does not is not handled. Must not change the objects. If it throws, the event matters. */
export type Predicate<T extends KubeObject = KubeObject> = (event: TriggerEvent<T>) => boolean;

/** The events of one type. */
export type EventOfType<T extends KubeObject, Type extends TriggerEvent["type"]> = Extract<
  TriggerEvent<T>,
  { readonly type: Type }
>;

/** A claim for each type of event; `true` and absent let it through. */
export type PredicateByType<T extends KubeObject = KubeObject> = {
  readonly [Type in TriggerEvent["type"]]?: boolean | ((event: EventOfType<T, Type>) => boolean);
};

/** Decides by the type of the event: `on({ deleted: false, updated: ({ old, object }) => … })`. */
export function on<T extends KubeObject = KubeObject>(byType: PredicateByType<T>): Predicate<T> {
  return (event) => {
    const claim = byType[event.type] as boolean | ((event: TriggerEvent<T>) => boolean) | undefined;
    return typeof claim === "function" ? claim(event) : (claim ?? true);
  };
}

/**
 * Leaves out updates that did not change `metadata.generation`: of custom resources, writes of status or metadata only. A
 * request for deletion does change it. Kinds without generation never get through; see `select`.
 */
export function generationChanged(): Predicate {
  return changed(({ metadata }) => metadata.generation);
}

/** Leaves out updates of objects that did not change at all: resyncs. */
export function resourceVersionChanged(): Predicate {
  return changed(({ metadata }) => metadata.resourceVersion);
}

/** Leaves out updates that did not change the labels. */
export function labelsChanged(): Predicate {
  return select(({ metadata }) => metadata.labels ?? {});
}

/** Leaves out updates that did not change the annotations. */
export function annotationsChanged(): Predicate {
  return select(({ metadata }) => metadata.annotations ?? {});
}

/** Leaves out updates that did not change what `project` takes from the object, compared as JSON. */
export function select<T extends KubeObject = KubeObject>(project: (object: T) => unknown): Predicate<T> {
  return on({ updated: ({ old, object }) => !jsonEqual(project(old), project(object)) });
}

/** Leaves out events of objects that `matches` does not hold for. It sees an updated object as it is now. */
export function where<T extends KubeObject = KubeObject>(matches: (object: T) => boolean): Predicate<T> {
  return ({ object }) => matches(object);
}

/** Leaves out events of objects without these labels, as in `"app=web,!canary"`. It sees an updated object as it is now. */
export function labelSelector(selector: string | LabelSelector | Selector): Predicate {
  const parsed = selector instanceof Selector ? selector : Selector.of(selector);
  return where(({ metadata }) => parsed.matches(metadata.labels));
}

/** All must hold. Later ones are asked only if earlier ones do. */
export function and<T extends KubeObject = KubeObject>(...predicates: readonly Predicate<T>[]): Predicate<T> {
  return (event) => predicates.every((predicate) => predicate(event));
}

/** One must hold. Later ones are asked only if no earlier one does. */
export function or<T extends KubeObject = KubeObject>(...predicates: readonly Predicate<T>[]): Predicate<T> {
  return (event) => predicates.some((predicate) => predicate(event));
}

/** Must not hold. What leaves out only some updates then leaves out every other type of event: see `on`. */
export function not<T extends KubeObject = KubeObject>(predicate: Predicate<T>): Predicate<T> {
  return (event) => !predicate(event);
}

function changed(fieldOf: (object: KubeObject) => unknown): Predicate {
  return on({ updated: ({ old, object }) => fieldOf(old) !== fieldOf(object) });
}
