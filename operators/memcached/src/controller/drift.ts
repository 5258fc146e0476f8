type Fields = Readonly<Record<string, unknown>>;

/**
 * The fields that are wanted and are otherwise, as paths: `spec.replicas`, `spec.template.spec.containers[memcached].image`.
 *
 * What is there besides does not count. Items of lists are told apart by name, uid or topology where they have one; another item under
 * the same one does count.
 */
export function driftOf(wanted: unknown, actual: unknown, path = ""): string[] {
  if (Array.isArray(wanted)) {
    if (!Array.isArray(actual)) return [path];
    if (wanted.some((item) => typeof item !== "object") && wanted.length !== actual.length) return [path];
    return wanted.flatMap((item, index) => {
      const id = idOf(item);
      const others = id === undefined ? [actual[index]] : actual.filter((one) => idOf(one) === id);
      const place = `${path}[${id ?? index}]`;
      return others.length === 1 ? driftOf(item, others[0], place) : [place];
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

/** Whether an item of a list that is wanted is there a second time, under the same name. */
export function hasDoubles(wanted: unknown, actual: unknown): boolean {
  if (typeof wanted !== "object" || wanted === null || typeof actual !== "object" || actual === null) return false;
  if (!Array.isArray(wanted)) {
    return Object.entries(wanted).some(([name, value]) => hasDoubles(value, (actual as Fields)[name]));
  }
  return wanted.some((item) => {
    const id = idOf(item);
    const same = Array.isArray(actual) && id !== undefined ? actual.filter((one) => idOf(one) === id) : [];
    return same.length > 1 || hasDoubles(item, same[0]);
  });
}

function idOf(item: unknown): string | undefined {
  const { name, uid, topologyKey } = (item ?? {}) as Readonly<
    Record<"name" | "uid" | "topologyKey", string | undefined>
  >;
  return uid ?? name ?? topologyKey;
}
