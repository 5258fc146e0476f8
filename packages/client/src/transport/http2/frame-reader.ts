import { defaultMaxFrameBytes, Flag, FrameType, frameHeaderBytes, ProtocolViolation } from "./frame.ts";

/** Told what frames consist of, in order. What it throws ends the reading. */
export interface FrameEvents {
  /** A part of a DATA frame, as it came; `isEnd` with the last one of a stream. `flowBytes` is what it counts in the windows. */
  onData(streamId: number, part: Buffer, flowBytes: number, isEnd: boolean): void;
  /** Any other frame, whole. */
  onFrame(type: number, flags: number, streamId: number, payload: Buffer): void;
}

const nothing: Buffer = Buffer.alloc(0);

/** Cuts bytes into HTTP/2 frames; opens nothing. Data is passed on as it comes, other frames when they are whole. */
export class FrameReader {
  readonly #events: FrameEvents;
  /** The beginning of a frame whose rest has not come yet. */
  #pending: Buffer | undefined;
  /** Of the DATA frame that is under way. */
  #dataLeft = 0;
  #dataStream = 0;
  #isDataEnd = false;

  constructor(events: FrameEvents) {
    this.#events = events;
  }

  /** Takes the next bytes. Throws ProtocolViolation for a frame that is too large. */
  feed(chunk: Buffer): void {
    let bytes = chunk;
    let at = 0;
    if (this.#pending !== undefined) {
      bytes = Buffer.concat([this.#pending, chunk]);
      this.#pending = undefined;
    }
    while (at < bytes.length) {
      if (this.#dataLeft > 0) {
        at = this.#readData(bytes, at);
        continue;
      }
      const next = this.#readFrame(bytes, at);
      if (next === undefined) {
        this.#pending = at === 0 ? bytes : bytes.subarray(at);
        return;
      }
      at = next;
    }
  }

  /** Reads one frame, or the head of a DATA frame. Gives where it ends, or undefined when it is not all there. */
  #readFrame(bytes: Buffer, at: number): number | undefined {
    if (bytes.length - at < frameHeaderBytes) return undefined;
    const length = (bytes[at]! << 16) | (bytes[at + 1]! << 8) | bytes[at + 2]!;
    const type = bytes[at + 3]!;
    const flags = bytes[at + 4]!;
    // The highest bit is reserved.
    const streamId = ((bytes[at + 5]! & 0x7f) << 24) | (bytes[at + 6]! << 16) | (bytes[at + 7]! << 8) | bytes[at + 8]!;
    if (length > defaultMaxFrameBytes) {
      throw new ProtocolViolation("FRAME_SIZE_ERROR", `a frame of ${length} bytes, where 16384 are allowed`);
    }
    const start = at + frameHeaderBytes;
    if (type === FrameType.data && (flags & Flag.padded) === 0) {
      const isEnd = (flags & Flag.endStream) !== 0;
      if (length === 0) this.#events.onData(streamId, nothing, 0, isEnd);
      this.#dataLeft = length;
      this.#dataStream = streamId;
      this.#isDataEnd = isEnd;
      return start;
    }
    const end = start + length;
    if (bytes.length < end) return undefined;
    if (type === FrameType.data) {
      const isEnd = (flags & Flag.endStream) !== 0;
      this.#events.onData(streamId, withoutPadding(bytes.subarray(start, end)), length, isEnd);
    } else {
      this.#events.onFrame(type, flags, streamId, bytes.subarray(start, end));
    }
    return end;
  }

  #readData(bytes: Buffer, at: number): number {
    const end = Math.min(bytes.length, at + this.#dataLeft);
    this.#dataLeft -= end - at;
    const part = bytes.subarray(at, end);
    this.#events.onData(this.#dataStream, part, part.length, this.#isDataEnd && this.#dataLeft === 0);
    return end;
  }
}

/** What a padded frame carries. Throws ProtocolViolation when there is more padding than frame. */
export function withoutPadding(payload: Buffer): Buffer {
  const padding = payload[0];
  if (padding === undefined || padding >= payload.length) {
    throw new ProtocolViolation("PROTOCOL_ERROR", "a frame with more padding than it is long");
  }
  return payload.subarray(1, payload.length - padding);
}
