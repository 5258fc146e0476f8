import type { Change, Json } from "./subject.ts";

/** Every value of an object made empty, bad, negative, too large, repeated or removed, one at a time. */
export function changesByRule(object: Json, skipped: readonly string[]): Change[] {
  return [...changesOf(object, "", new Set(["metadata", "apiVersion", "kind", ...skipped]))];
}

function* changesOf(value: unknown, path: string, skipped: ReadonlySet<string>): Generator<Change> {
  if (path !== "") {
    yield { [path]: undefined };
    for (const other of othersOf(value)) yield { [path]: other };
  }
  if (typeof value !== "object" || value === null) return;
  for (const [name, member] of Object.entries(value)) {
    const memberPath = `${path === "" ? "" : `${path}/`}${name.replaceAll("/", "~1")}`;
    if (!skipped.has(memberPath)) yield* changesOf(member, memberPath, skipped);
  }
}

function othersOf(value: unknown): unknown[] {
  switch (typeof value) {
    case "string":
      return ["", "Bad value!", "other"].filter((other) => other !== value);
    case "number":
      return [-1, 0, 70_000].filter((other) => other !== value);
    case "boolean":
      return [!value];
    default:
      return Array.isArray(value) ? [[], [...value, ...value]] : [{}];
  }
}
