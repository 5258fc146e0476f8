import { Flag, FrameType, ProtocolViolation } from "./frame.ts";
import { withoutPadding } from "./frame-reader.ts";
import { HeaderDecoder } from "./hpack/header-decoder.ts";
import type { HeaderField } from "./hpack/header-field.ts";

/** What the headers of one answer may add up to; packed they are smaller, or the server packs them badly. */
const maxListSize = 256 * 1024;

/** Frames that the headers of one answer may come in. */
const maxFrames = 64;

/** The headers of one answer, or of its end. */
export interface HeaderBlock {
  readonly fields: readonly HeaderField[];
  readonly isEnd: boolean;
}

/** Puts the frames together that headers come in, and reads the headers. */
export class HeaderBlockReader {
  readonly maxListSize: number = maxListSize;
  readonly #decoder = new HeaderDecoder(maxListSize);
  /** The block that is under way. */
  #parts: Buffer[] = [];
  #streamId = 0;
  #isEnd = false;

  /** Throws ProtocolViolation for a frame that may not come before the headers under way are complete, or only within some. */
  expect(type: number, streamId: number): void {
    const isWithin = this.#parts.length > 0;
    if (isWithin === (type === FrameType.continuation) && (!isWithin || streamId === this.#streamId)) return;
    throw new ProtocolViolation(
      "PROTOCOL_ERROR",
      isWithin ? `a frame of type ${type} within headers` : "the continuation of headers that did not begin",
    );
  }

  /** Takes a HEADERS or CONTINUATION frame. Gives the headers when they are complete. Throws ProtocolViolation. */
  read(type: number, flags: number, streamId: number, payload: Buffer): HeaderBlock | undefined {
    if (type === FrameType.headers) {
      this.#streamId = streamId;
      this.#isEnd = (flags & Flag.endStream) !== 0;
    }
    const part = type === FrameType.headers ? blockOf(flags, payload) : payload;
    const parts = this.#parts;
    if ((flags & Flag.endHeaders) === 0) {
      parts.push(part);
      if (parts.length >= maxFrames) throw new ProtocolViolation("ENHANCE_YOUR_CALM", "headers in too many frames");
      return undefined;
    }
    if (parts.length === 0) return this.#decode(part);
    this.#parts = [];
    return this.#decode(Buffer.concat([...parts, part]));
  }

  #decode(block: Buffer): HeaderBlock {
    try {
      return { fields: this.#decoder.decode(block), isEnd: this.#isEnd };
    } catch (error) {
      throw new ProtocolViolation("COMPRESSION_ERROR", error instanceof Error ? error.message : String(error));
    }
  }
}

/** The block in a HEADERS frame, without padding and priority. */
function blockOf(flags: number, payload: Buffer): Buffer {
  const block = (flags & Flag.padded) === 0 ? payload : withoutPadding(payload);
  if ((flags & Flag.priority) === 0) return block;
  if (block.length < 5) throw new ProtocolViolation("FRAME_SIZE_ERROR", "headers that are shorter than their priority");
  return block.subarray(5);
}
