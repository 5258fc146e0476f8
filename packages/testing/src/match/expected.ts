/**
 * What a part of an object is to be like. It says only what counts; the object may have more.
 *
 * Texts may be patterns; a matcher of jest or vitest, such as `expect.any(Number)`, may stand anywhere; `null` and `undefined` mean that
 * there is to be nothing. Items of a list that have a `name` or a `type` are found by it, wherever they are, and others beside them do
 * not count; any other list is to have just these items.
 */
export type Expected<T> =
  | ValueMatcher
  | (T extends string
      ? T | RegExp
      : T extends readonly (infer E)[]
        ? readonly Expected<E>[]
        : T extends object
          ? { readonly [K in keyof T]?: Expected<T[K]> | null | undefined }
          : T);

/** Decides about a value by itself: an asymmetric matcher of jest or vitest. */
export interface ValueMatcher {
  asymmetricMatch(actual: unknown): boolean;
}

export function isValueMatcher(value: unknown): value is ValueMatcher {
  return typeof (value as Partial<ValueMatcher> | null | undefined)?.asymmetricMatch === "function";
}
