/** A part of a path. Each makes of the values that the one before it gave others. */
export type JsonPathStep =
  | { readonly step: "member"; readonly name: string }
  | { readonly step: "all" }
  | { readonly step: "descendants" }
  | {
      readonly step: "items";
      readonly start: number | undefined;
      readonly end: SliceEnd;
      readonly stride: number | undefined;
    }
  | { readonly step: "filter"; readonly left: JsonPath; readonly operator: string; readonly right: JsonPath }
  | { readonly step: "union"; readonly paths: readonly JsonPath[] }
  | { readonly step: "literal"; readonly value: string | number | boolean; readonly isFloat: boolean };

/** The parts of a path, in order. */
export type JsonPath = readonly JsonPathStep[];

/** Where a slice ends: before that item, after the single item that was asked for, or at the end. */
export type SliceEnd = number | "single" | undefined;

/** Why a path cannot be read, or not be followed in an object. */
export class JsonPathError extends Error {
  override readonly name: string = "JsonPathError";
}
