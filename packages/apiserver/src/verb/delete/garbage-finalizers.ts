import type { DeleteOptions, Strategy } from "../../resource/strategy.ts";

const orphan = "orphan";
const foreground = "foregroundDeletion";

/**
 * The finalizers of an object that is to be deleted, with those for the garbage collector as the deletion wants them.
 *
 * Options come first, then what the object has, then what its kind does. The same list when nothing changes.
 */
export function garbageFinalizers(
  finalizers: readonly string[],
  options: DeleteOptions,
  defaultPropagation: Strategy["defaultPropagation"],
): readonly string[] {
  const wanted = collectorFinalizers(finalizers, options, defaultPropagation);
  const others = finalizers.filter((finalizer) => finalizer !== orphan && finalizer !== foreground);
  const next = [...others, ...wanted];
  const before = new Set(finalizers);
  const isSame = new Set(next).size === before.size && next.every((name) => before.has(name));
  return isSame ? finalizers : next;
}

function collectorFinalizers(
  finalizers: readonly string[],
  { orphanDependents, propagationPolicy }: DeleteOptions,
  defaultPropagation: Strategy["defaultPropagation"],
): string[] {
  if (defaultPropagation === "Unsupported") return [];
  if (orphanDependents !== undefined) return orphanDependents ? [orphan] : [];
  switch (propagationPolicy) {
    case "Orphan":
      return [orphan];
    case "Foreground":
      return [foreground];
    case "Background":
      return [];
    default: {
      const first = finalizers.find((finalizer) => finalizer === orphan || finalizer === foreground);
      if (first !== undefined) return [first];
      return defaultPropagation === "Orphan" ? [orphan] : [];
    }
  }
}

/** The same for a Namespace, which has rules of its own: it cascades in the foreground also when `orphanDependents` says so. */
export function namespaceFinalizers(finalizers: readonly string[], options: DeleteOptions): readonly string[] {
  const { orphanDependents, propagationPolicy } = options;
  if (orphanDependents === undefined && propagationPolicy === undefined) return finalizers;
  const isOrphaning = orphanDependents ?? propagationPolicy === "Orphan";
  const isCascading = orphanDependents === undefined ? propagationPolicy === "Foreground" : !orphanDependents;
  const others = finalizers.filter((finalizer) => finalizer !== orphan && finalizer !== foreground);
  return [...others, ...(isOrphaning ? [orphan] : []), ...(isCascading ? [foreground] : [])];
}
