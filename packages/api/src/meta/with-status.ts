import type { KubeObject } from "./object.ts";

/** The type of the observed state of a `T`; never, for a kind that has none. */
export type StatusOf<T extends KubeObject> = "status" extends keyof T ? Exclude<T["status"], undefined> : never;

/**
 * The object with this status, for `client.status.update`. Leaves `object` as it is, and shares the rest with it.
 *
 * The status is checked against the type of the object. Of a literal that spreads an object, TypeScript checks nothing: a field
 * with a typo compiles there, and the server drops it without a word.
 */
export function withStatus<T extends KubeObject>(object: T, status: StatusOf<NoInfer<T>>): T {
  return { ...object, status };
}
