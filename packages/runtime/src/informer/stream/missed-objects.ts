import { formatKey, type KubeObject } from "@kubewright/api";
import type { ObjectEvent } from "../object-event.ts";

/** What handlers are told of an object that came and went while nothing could tell it. */
export function missedEvents<T extends KubeObject>(object: T): readonly ObjectEvent<T>[] {
  return [
    { type: "added", object, isInitial: false },
    { type: "deleted", object, isStateUnknown: true },
  ];
}

/** Events with those of missed objects among them: each object after the one that was there before it, and before the one that is there now. */
export function withMissed<T extends KubeObject>(
  events: readonly ObjectEvent<T>[],
  missed: readonly T[],
): readonly ObjectEvent<T>[] {
  if (missed.length === 0) return events;
  const left = new Map<string, ObjectEvent<T>[]>();
  for (const object of missed) {
    const key = formatKey(object.metadata);
    left.set(key, [...(left.get(key) ?? []), ...missedEvents(object)]);
  }
  const all: ObjectEvent<T>[] = [];
  for (const event of events) {
    const key = formatKey(event.object.metadata);
    if (event.type === "added" && left.has(key)) {
      all.push(...left.get(key)!);
      left.delete(key);
    }
    all.push(event);
  }
  return [...all, ...[...left.values()].flat()];
}
