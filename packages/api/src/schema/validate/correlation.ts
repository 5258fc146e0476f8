import { jsonEqual } from "../../json/json-equal.ts";
import { isJsonObject, type JsonObject, ownMember } from "../../json/own-member.ts";
import type { CheckNode } from "./check-node.ts";

/**
 * A value beside the one it replaces, which tells what an update left as it was.
 *
 * Members correspond by name, items only in lists of type `map`, by their keys. Where nothing corresponds there is no correlation.
 */
export class Correlation {
  readonly value: unknown;
  /** Whether this is the whole value that is checked. */
  readonly isRoot: boolean;
  readonly #old: unknown;
  readonly #node: CheckNode;
  #isUnchanged: boolean | undefined;
  #members: Map<string, Correlation | undefined> | undefined;
  #items: Map<number, Correlation | undefined> | undefined;
  /** The old items by their keys, for lists of type `map`. */
  #oldItems: Map<string, unknown> | undefined;

  constructor(node: CheckNode, value: unknown, old: unknown, isRoot = false) {
    this.#node = node;
    this.value = value;
    this.#old = old;
    this.isRoot = isRoot;
  }

  /** Whether the update left the value as it was, as far as the schema knows it. */
  get isUnchanged(): boolean {
    this.#isUnchanged ??= this.#compare();
    return this.#isUnchanged;
  }

  member(name: string): Correlation | undefined {
    this.#members ??= new Map();
    if (!this.#members.has(name)) this.#members.set(name, this.#correlateMember(name));
    return this.#members.get(name);
  }

  item(index: number): Correlation | undefined {
    this.#items ??= new Map();
    if (!this.#items.has(index)) this.#items.set(index, this.#correlateItem(index));
    return this.#items.get(index);
  }

  #correlateMember(name: string): Correlation | undefined {
    if (!isJsonObject(this.#old) || !isJsonObject(this.value)) return undefined;
    if (!Object.hasOwn(this.#old, name) || !Object.hasOwn(this.value, name)) return undefined;
    const { properties, additionalProperties } = this.#node;
    const node = properties.get(name) ?? (typeof additionalProperties === "object" ? additionalProperties : undefined);
    return node && new Correlation(node, this.value[name], this.#old[name]);
  }

  #correlateItem(index: number): Correlation | undefined {
    if (!Array.isArray(this.value) || !Array.isArray(this.#old)) return undefined;
    if (this.#node.listType !== "map" || this.#node.items === undefined) return undefined;
    const item: unknown = this.value[index];
    this.#oldItems ??= this.#indexItems(this.#old);
    const key = isJsonObject(item) ? this.#keyOf(item) : undefined;
    const old = key === undefined ? undefined : this.#oldItems.get(key);
    return old === undefined ? undefined : new Correlation(this.#node.items, item, old);
  }

  #indexItems(items: readonly unknown[]): Map<string, unknown> {
    const index = new Map<string, unknown>();
    if (!this.#node.types.includes("array") || this.#node.listMapKeys.length === 0) return index;
    for (const item of items) {
      const key = isJsonObject(item) ? this.#keyOf(item) : undefined;
      if (key !== undefined && !index.has(key)) index.set(key, item);
    }
    return index;
  }

  #keyOf(item: JsonObject): string | undefined {
    const parts: string[] = [];
    for (const name of this.#node.listMapKeys) {
      const part = ownMember(item, name);
      if (part === undefined || typeof part === "object") return undefined;
      parts.push(`${typeof part === "string" ? "s" : "v"}${String(part)}`);
    }
    return parts.join("\0");
  }

  #compare(): boolean {
    const [value, old] = [this.value, this.#old];
    if (Array.isArray(value)) {
      if (!Array.isArray(old) || old.length !== value.length) return false;
      for (let index = 0; index < value.length; index++) {
        const item = this.item(index);
        if (item === undefined) return this.#oldItems === undefined && jsonEqual(value, old);
        if (!item.isUnchanged) return false;
      }
      return true;
    }
    if (isJsonObject(value)) {
      if (!isJsonObject(old) || Object.keys(old).length !== Object.keys(value).length) return false;
      // A member that the schema does not know counts as changed.
      return Object.keys(value).every((name) => this.member(name)?.isUnchanged ?? false);
    }
    return jsonEqual(value, old);
  }
}
