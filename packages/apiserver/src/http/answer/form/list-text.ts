/** The JSON text of a list in parts. Items have commas between them. */
export interface ListText {
  readonly head: string;
  readonly items: readonly string[];
  readonly tail: string;
}

/** How many characters a chunk has at least, save the last: few enough to stay in a processor's cache. */
const chunkLength = 64 * 1024;

/** The text with `end` after it. Long texts are copied only once. */
export function joinListText({ head, items, tail }: ListText, end: string): string {
  const [first] = items;
  if (first === undefined) return head + tail + end;
  const parts = [...items];
  parts[0] = head + first;
  parts[parts.length - 1] += tail + end;
  return parts.join(",");
}

/** The same text in chunks, made one by one: a long list is never there as a whole. */
export function* listTextChunks({ head, items, tail }: ListText, end: string): Generator<Uint8Array, void, undefined> {
  let text = head;
  for (let index = 0; index < items.length; index++) {
    text += index === 0 ? items[index]! : `,${items[index]!}`;
    if (text.length < chunkLength) continue;
    yield Buffer.from(text);
    text = "";
  }
  yield Buffer.from(text + tail + end);
}

/** How many characters the text has at least. */
export function lengthOfListText({ items }: ListText): number {
  let length = 0;
  for (const item of items) length += item.length;
  return length;
}
