import { formatFloat } from "@kubewright/api/server";

/** What a YAML document has. `undefined` is a null that stands for nothing in the text, as in `key:`. */
export type Value = string | number | bigint | boolean | null | undefined | Value[] | Mapping;

/** Members of a mapping. Has no prototype, so that `in` finds nothing but members. */
export interface Mapping {
  [member: string]: Value;
}

/** A mapping with these members. */
export function newMapping(members: Readonly<Record<string, Value>> = {}): Mapping {
  return Object.assign(Object.create(null), members) as Mapping;
}

/** Whether a value has members. */
export function isMapping(value: unknown): value is Mapping {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Whether a value is null, written out or not. */
export function isNull(value: unknown): value is null | undefined {
  return value === null || value === undefined;
}

/** Whether a value is neither a list nor a mapping. */
export function isScalar(value: Value): value is string | number | bigint | boolean | null | undefined {
  return typeof value !== "object" || value === null;
}

/** Whether there is nothing in it: null, or a list or mapping without items. */
export function isEmpty(value: Value): boolean {
  if (isNull(value)) return true;
  return typeof value === "object" && Object.keys(value).length === 0;
}

/** The text of a scalar; nothing for what is none. */
export function textOf(value: Value): string {
  if (typeof value === "string") return value;
  if (typeof value === "number") return Number.isInteger(value) ? String(value) : formatFloat(value);
  return typeof value === "bigint" || typeof value === "boolean" ? String(value) : "";
}

/** The text of a member that is a scalar; nothing where it is not there. */
export function memberText(mapping: Value, member: string): string {
  return isMapping(mapping) ? textOf(mapping[member]) : "";
}

/** A copy that shares nothing with the value. */
export function copyValue<T extends Value>(value: T): T;
export function copyValue(value: Value): Value {
  if (Array.isArray(value)) return value.map((item) => copyValue(item));
  if (!isMapping(value)) return value;
  const copy = newMapping();
  for (const key of Object.keys(value)) copy[key] = copyValue(value[key]);
  return copy;
}

/** The value as plain JSON: nulls are null, and mappings are ordinary objects. */
export function toJson(value: Value): unknown {
  if (value === undefined) return null;
  if (Array.isArray(value)) return value.map(toJson);
  if (!isMapping(value)) return value;
  return Object.fromEntries(Object.keys(value).map((key) => [key, toJson(value[key])]));
}

/** JSON as a value. */
export function fromJson(json: unknown): Value {
  if (Array.isArray(json)) return json.map(fromJson);
  if (!isMapping(json)) return json as Value;
  const mapping = newMapping();
  for (const key of Object.keys(json)) mapping[key] = fromJson(json[key]);
  return mapping;
}
