import { mergeFieldOf, mergeTypeOf } from "../config/rules.ts";
import { KustomizationError } from "../kustomization-error.ts";
import { isMapping, isNull, isScalar, type Mapping, memberText, type Value } from "../yaml/value.ts";
import { takeListDirective, takeMappingDirective } from "./directive.ts";
import { absent, type MaybeValue } from "./maybe-value.ts";
import { mergeListItems } from "./merge-list.ts";

/** What is known of the place that is merged. */
interface MergePlace {
  /** For messages. */
  readonly path: readonly string[];
  /** The type of the value or of the list's items. */
  readonly type?: string | undefined;
  /** How the list's items are told from each other; one that has none is replaced as a whole. */
  readonly keys?: readonly string[] | undefined;
}

/**
 * Merges a patch into an object as kustomize does, which is not quite what the API server does: items that are new come first, and a
 * list within a list, for which there is no key, is replaced. Changes both, and gives `absent` when the patch deletes the object.
 */
export function strategicMerge(object: Mapping, patch: Mapping): Mapping | typeof absent {
  return mergeValues(object, patch, { path: [] }) as Mapping | typeof absent;
}

/** Merges two values of one place. */
function mergeValues(dest: MaybeValue, patch: MaybeValue, known: MergePlace): MaybeValue {
  const place: MergePlace = { ...known, type: known.type ?? typeByContent(dest) ?? typeByContent(patch) };
  const first = hasValue(dest) ? dest : hasValue(patch) ? patch : absent;
  if (first === absent) return mergeMembers(dest, patch, place);
  for (const value of [dest, patch] as const) if (hasValue(value)) requireSameForm(first, value, place);
  if (isMapping(first)) return mergeMembers(dest, patch, place);
  if (Array.isArray(first) && place.keys !== undefined) return mergeKeyedList(dest, patch, place, place.keys);
  return patch === absent ? dest : patch;
}

/** Whether there is something that is not null. */
function hasValue(value: MaybeValue): value is Exclude<Value, null | undefined> {
  return value !== absent && !isNull(value);
}

function typeByContent(value: MaybeValue): string | undefined {
  if (value === absent || !isMapping(value)) return undefined;
  return mergeTypeOf(memberText(value, "apiVersion"), memberText(value, "kind"));
}

function requireSameForm(a: Value, b: Value, { path }: MergePlace): void {
  if (formOf(a) === formOf(b)) return;
  const where = path.length === 0 ? "the patch" : `the patch's field ${path.join(".")}`;
  throw new KustomizationError(`${where} is ${formOf(b)}, where the object has ${formOf(a)}`);
}

function formOf(value: Value): string {
  if (isScalar(value)) return "a single value";
  return Array.isArray(value) ? "a list" : "a mapping";
}

function mergeMembers(dest: MaybeValue, patch: MaybeValue, place: MergePlace): MaybeValue {
  const merged = mappingToFill(dest, patch);
  if (merged === absent || !isMapping(merged)) return merged;
  const other = patch !== absent && isMapping(patch) ? patch : undefined;
  const keys = new Set([...Object.keys(merged), ...Object.keys(other ?? {})]);
  for (const key of [...keys].sort()) {
    const field = place.type === undefined ? undefined : mergeFieldOf(place.type, key);
    const ours = key in merged ? merged[key] : absent;
    const theirs = other !== undefined && key in other ? other[key] : absent;
    const value = mergeValues(ours, theirs, { path: [...place.path, key], type: field?.type, keys: field?.keys });
    // A null that was written out stays where the patch says nothing of it.
    if (value === absent || (isNull(value) && !(ours === null && theirs === absent))) delete merged[key];
    else merged[key] = value;
  }
  return merged;
}

/** Of two mappings, the one that members are merged into. */
function mappingToFill(dest: MaybeValue, patch: MaybeValue): MaybeValue {
  if (!hasValue(dest)) {
    if (patch !== absent && isMapping(patch) && takeMappingDirective(patch) === "delete") return absent;
    return patch === absent && dest === null ? null : patch;
  }
  if (patch !== absent && isNull(patch)) return absent;
  const directive = patch !== absent && isMapping(patch) ? takeMappingDirective(patch) : "merge";
  if (directive === "delete") return absent;
  return directive === "replace" ? patch : dest;
}

function mergeKeyedList(dest: MaybeValue, patch: MaybeValue, place: MergePlace, keys: readonly string[]): MaybeValue {
  const list = listToFill(dest, patch);
  if (list === absent || !Array.isArray(list)) return list;
  return mergeListItems(list, Array.isArray(patch) ? patch : undefined, keys, (ours, theirs, key) =>
    mergeValues(ours, theirs, { path: [...place.path, `[${key}]`], type: place.type }),
  );
}

function listToFill(dest: MaybeValue, patch: MaybeValue): MaybeValue {
  if (!hasValue(dest)) return patch;
  if (patch !== absent && isNull(patch)) return absent;
  const directive = Array.isArray(patch) ? takeListDirective(patch) : "merge";
  if (directive === "delete") return absent;
  return directive === "replace" ? patch : dest;
}
