import { formatGoSyntax, setOwnMember } from "@kubewright/api/server";
import type { Alias, Document, Node, Pair, Scalar, YAMLMap } from "yaml";
import { BodyError } from "../decode-error.ts";
import { yamlLibrary } from "./yaml-library.ts";

/**
 * What a YAML document stands for as JSON, with what is referred to in the place of references.
 *
 * Throws BodyError for what JSON cannot say, for a value in itself, and for one that grows too much by references; RangeError for one that
 * nests too deeply.
 */
export function valueOfDocument({ contents }: Document): unknown {
  return new Expansion(targetsOf(contents)).of(contents, false);
}

/** What each reference refers to: the last node before it that has the name. */
function targetsOf(contents: unknown): Map<Alias, Node> {
  const { isAlias, isMap, isNode, isPair, isSeq } = yamlLibrary();
  const anchors = new Map<string, Node>();
  const targets = new Map<Alias, Node>();
  const visit = (node: unknown): void => {
    if (isPair(node)) {
      visit(node.key);
      visit(node.value);
    } else if (isAlias(node)) {
      const target = anchors.get(node.source);
      if (target === undefined) throw new BodyError(`yaml: unknown anchor '${node.source}' referenced`);
      targets.set(node, target);
    } else if (isNode(node)) {
      const { anchor } = node as { anchor?: string };
      if (anchor !== undefined) anchors.set(anchor, node);
      if (isMap(node) || isSeq(node)) for (const item of node.items) visit(item);
    }
  };
  visit(contents);
  return targets;
}

class Expansion {
  readonly #yaml = yamlLibrary();
  readonly #targets: ReadonlyMap<Alias, Node>;
  /** References that are being followed. */
  readonly #open = new Set<Alias>();
  #values = 0;
  #referred = 0;

  constructor(targets: ReadonlyMap<Alias, Node>) {
    this.#targets = targets;
  }

  of(node: unknown, isReferred: boolean): unknown {
    const { isAlias, isMap, isScalar, isSeq, isPair } = this.#yaml;
    this.#count(isReferred);
    if (isAlias(node)) return this.#follow(node, (target) => this.of(target, true));
    if (isMap(node)) return this.#members(node, {}, isReferred);
    if (isSeq(node)) return node.items.map((item) => this.of(item, isReferred));
    // An item that is a pair without braces.
    if (isPair(node)) return this.#member(node, {}, isReferred);
    return isScalar(node) ? scalarOf(node.value) : null;
  }

  #follow<T>(alias: Alias, visit: (target: Node) => T): T {
    if (this.#open.has(alias)) throw new BodyError(`yaml: anchor '${alias.source}' value contains itself`);
    this.#open.add(alias);
    const found = visit(this.#targets.get(alias)!);
    this.#open.delete(alias);
    return found;
  }

  #members(map: YAMLMap, object: Record<string, unknown>, isReferred: boolean): Record<string, unknown> {
    for (const pair of map.items) {
      if (isMergeKey(pair.key)) this.#merge(pair.value, object, isReferred);
      else this.#member(pair, object, isReferred);
    }
    return object;
  }

  #member({ key, value }: Pair, object: Record<string, unknown>, isReferred: boolean): Record<string, unknown> {
    const name = this.#nameOf(key);
    setOwnMember(object, name, this.of(value, isReferred));
    return object;
  }

  #nameOf(key: unknown): string {
    const { isAlias, isMap, isScalar, isSeq } = this.#yaml;
    this.#count(false);
    if (isAlias(key)) return this.#follow(key, (target) => this.#nameOf(target));
    if (isMap(key) || isSeq(key)) {
      const text = formatGoSyntax(this.of(key, false));
      throw new BodyError(`yaml: invalid map key: ${text.replaceAll("map[string]", "map[interface {}]")}`);
    }
    const value = isScalar(key) ? scalarOf(key.value) : null;
    return value === null ? "" : String(value);
  }

  /** What is merged stands where it is merged: members before are replaced, and later ones replace it. */
  #merge(node: unknown, object: Record<string, unknown>, isReferred: boolean): void {
    const { isAlias, isMap, isSeq } = this.#yaml;
    const mergeOne = (item: unknown): void => {
      if (isAlias(item)) {
        this.#follow(item, (target) => {
          if (!isMap(target)) throw new BodyError(`yaml: ${noMerge}`);
          this.#members(target, object, true);
        });
      } else if (isMap(item)) {
        this.#members(item, object, isReferred);
      } else {
        throw new BodyError(`yaml: ${noMerge}`);
      }
    };
    if (isSeq(node)) for (const item of node.items.toReversed()) mergeOne(item);
    else mergeOne(node);
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

const noMerge = "map merge requires map or sequence of maps as the value";

/** Whether a key says that the members of its value belong to the map itself. */
export function isMergeKey(key: unknown): boolean {
  if (typeof key !== "object" || key === null) return false;
  const { value, type } = key as Partial<Scalar>;
  return (value === "<<" || typeof value === "symbol") && (type === undefined || type === "PLAIN");
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
  return typeof value === "symbol" ? (value.description ?? "") : value;
}
