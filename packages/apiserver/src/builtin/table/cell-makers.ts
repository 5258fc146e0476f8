import type { ApiObject } from "../../resource-object.ts";

/**
 * Makes the cells of a kind, by the names of columns. Name and age need no maker.
 *
 * An object may lack everything: the row of a bookmark is made of an empty one.
 */
export type CellMakers<T = ApiObject> = Readonly<Record<string, (object: T, now: number) => unknown>>;

/** A registration for kinds of any type, which readers of the table do not know. */
export function cells<T>(makers: CellMakers<T>): CellMakers {
  return makers as unknown as CellMakers;
}
