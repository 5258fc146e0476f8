import type { JsonObject } from "../../../json/own-member.ts";
import { patchDirective } from "../directive.ts";
import { areObjects } from "../item-kind.ts";
import { identityOf, orderItems, positionsOf, requireMergeKey } from "../order-items.ts";
import { kindOf, type PatchRule } from "../patch-rule.ts";
import { mismatch, missingMergeKey, unknownDirective } from "../strategic-patch-error.ts";

/** Two lists, merged. */
export interface MergedList {
  /** In their final order, unless a directive has another one. */
  readonly items: unknown[];
  /** What the server takes for the order of the live list when a directive orders it. */
  readonly live: readonly unknown[];
}

/** Merges the items of a patch into those of `target`. Objects of both lists are changed by `mergeItem`. */
export function mergeLists(
  target: unknown[],
  patch: unknown[],
  rule: PatchRule,
  mergeItem: (target: JsonObject, patch: JsonObject) => JsonObject,
): MergedList {
  if (target.length === 0 && patch.length === 0) return { items: target, live: target };
  if (!areObjects(target, patch)) {
    return { items: orderItems([...new Set([...target, ...patch])], patch, target, rule.mergeKey), live: target };
  }
  if (rule.mergeKey === "") throw mismatch(`cannot merge lists without merge key for ${kindOf(rule.type)}`);

  const { kept, items, isReplaced } = obeyDirectives(target as JsonObject[], patch as JsonObject[], rule.mergeKey);
  for (const item of kept) requireMergeKey(item, rule.mergeKey);
  const merged = mergeItems(kept, items, rule.mergeKey, mergeItem);
  return {
    items: orderItems(merged, items, kept, rule.mergeKey),
    // The server reuses the live list for the merged items, and so takes items that fill places of removed ones for live.
    live: isReplaced ? target : merged.slice(0, target.length),
  };
}

/** The items of `target` that stay, and those of the patch that are not directives. */
function obeyDirectives(
  target: JsonObject[],
  patch: readonly JsonObject[],
  mergeKey: string,
): { kept: JsonObject[]; items: JsonObject[]; isReplaced: boolean } {
  const items: JsonObject[] = [];
  const removed = new Set<unknown>();
  let isReplaced = false;
  for (const item of patch) {
    if (!Object.hasOwn(item, patchDirective)) {
      items.push(item);
      continue;
    }
    switch (item[patchDirective]) {
      case "delete":
        if (!Object.hasOwn(item, mergeKey)) throw missingMergeKey(item, mergeKey);
        removed.add(item[mergeKey]);
        break;
      case "replace":
        isReplaced = true;
        break;
      case "merge":
        throw mismatch("merging lists cannot yet be specified in the patch");
      default:
        throw unknownDirective(item[patchDirective], item);
    }
  }
  if (isReplaced) return { kept: items, items: [], isReplaced };
  const kept = removed.size === 0 ? target : target.filter((item) => !removed.has(item[mergeKey]));
  return { kept, items, isReplaced };
}

function mergeItems(
  target: readonly JsonObject[],
  patch: readonly JsonObject[],
  mergeKey: string,
  mergeItem: (target: JsonObject, patch: JsonObject) => JsonObject,
): JsonObject[] {
  const merged = [...target];
  const positions = positionsOf(merged, mergeKey);
  for (const item of patch) {
    const identity = identityOf(requireMergeKey(item, mergeKey), mergeKey);
    const position = positions.get(identity);
    if (position === undefined) {
      positions.set(identity, merged.length);
      merged.push(item);
    } else {
      merged[position] = mergeItem(merged[position]!, item);
    }
  }
  return merged;
}
