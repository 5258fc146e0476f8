import { type JsonObject, setOwnMember } from "../json/own-member.ts";

/** What a member or item becomes; `undefined` takes a member away. */
export type Change<Key> = (value: unknown, key: Key) => unknown;

/** The object with each member changed. The object itself when nothing changes, else a new one. */
export function mapMembers(object: JsonObject, change: Change<string>): JsonObject {
  let copy: JsonObject | undefined;
  for (const name of Object.keys(object)) {
    const value = object[name];
    const changed = change(value, name);
    if (changed === value) continue;
    copy ??= { ...object };
    if (changed === undefined) delete copy[name];
    else setOwnMember(copy, name, changed);
  }
  return copy ?? object;
}

/** The list with each item changed. The list itself when nothing changes, else a new one. */
export function mapItems(list: readonly unknown[], change: Change<number>): readonly unknown[] {
  let copy: unknown[] | undefined;
  for (let index = 0; index < list.length; index++) {
    const value = list[index];
    const changed = change(value, index);
    if (changed === value) continue;
    copy ??= [...list];
    copy[index] = changed;
  }
  return copy ?? list;
}
