type Fields = Readonly<Record<string, unknown>>;

/**
 * The fields that are wanted and are otherwise, as paths: `spec.replicas`, `spec.template.spec.containers[memcached].image`.
 *
 * What is there besides does not count. Items of lists are told apart by name or uid where they have one.
 */
export function driftOf(wanted: unknown, actual: unknown, path = ""): string[] {
  if (Array.isArray(wanted)) {
    if (!Array.isArray(actual)) return [path];
    if (wanted.some((item) => typeof item !== "object") && wanted.length !== actual.length) return [path];
    return wanted.flatMap((item, index) => {
      const id = idOf(item);
      const other = id === undefined ? actual[index] : actual.find((one) => idOf(one) === id);
      return driftOf(item, other, `${path}[${id ?? index}]`);
    });
  }
  if (typeof wanted === "object" && wanted !== null) {
    if (typeof actual !== "object" || actual === null) return [path];
    return Object.entries(wanted).flatMap(([name, value]) => {
      return driftOf(value, (actual as Fields)[name], path === "" ? name : `${path}.${name}`);
    });
  }
  return wanted === actual ? [] : [path];
}

function idOf(item: unknown): string | undefined {
  const { name, uid } = (item ?? {}) as { readonly name?: string; readonly uid?: string };
  return uid ?? name;
}
