import { isJsonObject, type JsonObject, setOwnMember } from "../../json/own-member.ts";
import { readShape } from "./go-shape.ts";
import { objectMetaShape } from "./object-meta-shape.ts";

/** What came of reading `metadata`. */
export interface ObjectMetaReading {
  /** The members that object metadata has, without empty ones. Undefined when there is a problem. */
  readonly metadata: JsonObject | undefined;
  /** Where there were members that object metadata does not have, as `ownerReferences[0].x`. */
  readonly unknownFields: readonly string[];
  /** Why it is not object metadata, in the server's words. */
  readonly problem?: string;
}

/** Reads a value as object metadata. With `dropsMalformed`, members of the wrong type are left out instead of being a problem. */
export function readObjectMeta(value: unknown, options: { dropsMalformed: boolean }): ObjectMetaReading {
  const reading = readShape(value, objectMetaShape);
  if (reading.problem === undefined) {
    return { metadata: (reading.value ?? {}) as JsonObject, unknownFields: reading.unknownFields };
  }
  if (!options.dropsMalformed || !isJsonObject(value)) {
    return { metadata: undefined, unknownFields: [], problem: reading.problem };
  }
  const metadata: JsonObject = {};
  const unknownFields: string[] = [];
  for (const name of Object.keys(value)) {
    const member = readShape({ [name]: value[name] }, objectMetaShape);
    if (member.problem !== undefined) continue;
    for (const [key, read] of Object.entries(member.value as JsonObject)) setOwnMember(metadata, key, read);
    unknownFields.push(...member.unknownFields);
  }
  return { metadata, unknownFields };
}
