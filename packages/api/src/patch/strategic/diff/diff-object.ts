import { jsonEqual } from "../../../json/json-equal.ts";
import { isJsonObject, type JsonObject, ownMember, setOwnMember } from "../../../json/own-member.ts";
import { compareBytes } from "../../../text/byte-text.ts";
import { goTypeOf } from "../../../text/go-text.ts";
import type { ValueType } from "../../../value/value-type.ts";
import { deletionPrefix, orderPrefix, patchDirective, retainKeysDirective } from "../directive.ts";
import { listRuleOf, objectRuleOf, type PatchRule } from "../patch-rule.ts";
import { mismatch } from "../strategic-patch-error.ts";
import { diffLists } from "./diff-list.ts";
import type { DiffScope } from "./diff-scope.ts";

/** The patch that makes `modified` out of `original`, as far as the scope goes. The patch shares parts with `modified`. */
export function diffObjects(
  original: JsonObject,
  modified: JsonObject,
  type: ValueType,
  scope: DiffScope,
  retainsKeys = false,
): JsonObject {
  const patch: JsonObject = {};
  for (const key of Object.keys(modified)) diffMember(patch, key, original, modified, type, scope);
  const gone = Object.keys(original).filter((key) => !Object.hasOwn(modified, key));
  if (scope.hasDeletions) for (const key of gone) setOwnMember(patch, key, null);

  const retained = retainsKeys ? Object.keys(modified).filter((key) => modified[key] !== null) : [];
  const isChanged = Object.keys(patch).length > 0 || gone.some((key) => original[key] !== null);
  if (retained.length > 0 && isChanged) patch[retainKeysDirective] = retained.sort(compareBytes);
  return patch;
}

function diffMember(
  patch: JsonObject,
  key: string,
  original: JsonObject,
  modified: JsonObject,
  type: ValueType,
  scope: DiffScope,
): void {
  const before = ownMember(original, key);
  const after = modified[key];
  if (before !== undefined && key === patchDirective) {
    if (typeof before !== "string" || typeof after !== "string") {
      throw mismatch(`invalid value for special key: ${patchDirective}`);
    }
    if (before !== after) patch[key] = after;
  } else if (before === undefined || goTypeOf(before) !== goTypeOf(after)) {
    if (scope.hasChanges) setOwnMember(patch, key, after);
  } else if (isJsonObject(before)) {
    const rule = ruleUnlessEqual(() => objectRuleOf(type, key), before, after);
    if (rule !== undefined) diffObjectMember(patch, key, before, after as JsonObject, rule, scope);
  } else if (Array.isArray(before)) {
    const rule = ruleUnlessEqual(() => listRuleOf(type, key), before, after);
    if (rule !== undefined) diffListMember(patch, key, before, after as unknown[], rule, scope);
  } else if (scope.hasChanges && !jsonEqual(before, after)) {
    setOwnMember(patch, key, after);
  }
}

/** Equal members need no rule. */
function ruleUnlessEqual(rule: () => PatchRule, before: unknown, after: unknown): PatchRule | undefined {
  try {
    return rule();
  } catch (error) {
    if (jsonEqual(before, after)) return undefined;
    throw error;
  }
}

function diffObjectMember(
  patch: JsonObject,
  key: string,
  before: JsonObject,
  after: JsonObject,
  rule: PatchRule,
  scope: DiffScope,
): void {
  if (rule.strategy === "replace") {
    if (scope.hasChanges) setOwnMember(patch, key, after);
    return;
  }
  const difference = diffObjects(before, after, rule.type, scope, rule.retainsKeys);
  if (Object.keys(difference).length > 0) setOwnMember(patch, key, difference);
}

function diffListMember(
  patch: JsonObject,
  key: string,
  before: unknown[],
  after: unknown[],
  rule: PatchRule,
  scope: DiffScope,
): void {
  if (rule.strategy !== "merge") {
    if (scope.hasChanges && !jsonEqual(before, after)) setOwnMember(patch, key, after);
    return;
  }
  const { changes, deletions, order } = diffLists(before, after, rule, scope, (item, changed) =>
    diffObjects(item, changed, rule.type, scope, rule.retainsKeys),
  );
  if (changes.length > 0) setOwnMember(patch, key, changes);
  if (deletions.length > 0) patch[`${deletionPrefix}/${key}`] = deletions;
  if (order.length > 0) patch[`${orderPrefix}/${key}`] = order;
}
