/** How many members of a list or object are looked at; the others count as these do. */
const sampledMembers = 32;
/** How many values are looked at in all. */
const maxVisits = 512;

/** About how many bytes a JSON value takes up: quickly, and right within a small factor. */
export function roughSizeOf(value: unknown): number {
  return new Estimate().of(value);
}

class Estimate {
  #visits = 0;

  of(value: unknown): number {
    if (typeof value === "string") return value.length + 16;
    if (typeof value !== "object" || value === null || ++this.#visits > maxVisits) return 8;
    return Array.isArray(value) ? this.#ofItems(value) : this.#ofMembers(value as Record<string, unknown>);
  }

  #ofItems(items: readonly unknown[]): number {
    const sampled = Math.min(items.length, sampledMembers);
    if (sampled === 0) return 16;
    const step = items.length / sampled;
    let size = 0;
    for (let index = 0; index < sampled; index++) size += this.of(items[Math.floor(index * step)]);
    return 16 + size * step;
  }

  #ofMembers(members: Readonly<Record<string, unknown>>): number {
    const keys = Object.keys(members);
    const sampled = Math.min(keys.length, sampledMembers);
    if (sampled === 0) return 32;
    const step = keys.length / sampled;
    let size = 0;
    for (let index = 0; index < sampled; index++) size += 8 + this.of(members[keys[Math.floor(index * step)]!]);
    return 32 + size * step;
  }
}
