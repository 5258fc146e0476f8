import type { ArgumentType, MarkerDefinition, MarkerTarget } from "../marker.ts";

/** An argument of a marker, as the table writes it. */
export interface ArgumentEntry {
  readonly type: ArgumentType;
  readonly isOptional: boolean;
  readonly help: string;
}

/** A marker as the table writes it: one entry for all its targets. */
export interface MarkerEntry {
  readonly name: string;
  readonly targets: readonly MarkerTarget[];
  readonly summary: string;
  readonly details?: string;
  readonly example: string;
  /** Its named arguments. */
  readonly args?: Readonly<Record<string, ArgumentEntry>>;
  /** Its one argument without a name; what it means is in the summary. */
  readonly value?: ArgumentType;
  readonly isValueOptional?: boolean;
  readonly syntax?: "plain" | "json";
  readonly ignored?: string;
  readonly deprecatedInFavourOf?: string;
}

export const text: ArgumentType = { type: "string" };
export const integer: ArgumentType = { type: "int" };
export const float: ArgumentType = { type: "float" };
export const bool: ArgumentType = { type: "bool" };
export const any: ArgumentType = { type: "any" };
export const raw: ArgumentType = { type: "raw" };
export const texts: ArgumentType = { type: "list", of: text };
export const anys: ArgumentType = { type: "list", of: any };

export function required(type: ArgumentType, help: string): ArgumentEntry {
  return { type, isOptional: false, help };
}

export function optional(type: ArgumentType, help: string): ArgumentEntry {
  return { type, isOptional: true, help };
}

/** The definitions of entries, one for each target. */
export function defineMarkers(category: string, entries: readonly MarkerEntry[]): MarkerDefinition[] {
  return entries.flatMap(({ targets, value, isValueOptional, args, details, ...entry }) =>
    targets.map((target) => ({
      ...entry,
      target,
      category,
      details: details ?? "",
      args:
        value === undefined ? (args ?? {}) : { "": { type: value, isOptional: isValueOptional ?? false, help: "" } },
    })),
  );
}
