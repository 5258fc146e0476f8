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
    if (Array.isArray(value)) return 16 + this.#members(value.length, (index) => this.of(value[index]));
    const keys = Object.keys(value);
    return 32 + this.#members(keys.length, (index) => 8 + this.of((value as Record<string, unknown>)[keys[index]!]));
  }

  #members(count: number, sizeOf: (index: number) => number): number {
    const sampled = Math.min(count, sampledMembers);
    const step = count / Math.max(1, sampled);
    let size = 0;
    for (let index = 0; index < sampled; index++) size += sizeOf(Math.floor(index * step));
    return sampled === 0 ? 0 : size * (count / sampled);
  }
}
