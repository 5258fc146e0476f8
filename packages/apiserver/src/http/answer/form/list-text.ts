/** How many characters a chunk has at least, save the last: few enough to stay in a processor's cache. */
const chunkLength = 64 * 1024;

/** The JSON text of a list in parts. Items have commas between them. */
export class ListText {
  readonly head: string;
  readonly items: readonly string[];
  readonly tail: string;
  #joined: { readonly end: string; readonly text: string } | undefined;

  constructor(head: string, items: readonly string[], tail: string) {
    this.head = head;
    this.items = items;
    this.tail = tail;
  }

  /** How many characters the text has at least. */
  get length(): number {
    let length = 0;
    for (const item of this.items) length += item.length;
    return length;
  }

  /** The text with `end` after it. Long texts are copied only once, also for those who ask again with the same `end`. */
  join(end: string): string {
    if (this.#joined?.end !== end) this.#joined = { end, text: this.#join(end) };
    return this.#joined.text;
  }

  /** The same text in chunks, made one by one: a long list is never there as a whole. */
  *chunks(end: string): Generator<Uint8Array, void, undefined> {
    const { items } = this;
    let text = this.head;
    for (let index = 0; index < items.length; index++) {
      text += index === 0 ? items[index]! : `,${items[index]!}`;
      if (text.length < chunkLength) continue;
      yield Buffer.from(text);
      text = "";
    }
    yield Buffer.from(text + this.tail + end);
  }

  #join(end: string): string {
    const { head, items, tail } = this;
    const [first] = items;
    if (first === undefined) return head + tail + end;
    const parts = [...items];
    parts[0] = head + first;
    parts[parts.length - 1] += tail + end;
    return parts.join(",");
  }
}
