import { jsonEqual } from "../../../json/json-equal.ts";
import type { JsonObject } from "../../../json/own-member.ts";
import { compareBytes } from "../../../text/byte-text.ts";
import { formatGoValue } from "../../../text/go-text.ts";
import { patchDirective } from "../directive.ts";
import { areObjects } from "../item-kind.ts";
import { positionsOf, requireMergeKey, sortByPosition } from "../order-items.ts";
import type { PatchRule } from "../patch-rule.ts";
import type { DiffScope } from "./diff-scope.ts";

/** How two lists that are merged differ. */
export interface ListDifference {
  /** Items to add or change and, of lists of objects, to remove. */
  readonly changes: unknown[];
  /** Scalars to remove. */
  readonly deletions: unknown[];
  /** The items of the modified list, by their merge key, where their order has to be said. */
  readonly order: unknown[];
}

const noDifference: ListDifference = { changes: [], deletions: [], order: [] };

/** How `modified` differs from `original`, as far as the scope goes. */
export function diffLists(
  original: readonly unknown[],
  modified: readonly unknown[],
  rule: PatchRule,
  scope: DiffScope,
  diffItem: (original: JsonObject, modified: JsonObject) => JsonObject,
): ListDifference {
  if (original.length === 0) {
    return scope.hasChanges ? { ...noDifference, changes: [...modified] } : noDifference;
  }
  return areObjects(original, modified)
    ? diffObjectLists(original as JsonObject[], modified as JsonObject[], rule.mergeKey, scope, diffItem)
    : diffScalarLists(original, modified, rule.mergeKey, scope);
}

function diffScalarLists(
  original: readonly unknown[],
  modified: readonly unknown[],
  mergeKey: string,
  scope: DiffScope,
): ListDifference {
  const before = sortedByText(original, (item) => item);
  const additions: unknown[] = [];
  const removals: unknown[] = [];
  pair(
    before,
    sortedByText(modified, (item) => item),
    (removed, added) => {
      if (added === undefined) removals.push(removed!.value);
      else if (removed === undefined) additions.push(added.value);
    },
  );
  const deletions = scope.hasDeletions ? withoutRepeats(removals) : [];
  const changes = scope.hasChanges ? sortByPosition(additions, positionsOf(modified, mergeKey), mergeKey) : [];
  // That the order alone changed shows only against the sorted original.
  const isReordered =
    scope.hasChanges &&
    !jsonEqual(
      before.map(({ value }) => value),
      modified,
    );
  return { changes, deletions, order: scope.hasOrder && (deletions.length > 0 || isReordered) ? [...modified] : [] };
}

function diffObjectLists(
  original: readonly JsonObject[],
  modified: readonly JsonObject[],
  mergeKey: string,
  scope: DiffScope,
  diffItem: (original: JsonObject, modified: JsonObject) => JsonObject,
): ListDifference {
  for (const item of [...original, ...modified]) requireMergeKey(item, mergeKey);
  const changed: JsonObject[] = [];
  const removed: JsonObject[] = [];
  const keyOf = (item: JsonObject): unknown => item[mergeKey];
  pair(sortedByText(original, keyOf), sortedByText(modified, keyOf), (before, after) => {
    if (before !== undefined && after !== undefined) {
      const patch = diffItem(before.value, after.value);
      if (Object.keys(patch).length > 0) changed.push({ ...patch, [mergeKey]: keyOf(after.value) });
    } else if (after !== undefined) {
      if (scope.hasChanges) changed.push(after.value);
    } else if (scope.hasDeletions) {
      removed.push({ [mergeKey]: keyOf(before!.value), [patchDirective]: "delete" });
    }
  });
  const changes = [...sortByPosition(changed, positionsOf(modified, mergeKey), mergeKey), ...removed];
  const isReordered =
    original.length !== modified.length || original.some((item, index) => keyOf(item) !== keyOf(modified[index]!));
  const isOrdered =
    scope.hasOrder && (changes.length > 0 ? scope.hasChanges || scope.hasDeletions : scope.hasChanges && isReordered);
  return { changes, deletions: [], order: isOrdered ? modified.map((item) => ({ [mergeKey]: keyOf(item) })) : [] };
}

interface Sorted<T> {
  readonly value: T;
  /** What it is sorted and matched by. */
  readonly text: string;
}

/** Of items with the same text the last comes first, as in the server's short lists. */
function sortedByText<T>(items: readonly T[], keyOf: (item: T) => unknown): Sorted<T>[] {
  return items
    .map((value) => ({ value, text: formatGoValue(keyOf(value)) }))
    .reverse()
    .sort((a, b) => compareBytes(a.text, b.text));
}

/** Walks through two sorted lists and gives each item together with its counterpart. */
function pair<T>(
  before: readonly Sorted<T>[],
  after: readonly Sorted<T>[],
  visit: (before: Sorted<T> | undefined, after: Sorted<T> | undefined) => void,
): void {
  let left = 0;
  let right = 0;
  while (left < before.length || right < after.length) {
    const removed = before[left];
    const added = after[right];
    const order = removed === undefined ? 1 : added === undefined ? -1 : compareBytes(removed.text, added.text);
    visit(order <= 0 ? removed : undefined, order >= 0 ? added : undefined);
    if (order <= 0) left++;
    if (order >= 0) right++;
  }
}

/** Each item once; the place of a repeated one goes to the last item, as the server does it. */
function withoutRepeats(items: unknown[]): unknown[] {
  if (new Set(items).size === items.length) return items;
  const kept = [...items];
  for (let index = 0; index < kept.length; index++) {
    for (let other = index + 1; other < kept.length; ) {
      if (kept[index] !== kept[other]) other++;
      else {
        const last = kept.pop();
        if (other < kept.length) kept[other] = last;
      }
    }
  }
  return kept;
}
