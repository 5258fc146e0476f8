import { constants, crc32, deflateRaw } from "node:zlib";
import type { ApiObject } from "../../../resource-object.ts";
import { isSame } from "../form/same-objects.ts";
import { crc32ShiftOf } from "./joined-crc32.ts";

/** A text, compressed so that it can stand anywhere in a longer one. */
export interface DeflatedText {
  /** Blocks of a deflate stream that end with a byte, and not with the stream. */
  readonly blocks: Uint8Array;
  readonly crc32: number;
  /** For `joinCrc32`. */
  readonly crc32Shift: number;
  /** Of the text, in bytes. */
  readonly byteLength: number;
}

interface KnownRow {
  readonly objects: readonly ApiObject[];
  readonly text: Promise<DeflatedText>;
}

/** How many bytes a generation of compressed rows may have. */
const generationSize = 16 * 1024 * 1024;

/**
 * Compressed texts of rows of objects, kept for rows that are asked for again.
 *
 * Objects must not change. Kept rows are in two generations: when the younger one is full, the older one is forgotten, so that memory is
 * bounded and what is in use stays.
 */
export class DeflatedRows {
  /** By the first object of a row. */
  #young = new WeakMap<ApiObject, KnownRow>();
  #old = new WeakMap<ApiObject, KnownRow>();
  #youngSize = 0;

  /** The texts of `objects`, of which there is at least one, each after a comma. Must be asked with the same `textOf` for the same objects. */
  rowOf(objects: readonly ApiObject[], textOf: (object: ApiObject) => string): Promise<DeflatedText> {
    const first = objects[0]!;
    const young = this.#young.get(first);
    if (young !== undefined && isSame(young.objects, objects)) return young.text;
    const old = this.#old.get(first);
    const row =
      old !== undefined && isSame(old.objects, objects) ? old : { objects, text: deflateRow(objects, textOf) };
    this.#young.set(first, row);
    row.text.then(
      ({ blocks }) => this.#count(blocks.length),
      () => {
        this.#young.delete(first);
        this.#old.delete(first);
      },
    );
    return row.text;
  }

  #count(size: number): void {
    this.#youngSize += size;
    if (this.#youngSize <= generationSize) return;
    this.#old = this.#young;
    this.#young = new WeakMap();
    this.#youngSize = 0;
  }
}

function deflateRow(objects: readonly ApiObject[], textOf: (object: ApiObject) => string): Promise<DeflatedText> {
  let text = "";
  for (const object of objects) text += `,${textOf(object)}`;
  return deflateText(text);
}

/** A text, compressed not in the way of other requests. */
export function deflateText(text: string): Promise<DeflatedText> {
  const bytes = Buffer.from(text);
  return new Promise((resolve, reject) => {
    deflateRaw(bytes, { level: 1, finishFlush: constants.Z_SYNC_FLUSH }, (error, blocks) => {
      if (error !== null) reject(error);
      else {
        const { byteLength } = bytes;
        resolve({ blocks, crc32: crc32(bytes), crc32Shift: crc32ShiftOf(byteLength), byteLength });
      }
    });
  });
}
