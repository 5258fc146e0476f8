import type { JsonObject } from "../../../json/own-member.ts";
import { isJsonObject } from "../../../json/own-member.ts";
import { formatGoValue } from "../../../text/go-text.ts";
import { isDeletion, orderPrefix, patchDirective } from "../directive.ts";
import { requireMergeKey } from "../order-items.ts";
import { mismatch, unanswerable, unexpectedType } from "../strategic-patch-error.ts";

/** Throws unless the items that a patch adds or changes stand in the order that its `$setElementOrder` has. */
export function checkOrder(items: readonly unknown[], order: readonly unknown[], mergeKey: string): void {
  if (items.length === 0 || order.length === 0) return;
  const named = mergeKey === "" ? items : withoutDeletions(items);
  let next = 0;
  let position = 0;
  while (next < named.length && position < order.length) {
    const item = named[next];
    if (isJsonObject(item) && Object.hasOwn(item, patchDirective)) next++;
    else if (isSameItem(item, order[position++], mergeKey)) next++;
  }
  // An item with a directive is only passed over while there is something left of the order.
  if (next < named.length) {
    throw mismatch(
      `The order in patch list:\n${formatGoValue(items)}\n doesn't match ${orderPrefix} list:\n${formatGoValue(order)}\n`,
    );
  }
}

function withoutDeletions(items: readonly unknown[]): unknown[] {
  return items.filter((item) => {
    if (!isJsonObject(item)) throw unexpectedType("map[string]interface {}", item);
    return !isDeletion(item);
  });
}

function isSameItem(a: unknown, b: unknown, mergeKey: string): boolean {
  if (mergeKey !== "") return requireMergeKey(a, mergeKey)[mergeKey] === requireMergeKey(b, mergeKey)[mergeKey];
  if (isContainer(a) && isContainer(b)) throw unanswerable("items without a merge key cannot be put in order");
  return a === b;
}

function isContainer(value: unknown): value is JsonObject | unknown[] {
  return typeof value === "object" && value !== null;
}
