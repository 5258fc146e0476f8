import { isJsonObject, type JsonObject } from "../../json/own-member.ts";
import { isDeletion } from "./directive.ts";
import { mismatch, missingMergeKey, unanswerable, unexpectedType } from "./strategic-patch-error.ts";

/** What tells items of a list apart: the value of their merge key, or, without one, the items themselves. */
export function identityOf(item: unknown, mergeKey: string): unknown {
  return mergeKey === "" ? item : (item as JsonObject)[mergeKey];
}

/** Where each item first stands in the list, by its identity. */
export function positionsOf(items: readonly unknown[], mergeKey: string): Map<unknown, number> {
  const positions = new Map<unknown, number>();
  for (const [position, item] of items.entries()) {
    const identity = identityOf(item, mergeKey);
    if (!positions.has(identity)) positions.set(identity, position);
  }
  return positions;
}

/**
 * The items in their order: those that `wanted` names as it has them, the others as `live` has them, the two interleaved
 * so that an item which stands before a named one in `live` stays before it as far as that can be.
 */
export function orderItems(
  items: readonly unknown[],
  wanted: readonly unknown[],
  live: readonly unknown[],
  mergeKey: string,
): unknown[] {
  const isNamed = mergeKey === "" ? scalarsIn(wanted) : objectsIn(wanted, mergeKey);
  const named: unknown[] = [];
  const others: unknown[] = [];
  for (const item of items) (isNamed(item) ? named : others).push(item);
  if (mergeKey !== "") for (const list of [wanted, live]) for (const item of list) requireMergeKey(item, mergeKey);

  const livePositions = positionsOf(live, mergeKey);
  return interleave(
    sortByPosition(others, livePositions, mergeKey),
    sortByPosition(named, positionsOf(wanted, mergeKey), mergeKey),
    livePositions,
    mergeKey,
  );
}

/** The items in the order of their positions, with those that ask to be removed after all others. */
export function sortByPosition(
  items: readonly unknown[],
  positions: ReadonlyMap<unknown, number>,
  mergeKey: string,
): unknown[] {
  const kept = items.filter((item) => !isJsonObject(item) || !isDeletion(item));
  const removed = items.length === kept.length ? [] : items.filter((item) => isJsonObject(item) && isDeletion(item));
  const places = kept.map((item) => ({ item, position: positions.get(identityOf(item, mergeKey)) }));
  if (places.some(({ position }) => position === undefined)) sortWithStrangers(places);
  else places.sort((a, b) => a.position! - b.position!);
  return [...places.map(({ item }) => item), ...removed];
}

interface Place {
  readonly item: unknown;
  readonly position: number | undefined;
}

/** Beyond this the server sorts in another way, which no sensible patch needs. */
const insertionSortLimit = 20;

/** To the server an item without a position goes before any other, and any other before it. */
function sortWithStrangers(places: Place[]): void {
  const isBefore = (a: Place, b: Place): boolean =>
    a.position === undefined || b.position === undefined || a.position < b.position;
  if (places.length > insertionSortLimit) {
    places.sort((a, b) => (a.position ?? -1) - (b.position ?? -1));
    return;
  }
  for (let end = 1; end < places.length; end++) {
    for (let at = end; at > 0 && isBefore(places[at]!, places[at - 1]!); at--) {
      [places[at - 1], places[at]] = [places[at]!, places[at - 1]!];
    }
  }
}

/** Throws unless the item is an object that has the merge key. */
export function requireMergeKey(item: unknown, mergeKey: string): JsonObject {
  if (!isJsonObject(item)) throw unexpectedType("map[string]interface {}", item);
  if (!Object.hasOwn(item, mergeKey)) throw missingMergeKey(item, mergeKey);
  return item;
}

function scalarsIn(wanted: readonly unknown[]): (item: unknown) => boolean {
  const names = new Set(wanted.map(requireScalar));
  return (item) => names.has(requireScalar(item));
}

function requireScalar(item: unknown): unknown {
  if (typeof item !== "object" || item === null) return item;
  throw unanswerable("objects and lists that have no merge key cannot be put in order");
}

function objectsIn(wanted: readonly unknown[], mergeKey: string): (item: unknown) => boolean {
  const stranger = wanted.findIndex((item) => !isJsonObject(item));
  const objects = stranger === -1 ? wanted : wanted.slice(0, stranger);
  const names = new Set(
    objects.flatMap((item) => (Object.hasOwn(item as JsonObject, mergeKey) ? [identityOf(item, mergeKey)] : [])),
  );
  return (item) => {
    if (names.has(identityOf(requireMergeKey(item, mergeKey), mergeKey))) return true;
    if (stranger !== -1) throw mismatch(`value for key ${stranger} is not a map`);
    return false;
  };
}

function interleave(
  others: readonly unknown[],
  named: readonly unknown[],
  live: ReadonlyMap<unknown, number>,
  mergeKey: string,
): unknown[] {
  const all: unknown[] = [];
  let next = 0;
  for (const item of named) {
    const position = live.get(identityOf(item, mergeKey));
    while (position !== undefined && next < others.length) {
      const before = live.get(identityOf(others[next], mergeKey));
      if (before === undefined || before >= position) break;
      all.push(others[next++]);
    }
    all.push(item);
  }
  return [...all, ...others.slice(next)];
}
