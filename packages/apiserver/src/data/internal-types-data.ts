import { readDataText } from "./data-file.ts";

/**
 * A member of an internal struct: its name, its type, and the name that the served version has for it where that is not the same with a small
 * first letter. Without a name: the members of the type count as those of the struct.
 *
 * Types are `string`, `number`, `bool`, `bytes`, `quantity`, `intOrString`, `time`, `any` or the name of a struct, after any of `*`, `[]` and
 * `map `; a `?` at the end says that the member is left out when it is empty.
 */
export type RecordedMember = readonly [name: string, type: string, served?: string];

/** Reads how the reference's internal types are laid out, by name as in `core.PodSpec`. */
export function readInternalTypes(): Readonly<Record<string, readonly RecordedMember[]>> {
  return JSON.parse(readDataText("internal-types.json"));
}
