import { jsonEqual } from "../../../json/json-equal.ts";
import { isJsonObject, type JsonObject, ownMember } from "../../../json/own-member.ts";
import { formatGoValue } from "../../../text/go-text.ts";
import type { ValueType } from "../../../value/value-type.ts";
import { patchDirective, retainKeysDirective } from "../directive.ts";
import { areObjects } from "../item-kind.ts";
import { requireMergeKey } from "../order-items.ts";
import { listRuleOf, objectRuleOf, type PatchRule } from "../patch-rule.ts";

/** Whether two patches for objects of a type do different things to the same member. */
export function haveConflict(left: JsonObject, right: JsonObject, type: ValueType): boolean {
  if (ownMember(left, patchDirective) !== ownMember(right, patchDirective)) return true;
  return Object.keys(left).some((key) => {
    if (key === patchDirective || key === retainKeysDirective || !Object.hasOwn(right, key)) return false;
    const ours = left[key];
    const theirs = right[key];
    if (Array.isArray(ours)) {
      const rule = listRuleOf(type, key);
      return !Array.isArray(theirs) || haveListConflict(ours, theirs, rule);
    }
    if (!isJsonObject(ours)) return !jsonEqual(ours, theirs);
    const rule = objectRuleOf(type, key);
    if (!isJsonObject(theirs)) return true;
    if (rule.strategy !== "replace") return haveConflict(ours, theirs, rule.type);
    return ownMember(ours, patchDirective) !== ownMember(theirs, patchDirective);
  });
}

function haveListConflict(left: unknown[], right: unknown[], rule: PatchRule): boolean {
  const hasObjects = areObjects(left, right);
  if (rule.strategy === "merge") {
    if (!hasObjects) return false;
    const others = byMergeKey(right, rule.mergeKey);
    return [...byMergeKey(left, rule.mergeKey)].some(([key, item]) => {
      const other = others.get(key);
      return other !== undefined && haveConflict(item, other, rule.type);
    });
  }
  if (left.length !== right.length) return true;
  if (hasObjects)
    return left.some((item, index) => haveConflict(item as JsonObject, right[index] as JsonObject, rule.type));
  const ours = new Set(left);
  const theirs = new Set(right);
  return ours.size !== theirs.size || [...ours].some((item) => !theirs.has(item));
}

function byMergeKey(items: readonly unknown[], mergeKey: string): Map<string, JsonObject> {
  return new Map(
    items.map((item) => {
      const object = requireMergeKey(item, mergeKey);
      return [formatGoValue(object[mergeKey]), object];
    }),
  );
}
