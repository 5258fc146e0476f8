import type { Value } from "../yaml/value.ts";

/** Stands for a value that is not there, or is to be removed. */
export const absent: unique symbol = Symbol("absent");
/** A value, or none. */
export type MaybeValue = Value | typeof absent;
