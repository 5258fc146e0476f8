import type { KubeObject } from "@kubewright/api";

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
const time = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)/g;
const suffix = "[bcdfghjklmnpqrstvwxz2456789]{5}";
const hashLabel = "pod-template-hash";

/**
 * Takes out of objects what differs from run to run: uids become the name of what they are of, times `<time>`, hashes of templates
 * `<hash N>` in the order of their making, generated names end in `<random>`, and names that are unique to the run become their labels.
 */
export class Normaliser {
  readonly #uids = new Map<string, string>();
  readonly #names = new Map<string, string>();
  readonly #hashes: string[] = [];
  readonly #prefixes = new Set<string>();

  /** Has `name` be recorded as `<label>` wherever it stands. */
  addName(name: string, label: string): void {
    this.#names.set(name, label);
  }

  /** Learns from objects, those that are recorded and others, how to name what they have to do with. */
  learn(objects: readonly KubeObject[]): void {
    for (const object of [...objects].sort(byAge)) {
      const { uid, generateName, labels, name } = object.metadata;
      if (generateName !== undefined) this.#prefixes.add(generateName);
      const hash = labels?.[hashLabel];
      if (hash !== undefined && !this.#hashes.includes(hash)) this.#hashes.push(hash);
      if (uid !== undefined) this.#uids.set(uid, `<uid of ${object.kind} ${name}>`);
    }
  }

  object(object: KubeObject): unknown {
    const { uid, resourceVersion, managedFields, creationTimestamp, ...metadata } = object.metadata;
    return this.value({ ...object, metadata });
  }

  value(value: unknown): unknown {
    if (typeof value === "string") return this.#text(value);
    if (Array.isArray(value)) return value.map((item) => this.value(item));
    if (typeof value !== "object" || value === null) return value;
    const entries = Object.entries(value).filter(([, item]) => item !== undefined);
    return Object.fromEntries(
      entries.map(([key, item]) => [this.#text(key), this.value(item)] as const).sort(([a], [b]) => (a < b ? -1 : 1)),
    );
  }

  #text(text: string): string {
    let result = text.replace(uuid, (found) => this.#uids.get(found) ?? "<uid>");
    for (const [name, label] of this.#names) result = result.replaceAll(name, `<${label}>`);
    for (const prefix of [...this.#prefixes].sort((a, b) => b.length - a.length)) {
      const known = this.#withoutNames(prefix);
      result = result.replace(new RegExp(`${escapeForRegExp(known)}${suffix}(?![a-z0-9])`, "g"), `${known}<random>`);
    }
    this.#hashes.forEach((hash, index) => {
      result = result.replace(
        new RegExp(`(?<![a-z0-9])${escapeForRegExp(hash)}(?![a-z0-9])`, "g"),
        `<hash ${index + 1}>`,
      );
    });
    // Pods that came and went between two records, of which events still tell.
    result = result.replace(new RegExp(`(<hash \\d+>-)${suffix}(?![a-z0-9])`, "g"), "$1<random>");
    return result.replace(time, "<time>");
  }

  #withoutNames(text: string): string {
    let result = text;
    for (const [name, label] of this.#names) result = result.replaceAll(name, `<${label}>`);
    return result;
  }
}

/** Older ones first; among those of the same second, lower revisions of a Deployment first. */
function byAge(a: KubeObject, b: KubeObject): number {
  const ageOf = ({ metadata }: KubeObject): string =>
    `${metadata.creationTimestamp} ${metadata.annotations?.["deployment.kubernetes.io/revision"]?.padStart(8, "0") ?? "9"}`;
  const [left, right] = [ageOf(a), ageOf(b)];
  return left < right ? -1 : left > right ? 1 : 0;
}

function escapeForRegExp(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\<>]/g, "\\$&");
}
