import { compareBytes } from "@kubewright/api/server";
import { BodyError } from "../decode-error.ts";

/**
 * What a YAML document stands for as JSON: small integers as numbers, and sorted keys, which is how the reference goes on with it.
 *
 * Throws BodyError for what JSON cannot say; for a value in itself, with the name that `selfReference` finds; and for one that grows too
 * much when what is referred to is put in the place of the references.
 */
export function plainYamlValue(value: unknown, selfReference: () => string): unknown {
  return new Expansion(selfReference).of(value, false);
}

class Expansion {
  readonly #selfReference: () => string;
  /** Everything that has been seen; what is seen again is there by reference. */
  readonly #seen = new Set<object>();
  /** What the value under way is in. */
  readonly #open = new Set<object>();
  #values = 0;
  #referred = 0;

  constructor(selfReference: () => string) {
    this.#selfReference = selfReference;
  }

  of(value: unknown, isReferred: boolean): unknown {
    if (typeof value !== "object" || value === null || value instanceof Uint8Array) {
      this.#count(isReferred);
      return scalarOf(value);
    }
    if (this.#open.has(value)) throw new BodyError(`yaml: anchor '${this.#selfReference()}' value contains itself`);
    const isAgain = isReferred || this.#seen.has(value);
    this.#count(isAgain);
    this.#seen.add(value);
    this.#open.add(value);
    const plain = Array.isArray(value)
      ? value.map((item) => this.of(item, isAgain))
      : Object.fromEntries(
          Object.entries(value)
            .sort(([a], [b]) => compareBytes(a, b))
            .map(([key, member]) => [key, this.of(member, isAgain)]),
        );
    this.#open.delete(value);
    return plain;
  }

  #count(isReferred: boolean): void {
    this.#values++;
    if (!isReferred) return;
    this.#referred++;
    const isMuch = this.#referred > 100 && this.#values > 1000;
    if (isMuch && this.#referred / this.#values > allowedPart(this.#values)) {
      throw new BodyError("yaml: document contains excessive aliasing");
    }
  }
}

const fewValues = 400_000;
const manyValues = 4_000_000;

/** What part of so many values may be there by reference: the more there are, the less. */
function allowedPart(values: number): number {
  if (values <= fewValues) return 0.99;
  if (values >= manyValues) return 0.1;
  return 0.99 - (0.89 * (values - fewValues)) / (manyValues - fewValues);
}

function scalarOf(value: unknown): unknown {
  if (typeof value === "bigint") return Number.isSafeInteger(Number(value)) ? Number(value) : value;
  if (value instanceof Uint8Array) return Buffer.from(value).toString("latin1");
  if (typeof value === "number" && !Number.isFinite(value)) {
    const name = Number.isNaN(value) ? "NaN" : value > 0 ? "+Inf" : "-Inf";
    throw new BodyError(`json: unsupported value: ${name}`);
  }
  return value;
}
