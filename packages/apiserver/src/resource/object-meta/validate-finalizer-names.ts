import { type StatusCause, validateFinalizerName } from "@kubewright/api";
import { compareBytes, invalidField, quote } from "@kubewright/api/server";

/** Finalizers of the system, whose names need no domain. */
const standardNames = new Set(["kubernetes", "orphan", "foregroundDeletion"]);

/** What is wrong with the names of finalizers of a built-in kind beside their form: they must be the system's, or have a domain. */
export function validateFinalizerNames(finalizers: readonly string[] | undefined, field: string): StatusCause[] {
  return (finalizers ?? []).flatMap((name, index) => {
    if (name.includes("/") || standardNames.has(name)) return [];
    const detail = "name is neither a standard finalizer name nor is it fully qualified";
    return [invalidField(`${field}[${index}]`, name, detail)];
  });
}

/** What the client of a custom kind is told of the names of finalizers that are new. */
export function finalizerWarnings(
  finalizers: readonly string[] | undefined,
  old: readonly string[] | undefined,
): string[] {
  if (finalizers === undefined || finalizers.length === 0) return [];
  const known = new Set(old);
  const added = [...new Set(finalizers)].filter((name) => !known.has(name)).sort(compareBytes);
  return added.flatMap((name) => {
    const subject = `metadata.finalizers: ${quote(name)}`;
    const warnings = validateFinalizerName(name).map((problem) => `${subject}: ${problem}`);
    if (!name.includes("/") && !standardNames.has(name)) {
      const path = name.includes(".") ? " including a path (/)" : "";
      warnings.push(
        `${subject}: prefer a domain-qualified finalizer name${path} to avoid accidental conflicts with other finalizer writers`,
      );
    }
    return warnings;
  });
}
