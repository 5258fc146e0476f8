import { stringifyJson } from "@kubewright/api";
import { escapeHtml } from "@kubewright/api/server";
import type { ApiObject } from "../resource-object.ts";

/** How many characters a generation of texts may have. */
const generationSize = 16 * 1024 * 1024;

/**
 * The JSON texts of objects, kept for objects that are asked for again.
 *
 * Objects must not change. Kept texts are in two generations: when the younger one is full, the older one is forgotten, so that
 * memory is bounded and what is in use stays.
 */
export class JsonTexts {
  #young = new WeakMap<ApiObject, string>();
  #old = new WeakMap<ApiObject, string>();
  #youngSize = 0;
  /** The last head that was made: most objects come in rows of one kind. */
  #head = { kind: "", apiVersion: "", text: '{"kind":"","apiVersion":""' };

  /** The text of an object. */
  textOf(object: ApiObject): string {
    const item = this.itemTextOf(object);
    const head = this.#headOf(object);
    return item === "{}" ? `${head}}` : `${head},${item.slice(1)}`;
  }

  /** The text of an object without its kind and version. */
  itemTextOf(object: ApiObject): string {
    const young = this.#young.get(object);
    if (young !== undefined) return young;
    const text = this.#old.get(object) ?? makeItemText(object);
    if (this.#youngSize + text.length > generationSize) {
      this.#old = this.#young;
      this.#young = new WeakMap();
      this.#youngSize = 0;
    }
    this.#young.set(object, text);
    this.#youngSize += text.length;
    return text;
  }

  #headOf({ kind = "", apiVersion = "" }: ApiObject): string {
    if (kind !== this.#head.kind || apiVersion !== this.#head.apiVersion) {
      const text = escapeHtml(`{"kind":${JSON.stringify(kind)},"apiVersion":${JSON.stringify(apiVersion)}`);
      this.#head = { kind, apiVersion, text };
    }
    return this.#head.text;
  }
}

function makeItemText(object: ApiObject): string {
  const { kind: _kind, apiVersion: _apiVersion, ...rest } = object;
  return escapeHtml(stringifyJson(rest));
}
