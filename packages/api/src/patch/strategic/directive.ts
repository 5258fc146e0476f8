import { isJsonObject, type JsonObject, setOwnMember } from "../../json/own-member.ts";
import { badDirective } from "./strategic-patch-error.ts";

/** The member that says what is done with the object it is in: `delete`, `replace` or, of a list, `merge`. */
export const patchDirective = "$patch";
/** The member that lists the members to keep. */
export const retainKeysDirective = "$retainKeys";
/** What starts the name of a member that lists the items to remove from the list named after the slash. */
export const deletionPrefix = "$deleteFromPrimitiveList";
/** What starts the name of a member that has the order of the list named after the slash. */
export const orderPrefix = "$setElementOrder";

/** The name of the list that a directive such as `$setElementOrder/args` is about. */
export function listNameOf(directive: string, prefix: typeof deletionPrefix | typeof orderPrefix): string {
  if (directive.startsWith(`${prefix}/`)) return directive.slice(prefix.length + 1);
  throw badDirective(prefix === deletionPrefix ? "primitive list" : "setElementOrder list");
}

/** The value without the objects in it that have a `$patch`; undefined if it has one itself. Changes the value. */
export function withoutDirectives(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutDirectives).filter((item) => item !== undefined);
  if (!isJsonObject(value)) return value;
  if (Object.hasOwn(value, patchDirective)) return undefined;
  for (const key of Object.keys(value)) {
    const kept = withoutDirectives(value[key]);
    if (kept === undefined) delete value[key];
    else setOwnMember(value, key, kept);
  }
  return value;
}

/** Removes members that are null, at every depth. */
export function dropNullMembers(value: unknown): void {
  if (Array.isArray(value)) for (const item of value) dropNullMembers(item);
  else if (isJsonObject(value)) {
    for (const key of Object.keys(value)) {
      if (value[key] === null) delete value[key];
      else dropNullMembers(value[key]);
    }
  }
}

/** Whether the object asks to be removed. */
export function isDeletion(item: JsonObject): boolean {
  return item[patchDirective] === "delete";
}
