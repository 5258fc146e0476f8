import { guardDepth } from "./depth-guard.ts";
import { isJsonObject, type JsonObject, setOwnMember } from "./own-member.ts";

/**
 * A copy that shares nothing with `value`, which is plain JSON.
 *
 * Members that are `undefined` are left out and items that are become `null`, as in the text. What has a `toJSON` is replaced by what that
 * gives; other instances of classes are kept as they are.
 */
export function cloneJson<T>(value: T): T {
  return guardDepth(() => clone(value)) as T;
}

function clone(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return Array.from(value, (item: unknown) => (item === undefined ? null : clone(item)));
  if ("toJSON" in value && typeof value.toJSON === "function") return clone(value.toJSON());
  if (!isJsonObject(value)) return value;
  const copy: JsonObject = {};
  for (const key of Object.keys(value)) {
    const member = value[key];
    if (member !== undefined) setOwnMember(copy, key, clone(member));
  }
  return copy;
}
