import { resolvePlain } from "../yaml/plain-scalar.ts";
import { isEmpty, isMapping, isNull, type Mapping, textOf, type Value } from "../yaml/value.ts";
import { absent, type MaybeValue } from "./maybe-value.ts";

/** What an item has in the fields by which items are told from each other; an empty text for what it has not. */
type KeyTexts = readonly string[];

/** Merges two items of the same keys; `key` tells which, for messages. */
export type MergeItem = (ours: MaybeValue, theirs: MaybeValue, key: string) => MaybeValue;

/** Merges the items of a patch into a list: items of the same keys become one, those of the patch come first. */
export function mergeListItems(
  list: Value[],
  patch: Value[] | undefined,
  keys: readonly string[],
  mergeItem: MergeItem,
): Value[] {
  const sources = patch === undefined ? [list] : [patch, list];
  const wanted = keys[0] === "" ? scalarTexts(sources) : keyTexts(sources, keys);
  let merged: Value[] = [];
  let rest = list;
  let usedKeys: readonly string[] = keys;
  const all = keys.length > 1 ? unified(wanted) : wanted;
  for (const texts of all) {
    usedKeys = keysInUse(all, keys);
    const usedTexts = texts.filter((text, i) => text !== "" || usedKeys.includes(keys[i] as string));
    const [itemKeys, itemTexts] = saidKeys(usedKeys, usedTexts);
    const theirs = patch === undefined ? absent : findItem(patch, itemKeys, itemTexts);
    const item = mergeItem(findItem(rest, itemKeys, itemTexts), theirs, itemTexts.join(","));
    if (item === absent || isEmptyItem(item)) {
      rest = setItem(rest, usedKeys, usedTexts, absent);
      continue;
    }
    nameItem(item, usedKeys, usedTexts);
    merged = setItem(merged, usedKeys, usedTexts, item);
  }
  return all.length === 0 ? rest : appendItems(merged, rest, usedKeys);
}

/** Keys that an item has, and what it has there; all where it has none. */
function saidKeys(keys: readonly string[], texts: KeyTexts): [readonly string[], KeyTexts] {
  if (texts.every((text) => text === "")) return [keys, texts];
  return [keys.filter((_, i) => texts[i] !== ""), texts.filter((text) => text !== "")];
}

function findItem(list: readonly Value[], keys: readonly string[], texts: KeyTexts): MaybeValue {
  const index = list.findIndex((item) => {
    if (keys[0] === "") return typeof item !== "object" && textOf(item) === texts[0];
    return isMapping(item) && keys.every((key, i) => key in item && writtenText(item[key]) === texts[i]);
  });
  return index < 0 ? absent : list[index];
}

/** As it stands in the file: a null that is written out has a text. */
function writtenText(value: Value): string {
  return value === null ? "null" : textOf(value);
}

/** The list with an item in the place of those that have these keys, or at the end; without them when it is `absent`. */
function setItem(list: readonly Value[], keys: readonly string[], texts: KeyTexts, item: MaybeValue): Value[] {
  const isOfMappings = keys[0] !== "" && texts[0] !== undefined && texts[0] !== "";
  const result: Value[] = [];
  let isSet = false;
  for (const one of list) {
    if (isEmptyItem(one)) continue;
    if (!isMapping(one) && isOfMappings) result.push(one);
    else if (!hasKeys(one, keys, texts)) {
      // Without any key, the reference keeps nothing else.
      if (texts.length > 0) result.push(one);
    } else {
      isSet = true;
      if (item !== absent) result.push(item);
    }
  }
  if (!isSet && item !== absent && !isNull(item)) result.push(item);
  return result;
}

function hasKeys(item: Value, keys: readonly string[], texts: KeyTexts): boolean {
  return keys.every((key, i) => {
    if (key === "") return textOf(item) === texts[i];
    if (i >= texts.length) return i > 0;
    if (!isMapping(item) || !(key in item)) return false;
    return texts[i] === "" || textOf(item[key]) === texts[i];
  });
}

function isEmptyItem(item: Value): boolean {
  return isNull(item) || (isMapping(item) && isEmpty(item));
}

/** An item that was merged has the keys by which it was found. */
function nameItem(item: Value, keys: readonly string[], texts: KeyTexts): void {
  if (!isMapping(item)) return;
  for (const [i, key] of keys.entries()) {
    const text = texts[i] ?? "";
    if (key !== "" && !(key in item) && text !== "") item[key] = resolvePlain(text, "manifest");
  }
}

/** The merged items, and those of the list that are not among them. */
function appendItems(merged: Value[], list: readonly Value[], keys: readonly string[]): Value[] {
  let result = merged;
  for (const item of list) {
    if (keys[0] === "") {
      result = setItem(result, keys, [textOf(item)], item);
      continue;
    }
    const texts: string[] = [];
    for (const key of keys) {
      // An item without the key stands for itself.
      if (!isMapping(item) || !(key in item)) result = [...result, item];
      else texts.push(textOf(item[key]));
    }
    if (keys.length > 1) result = setItem(result, keys, texts, absent);
    result = setItem(result, keys, texts, item);
  }
  return result;
}

function keyTexts(sources: readonly Value[][], keys: readonly string[]): KeyTexts[] {
  const found = new Map<string, KeyTexts>();
  for (const item of sources.flat()) {
    const texts = keys.map((key) => (isMapping(item) && !isEmpty((item as Mapping)[key]) ? textOf(item[key]) : ""));
    const text = JSON.stringify(texts);
    if (!found.has(text)) found.set(text, texts);
  }
  return [...found.values()];
}

function scalarTexts(sources: readonly Value[][]): KeyTexts[] {
  return [...new Set(sources.flat().map(textOf))].map((text) => [text]);
}

/** Has items that differ only in what one of them does not say count as the same, such as ports with and without a protocol. */
function unified(all: readonly KeyTexts[]): KeyTexts[] {
  const result = [...all];
  for (let i = 0; i < result.length; i++) {
    // As it was before it was compared with others.
    const texts = result[i] as KeyTexts;
    for (let j = 0; j < result.length; j++) {
      const same = agreed(texts, result[j] as KeyTexts);
      if (same !== undefined) {
        result[i] = same;
        result[j] = same;
      }
    }
  }
  return result;
}

function agreed(a: KeyTexts, b: KeyTexts): KeyTexts | undefined {
  const differ = a.some((text, i) => text !== b[i] && text !== "" && b[i] !== "");
  if (differ || !a.some((text, i) => text === b[i])) return undefined;
  return a.map((text, i) => (text === "" ? (b[i] as string) : text));
}

/** Those keys that any item has; all where none has one. */
function keysInUse(all: readonly KeyTexts[], keys: readonly string[]): readonly string[] {
  const used = keys.filter((_, i) => all.some((texts) => texts[i] !== ""));
  return used.length === 0 ? keys : used;
}
