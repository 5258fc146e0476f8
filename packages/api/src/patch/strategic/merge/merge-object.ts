import { jsonEqual } from "../../../json/json-equal.ts";
import { isJsonObject, type JsonObject, ownMember, setOwnMember } from "../../../json/own-member.ts";
import { goTypeOf } from "../../../text/go-text.ts";
import type { ValueType } from "../../../value/value-type.ts";
import {
  deletionPrefix,
  dropNullMembers,
  listNameOf,
  orderPrefix,
  patchDirective,
  retainKeysDirective,
  withoutDirectives,
} from "../directive.ts";
import { areObjects } from "../item-kind.ts";
import { orderItems } from "../order-items.ts";
import { listRuleOf, objectRuleOf, type PatchRule } from "../patch-rule.ts";
import { badDirective, mismatch, unanswerable, unexpectedType, unknownDirective } from "../strategic-patch-error.ts";
import { checkOrder } from "./check-order.ts";
import { type MergedList, mergeLists } from "./merge-list.ts";

/** What a patch is merged into: an object, in which directives take effect, or another patch, which keeps them. */
export type MergeTarget = "object" | "patch";

/** What the patch makes of `target`. Changes both: directives that took effect are gone from the patch. */
export function mergeObjects(target: JsonObject, patch: JsonObject, type: ValueType, into: MergeTarget): JsonObject {
  if (Object.hasOwn(patch, patchDirective)) return replaceObject(patch);
  retainKeys(target, patch, into);
  for (const key of Object.keys(patch)) {
    if (key.startsWith(orderPrefix)) mergeOrdered(target, patch, key, type, into);
  }
  for (const key of Object.keys(patch)) mergeMember(target, key, patch[key], type, into);
  return target;
}

function replaceObject(patch: JsonObject): JsonObject {
  const directive = patch[patchDirective];
  if (directive === "delete") return {};
  if (directive !== "replace") throw unknownDirective(directive, patch);
  delete patch[patchDirective];
  return patch;
}

function retainKeys(target: JsonObject, patch: JsonObject, into: MergeTarget): void {
  if (!Object.hasOwn(patch, retainKeysDirective)) return;
  const keys = patch[retainKeysDirective];
  delete patch[retainKeysDirective];
  if (into === "patch") {
    const present = ownMember(target, retainKeysDirective);
    if (present !== undefined && !jsonEqual(present, keys)) throw mismatch("two patches retain different keys");
    target[retainKeysDirective] = keys;
    return;
  }
  if (!Array.isArray(keys)) throw badDirective("retainKeys");
  if (keys.some((key) => typeof key === "object" && key !== null)) throw unanswerable("a key to retain is no text");

  const retained = new Set<unknown>(keys);
  for (const [key, value] of Object.entries(patch)) {
    const isDirective = key.startsWith(deletionPrefix) || key.startsWith(orderPrefix);
    if (value !== null && !isDirective && !retained.has(key)) throw badDirective("retainKeys");
  }
  for (const key of Object.keys(target)) if (!retained.has(key)) delete target[key];
}

/** Merges the list that the directive orders, if there is one, and takes both out of the patch. */
function mergeOrdered(
  target: JsonObject,
  patch: JsonObject,
  directive: string,
  type: ValueType,
  into: MergeTarget,
): void {
  const order = patch[directive];
  if (into === "patch") {
    if (Object.hasOwn(target, directive) && !jsonEqual(target[directive], order))
      throw badDirective("setElementOrder list");
    setOwnMember(target, directive, order);
  }
  delete patch[directive];
  if (!Array.isArray(order)) throw unexpectedType("[]interface {}", order);
  const key = listNameOf(directive, orderPrefix);
  const live = listIn(target, key);
  const items = listIn(patch, key);
  const rule = listRuleOf(type, key);
  checkOrder(items ?? [], order, rule.mergeKey);
  if (live === undefined && items === undefined) return;

  const merged = mergeOrReplaceList(live, items, rule, into);
  areObjects(live ?? [], items ?? []);
  setOwnMember(target, key, orderItems(merged.items, order, merged.live, rule.mergeKey));
  delete patch[key];
}

function listIn(object: JsonObject, key: string): unknown[] | undefined {
  if (!Object.hasOwn(object, key)) return undefined;
  const list = object[key];
  if (!Array.isArray(list)) throw unexpectedType("[]interface {}", list);
  return list;
}

function mergeOrReplaceList(
  live: unknown[] | undefined,
  items: unknown[] | undefined,
  rule: PatchRule,
  into: MergeTarget,
): MergedList {
  if (items === undefined) return { items: live!, live: live! };
  if (live === undefined) return { items: withoutDirectives(items) as unknown[], live: [] };
  return rule.strategy === "merge" ? mergeItems(live, items, rule, into) : { items, live };
}

function mergeItems(target: unknown[], patch: unknown[], rule: PatchRule, into: MergeTarget): MergedList {
  return mergeLists(target, patch, rule, (item, change) => mergeObjects(item, change, rule.type, into));
}

function mergeMember(target: JsonObject, name: string, value: unknown, type: ValueType, into: MergeTarget): void {
  const isDeletion = name.startsWith(deletionPrefix);
  if (isDeletion && into === "patch") {
    setOwnMember(target, name, value);
    return;
  }
  const key = (isDeletion && listNameOf(name, deletionPrefix)) || name;
  if (value === null) {
    if (into === "patch") setOwnMember(target, key, null);
    else delete target[key];
    return;
  }
  const present = ownMember(target, key);
  if (!Object.hasOwn(target, key) || goTypeOf(present) !== goTypeOf(value)) {
    if (!isDeletion) setMember(target, key, value, into);
  } else if (Array.isArray(value)) {
    setOwnMember(target, key, mergeList(present as unknown[], value, listRuleOf(type, key), isDeletion, into));
  } else if (isJsonObject(value)) {
    const rule = objectRuleOf(type, key);
    const isReplaced = rule.strategy === "replace";
    setOwnMember(target, key, isReplaced ? value : mergeObjects(present as JsonObject, value, rule.type, into));
  } else {
    setOwnMember(target, key, value);
  }
}

/** Sets what has nothing to be merged with. */
function setMember(target: JsonObject, key: string, value: unknown, into: MergeTarget): void {
  if (into === "object") dropNullMembers(value);
  const kept = withoutDirectives(value);
  if (kept === undefined) delete target[key];
  else setOwnMember(target, key, kept);
}

function mergeList(
  target: unknown[],
  patch: unknown[],
  rule: PatchRule,
  isDeletion: boolean,
  into: MergeTarget,
): unknown[] {
  if (isDeletion && target.length + patch.length > 0 && !areObjects(target, patch)) {
    const removed = new Set(patch);
    return target.filter((item) => !removed.has(item));
  }
  return isDeletion || rule.strategy === "merge" ? mergeItems(target, patch, rule, into).items : patch;
}
