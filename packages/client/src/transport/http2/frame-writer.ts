import type { OutgoingRequest } from "../http/outgoing-request.ts";
import { defaultMaxFrameBytes, Flag, FrameType, frameHeaderBytes } from "./frame.ts";
import { HeaderEncoder, headerBound } from "./hpack/header-encoder.ts";
import { OutputBuffer } from "./output-buffer.ts";

const preface = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";

/** Writes frames of a client; sends nothing. `take` gives what was written. */
export class FrameWriter {
  readonly #output = new OutputBuffer();
  readonly #encoder = new HeaderEncoder();

  /** All that was written since the last time, or undefined when nothing was. */
  take(): Buffer | undefined {
    return this.#output.take();
  }

  /** The peer's header table holds so much from now on. */
  resizeHeaderTable(size: number): void {
    this.#encoder.resize(size);
  }

  preface(): void {
    this.#output.reserve(preface.length);
    this.#output.end += this.#output.bytes.write(preface, this.#output.end, "latin1");
  }

  headers(streamId: number, request: OutgoingRequest, contentLength: number | undefined, isEnd: boolean): void {
    const output = this.#output;
    output.reserve(frameHeaderBytes + headerBound(request));
    const at = output.end;
    output.end += frameHeaderBytes;
    this.#encoder.write(request, contentLength, output);
    const length = output.end - at - frameHeaderBytes;
    const flags = isEnd ? Flag.endStream : 0;
    if (length <= defaultMaxFrameBytes) {
      writeFrameHeader(output.bytes, at, length, FrameType.headers, flags | Flag.endHeaders, streamId);
      return;
    }
    const block = Buffer.from(output.bytes.subarray(at + frameHeaderBytes, output.end));
    output.end = at;
    for (let from = 0; from < block.length; from += defaultMaxFrameBytes) {
      const part = block.subarray(from, from + defaultMaxFrameBytes);
      const last = from + part.length === block.length ? Flag.endHeaders : 0;
      this.#frame(
        from === 0 ? FrameType.headers : FrameType.continuation,
        from === 0 ? flags | last : last,
        streamId,
        part,
      );
    }
  }

  /** The whole of a body that is in one frame, of `length` bytes. */
  text(streamId: number, text: string, length: number): void {
    const output = this.#output;
    output.reserve(frameHeaderBytes + length);
    writeFrameHeader(output.bytes, output.end, length, FrameType.data, Flag.endStream, streamId);
    output.end += frameHeaderBytes;
    output.end += output.bytes.write(text, output.end, length, "utf8");
  }

  data(streamId: number, part: Buffer, isEnd: boolean): void {
    this.#frame(FrameType.data, isEnd ? Flag.endStream : 0, streamId, part);
  }

  /** Names and values in turn. */
  settings(...numbers: readonly number[]): void {
    const payload = Buffer.alloc((numbers.length / 2) * 6);
    for (let index = 0; index < numbers.length; index += 2) {
      payload.writeUInt16BE(numbers[index]!, index * 3);
      payload.writeUInt32BE(numbers[index + 1]!, index * 3 + 2);
    }
    this.#frame(FrameType.settings, 0, 0, payload);
  }

  settingsAck(): void {
    this.#frame(FrameType.settings, Flag.ack, 0, Buffer.alloc(0));
  }

  /** For stream 0, the whole connection. */
  windowUpdate(streamId: number, increment: number): void {
    this.#number(FrameType.windowUpdate, streamId, increment);
  }

  rstStream(streamId: number, errorCode: number): void {
    this.#number(FrameType.rstStream, streamId, errorCode);
  }

  /** `payload` has eight bytes. */
  ping(payload: Buffer, isAck: boolean): void {
    this.#frame(FrameType.ping, isAck ? Flag.ack : 0, 0, payload);
  }

  goAway(errorCode: number): void {
    const payload = Buffer.alloc(8);
    payload.writeUInt32BE(errorCode, 4);
    this.#frame(FrameType.goAway, 0, 0, payload);
  }

  #number(type: number, streamId: number, value: number): void {
    const output = this.#output;
    output.reserve(frameHeaderBytes + 4);
    writeFrameHeader(output.bytes, output.end, 4, type, 0, streamId);
    output.end = output.bytes.writeUInt32BE(value, output.end + frameHeaderBytes);
  }

  #frame(type: number, flags: number, streamId: number, payload: Buffer): void {
    const output = this.#output;
    output.reserve(frameHeaderBytes + payload.length);
    writeFrameHeader(output.bytes, output.end, payload.length, type, flags, streamId);
    output.end += frameHeaderBytes;
    output.end += payload.copy(output.bytes, output.end);
  }
}

function writeFrameHeader(
  bytes: Buffer,
  at: number,
  length: number,
  type: number,
  flags: number,
  streamId: number,
): void {
  bytes[at] = length >> 16;
  bytes[at + 1] = length >> 8;
  bytes[at + 2] = length;
  bytes[at + 3] = type;
  bytes[at + 4] = flags;
  bytes[at + 5] = streamId >> 24;
  bytes[at + 6] = streamId >> 16;
  bytes[at + 7] = streamId >> 8;
  bytes[at + 8] = streamId;
}
