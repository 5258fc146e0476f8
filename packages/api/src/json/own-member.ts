/** A plain object, as JSON has them. */
export type JsonObject = Record<string, unknown>;

/** Whether a value is an object with members: neither an array, nor null, nor a class instance such as a Date. */
export function isJsonObject(value: unknown): value is JsonObject {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype || Object.getPrototypeOf(prototype) === null;
}

/** Whether an object has no members; those that are `undefined` are absent. */
export function hasNoMembers(object: JsonObject): boolean {
  for (const name of Object.keys(object)) if (object[name] !== undefined) return false;
  return true;
}

/** The own member of that name, or undefined: what an object inherits is not data. */
export function ownMember(object: JsonObject, key: string): unknown {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

/** Sets the own member of that name, also when the name is `__proto__`. */
export function setOwnMember(object: JsonObject, key: string, value: unknown): void {
  if (key === "__proto__") {
    Object.defineProperty(object, key, { value, writable: true, enumerable: true, configurable: true });
  } else {
    object[key] = value;
  }
}
