import { guardDepth } from "./depth-guard.ts";
import { isJsonObject, type JsonObject, setOwnMember } from "./own-member.ts";

/**
 * A copy that shares nothing with `value`, which is plain JSON.
 *
 * Members that are `undefined` are left out and items that are become `null`, as in the text. What has a `toJSON` is replaced by what that
 * gives; other instances of classes are kept as they are.
 */
export function cloneJson<T>(value: T): T {
  return (typeof value === "object" && value !== null ? guardDepth(() => cloneContainer(value)) : value) as T;
}

function cloneContainer(value: object): unknown {
  if (Array.isArray(value)) return cloneItems(value);
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype ? cloneMembers(value as JsonObject) : cloneUnusual(value);
}

function cloneItems(items: readonly unknown[]): unknown[] {
  const copy = new Array<unknown>(items.length);
  for (let index = 0; index < items.length; index++) {
    const item = items[index];
    copy[index] = typeof item === "object" && item !== null ? cloneContainer(item) : item === undefined ? null : item;
  }
  return copy;
}

/** The engine copies a plain object with all its members at once, and finds them in it faster than by a list of their names. */
function cloneMembers(value: JsonObject): unknown {
  const copy: JsonObject = { ...value };
  for (const key in copy) {
    const member = copy[key];
    if (typeof member === "object") {
      if (member !== null && Object.hasOwn(copy, key)) copy[key] = cloneContainer(member);
    } else if (member === undefined || typeof member === "function") {
      return cloneUnusual(value);
    }
  }
  return copy;
}

/** What has members that JSON does not have, or is no plain object. */
function cloneUnusual(value: object): unknown {
  if ("toJSON" in value && typeof value.toJSON === "function") return cloneJson<unknown>(value.toJSON());
  if (!isJsonObject(value)) return value;
  const copy: JsonObject = {};
  for (const key of Object.keys(value)) {
    const member = value[key];
    if (member === undefined) continue;
    setOwnMember(copy, key, typeof member === "object" && member !== null ? cloneContainer(member) : member);
  }
  return copy;
}
