import type { Socket } from "node:net";
import type { Clock } from "@kubewright/api";
import { endOfTurn } from "../../host.ts";
import type { OutgoingRequest } from "../http/outgoing-request.ts";
import {
  type ConnectionOwner,
  MalformedResponse,
  type RequestChannel,
  type ServerConnection,
  UnprocessedRequest,
} from "../http/server-connection.ts";
import { receiveFrom } from "../socket/incoming-bytes.ts";
import {
  defaultMaxFrameBytes,
  defaultWindow,
  type ErrorName,
  errorCode,
  errorName,
  Flag,
  FrameType,
  maxWindow,
  ProtocolViolation,
  Setting,
} from "./frame.ts";
import { type FrameEvents, FrameReader } from "./frame-reader.ts";
import { FrameWriter } from "./frame-writer.ts";
import { HeaderBlockReader } from "./header-block-reader.ts";
import { Http2Stream, type StreamHost, streamWindow } from "./http2-stream.ts";
import { Liveness, patienceMs } from "./liveness.ts";
import { readSettings } from "./settings.ts";
import { StreamLimit } from "./stream-limit.ts";

/** What all answers together may be ahead of us: so much that only the window of a stream holds its sender back. */
const connectionWindow = 2 ** 30;

/** How much of it is used before it is granted anew. */
const connectionGrant = 2 ** 24;

/** Bytes that the server does not take from us, at which we no longer answer what it asks. */
const maxUntakenBytes = 1024 * 1024;

/** A connection on which HTTP/2 is spoken, RFC 9113, for many requests at once. */
export class Http2Connection implements ServerConnection, StreamHost, FrameEvents {
  readonly isShared = true;
  idleSinceMs = 0;
  readonly #socket: Socket;
  readonly #owner: ConnectionOwner;
  readonly #reader = new FrameReader(this);
  readonly #writer = new FrameWriter();
  readonly #headers = new HeaderBlockReader();
  readonly #liveness: Liveness;
  readonly #streams = new Map<number, Http2Stream>();
  /** Places taken, those not sent yet included. */
  #places = 0;
  #lastId = -1;
  readonly #streamLimit: StreamLimit;
  #maxStreams: number;
  #sendWindow = defaultWindow;
  #initialSendWindow = defaultWindow;
  /** What came and was not granted anew. */
  #ungranted = 0;
  /** Streams that wait for the connection's window. */
  readonly #blocked = new Set<Http2Stream>();
  #hasSettings = false;
  /** Whether anything was answered on it, or it was idle. */
  #isProven = false;
  /** Whether it takes no more requests. */
  #isLeaving = false;
  #isClosed = false;
  #isFlushing = false;
  #error: Error | undefined;

  constructor(socket: Socket, owner: ConnectionOwner, clock: Clock, streamLimit: StreamLimit = new StreamLimit()) {
    this.#socket = socket;
    this.#owner = owner;
    this.#streamLimit = streamLimit;
    this.#maxStreams = streamLimit.expected;
    this.#liveness = new Liveness(clock, {
      onAsk: () => {
        this.#writer.ping(Buffer.alloc(8), false);
        this.#flushSoon();
      },
      onDead: () => this.#die(new Error("no sign of life from the server")),
    });
    this.#writer.preface();
    this.#writer.settings(
      ...[Setting.enablePush, 0],
      ...[Setting.initialWindowSize, streamWindow],
      ...[Setting.maxHeaderListSize, this.#headers.maxListSize],
    );
    this.#writer.windowUpdate(0, connectionWindow - defaultWindow);
    this.#flushSoon();
    socket.on("end", () => socket.destroy());
    socket.on("error", (error) => {
      this.#error ??= error;
    });
    socket.on("close", () => this.#close());
    receiveFrom(socket, (chunk) => this.#receive(chunk));
  }

  get hasRoom(): boolean {
    return this.#places < this.#maxStreams && !this.#isGone && !this.#liveness.isDoubtful;
  }

  get isIdle(): boolean {
    return this.#places === 0;
  }

  open(isStream: boolean): RequestChannel {
    if (this.#places++ === 0) this.#socket.ref();
    return new Http2Stream(this, isStream, this.#isProven);
  }

  rest(): void {
    this.#isProven = true;
    this.#socket.unref();
  }

  destroy(): void {
    this.#leave();
    for (const stream of this.#streams.values()) stream.abandon();
    this.#socket.destroy();
  }

  send(stream: Http2Stream, request: OutgoingRequest): void {
    if (this.#isGone) {
      // Since its place was given: nothing of it was sent.
      queueMicrotask(() => stream.break(new UnprocessedRequest(this.#error?.message ?? "the connection was closed")));
      return;
    }
    if (this.#streams.size === 0) this.#liveness.begin();
    this.#lastId += 2;
    if (this.#lastId >= maxWindow) this.#leave();
    stream.id = this.#lastId;
    stream.sendWindow = this.#initialSendWindow;
    this.#streams.set(stream.id, stream);
    if (request.timeoutMs >= patienceMs) this.#liveness.watch();
    const { body, hasLength } = request;
    const length = body === undefined ? 0 : Buffer.byteLength(body);
    this.#writer.headers(stream.id, request, hasLength ? length : undefined, length === 0);
    this.#flushSoon();
    if (body === undefined || length === 0) return;
    if (length <= defaultMaxFrameBytes && length <= this.#sendWindow && length <= stream.sendWindow) {
      this.#sendWindow -= length;
      this.#writer.text(stream.id, body, length);
      return;
    }
    stream.unsent = Buffer.from(body);
    this.sendBody(stream);
  }

  sendBody(stream: Http2Stream): void {
    let body = stream.unsent;
    while (body !== undefined) {
      const length = Math.min(body.length, defaultMaxFrameBytes, this.#sendWindow, stream.sendWindow);
      if (length <= 0) break;
      this.#sendWindow -= length;
      stream.sendWindow -= length;
      this.#writer.data(stream.id, body.subarray(0, length), length === body.length);
      body = length === body.length ? undefined : body.subarray(length);
    }
    stream.unsent = body;
    if (body === undefined || stream.sendWindow <= 0) this.#blocked.delete(stream);
    else this.#blocked.add(stream);
    this.#flushSoon();
  }

  grant(stream: Http2Stream, bytes: number): void {
    this.#writer.windowUpdate(stream.id, bytes);
    this.#flushSoon();
  }

  close(stream: Http2Stream, error: ErrorName | undefined): void {
    if (stream.id !== 0) {
      this.#streams.delete(stream.id);
      this.#blocked.delete(stream);
      if (error !== undefined && !this.#isClosed) this.#reset(stream.id, error);
    }
    this.#places--;
    if (this.#places === 0) {
      this.#liveness.stop();
      if (this.#isLeaving) this.#socket.destroy();
    }
    this.#owner.onFreed(this, stream.isStream);
  }

  onData(streamId: number, part: Buffer, flowBytes: number, isEnd: boolean): void {
    this.#expect(FrameType.data, streamId);
    this.#ungranted += flowBytes;
    if (this.#ungranted >= connectionGrant) {
      this.#writer.windowUpdate(0, this.#ungranted);
      this.#ungranted = 0;
      this.#flushSoon();
    }
    this.#streams.get(streamId)?.onData(part, flowBytes, isEnd);
  }

  onFrame(type: number, flags: number, streamId: number, payload: Buffer): void {
    if (this.#isClosed) return;
    this.#expect(type, streamId);
    switch (type) {
      case FrameType.headers:
      case FrameType.continuation: {
        const block = this.#headers.read(type, flags, streamId, payload);
        if (block === undefined) return;
        this.#isProven = true;
        this.#streams.get(streamId)?.onHeaders(block.fields, block.isEnd);
        return;
      }
      case FrameType.rstStream:
        this.#streams.get(streamId)?.onReset(uint32(payload, 4));
        return;
      case FrameType.settings:
        this.#acceptSettings(flags, payload);
        return;
      case FrameType.ping:
        this.#acceptPing(flags, payload);
        return;
      case FrameType.goAway:
        this.#acceptGoAway(payload);
        return;
      case FrameType.windowUpdate:
        this.#acceptWindowUpdate(streamId, uint32(payload, 4) & maxWindow);
        return;
      case FrameType.pushPromise:
        throw new ProtocolViolation("PROTOCOL_ERROR", "a push, which was ruled out");
      default:
      // Priorities are for servers. What is not known is to be ignored.
    }
  }

  /** Whether it takes no more requests, or would not send them. */
  get #isGone(): boolean {
    return this.#isLeaving || this.#isClosed || this.#socket.destroyed;
  }

  /** Throws ProtocolViolation unless a frame of this type may come now, on this stream. */
  #expect(type: number, streamId: number): void {
    if (!this.#hasSettings) {
      if (type !== FrameType.settings)
        throw new ProtocolViolation("PROTOCOL_ERROR", "another frame before the settings");
      this.#hasSettings = true;
    }
    this.#headers.expect(type, streamId);
    const isForConnection = type === FrameType.settings || type === FrameType.ping || type === FrameType.goAway;
    if (isForConnection && streamId !== 0) {
      throw new ProtocolViolation("PROTOCOL_ERROR", `a frame of type ${type} on stream ${streamId}`);
    }
    // What is ignored may come on any stream.
    const isIgnored = type === FrameType.priority || type > FrameType.continuation;
    if (isForConnection || isIgnored || (type === FrameType.windowUpdate && streamId === 0)) return;
    if (streamId === 0 || streamId % 2 === 0 || streamId > this.#lastId) {
      throw new ProtocolViolation(
        "PROTOCOL_ERROR",
        `a frame of type ${type} on stream ${streamId}, which nobody opened`,
      );
    }
  }

  #acceptSettings(flags: number, payload: Buffer): void {
    if ((flags & Flag.ack) !== 0) return;
    this.#answer(() => this.#writer.settingsAck());
    const { headerTableSize, maxConcurrentStreams, initialWindowSize } = readSettings(payload);
    if (headerTableSize !== undefined) this.#writer.resizeHeaderTable(headerTableSize);
    if (initialWindowSize !== undefined) {
      const change = initialWindowSize - this.#initialSendWindow;
      this.#initialSendWindow = initialWindowSize;
      for (const stream of this.#streams.values()) stream.onWindow(change);
    }
    if (maxConcurrentStreams === undefined) return;
    this.#maxStreams = maxConcurrentStreams;
    this.#streamLimit.learn(maxConcurrentStreams);
    if (this.hasRoom) this.#owner.onRoom(this);
  }

  #acceptPing(flags: number, payload: Buffer): void {
    if (payload.length !== 8) throw new ProtocolViolation("FRAME_SIZE_ERROR", `a ping of ${payload.length} bytes`);
    if ((flags & Flag.ack) === 0) this.#answer(() => this.#writer.ping(payload, true));
  }

  #acceptGoAway(payload: Buffer): void {
    if (payload.length < 8) throw new ProtocolViolation("FRAME_SIZE_ERROR", `a GOAWAY of ${payload.length} bytes`);
    const lastId = payload.readUInt32BE(0) & maxWindow;
    const code = payload.readUInt32BE(4);
    const message = `the server is closing the connection (${errorName(code)})`;
    if (code !== 0) this.#error ??= new Error(message);
    this.#leave();
    for (const stream of this.#streams.values()) {
      if (stream.id > lastId) stream.break(new UnprocessedRequest(message));
    }
    if (this.#places === 0) this.#socket.destroy();
  }

  #acceptWindowUpdate(streamId: number, increment: number): void {
    if (increment === 0) throw new ProtocolViolation("PROTOCOL_ERROR", "a window that grows by nothing");
    if (streamId !== 0) {
      this.#streams.get(streamId)?.onWindow(increment);
      return;
    }
    this.#sendWindow += increment;
    if (this.#sendWindow > maxWindow) {
      throw new ProtocolViolation("FLOW_CONTROL_ERROR", "a window of more than 2^31-1 bytes");
    }
    for (const stream of [...this.#blocked]) this.sendBody(stream);
  }

  /** Writes what the server is owed, unless it floods us with questions and takes no answers. */
  #answer(write: () => void): void {
    if (this.#socket.writableLength > maxUntakenBytes) {
      throw new ProtocolViolation("ENHANCE_YOUR_CALM", "a flood of questions whose answers it does not take");
    }
    write();
    this.#flushSoon();
  }

  /** Ends a stream that the server has not ended. What comes of it from now on is nobody's. */
  #reset(streamId: number, error: ErrorName): void {
    this.#writer.rstStream(streamId, errorCode(error));
    this.#flushSoon();
    if (!this.#liveness.isSuspect) return;
    // Nothing has come for long, and the request had no answer: is there anyone? Without others, there is no need to know.
    if (this.#places > 1) this.#liveness.ask();
    else this.#leave();
  }

  #leave(): void {
    this.#isLeaving = true;
  }

  #receive(chunk: Buffer): void {
    try {
      this.#reader.feed(chunk);
    } catch (error) {
      const { message } = error as Error;
      const name = error instanceof ProtocolViolation ? error.error : "INTERNAL_ERROR";
      if (!this.#isClosed) this.#socket.write(this.#farewell(name));
      this.#die(new MalformedResponse(message, "HTTP/2"));
      return;
    }
    if (this.#liveness.heard() && this.hasRoom) this.#owner.onRoom(this);
  }

  #farewell(error: ErrorName): Buffer {
    this.#writer.goAway(errorCode(error));
    return this.#writer.take()!;
  }

  #die(cause: Error): void {
    this.#error = cause;
    this.#close();
    this.#socket.destroy();
  }

  #close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#liveness.stop();
    this.#owner.onClosed(this);
    for (const stream of this.#streams.values()) stream.break(this.#error);
  }

  /** Once for all that is written in this turn: the server then wakes up once, too. */
  #flushSoon(): void {
    if (this.#isFlushing) return;
    this.#isFlushing = true;
    endOfTurn(() => {
      this.#isFlushing = false;
      const bytes = this.#writer.take();
      if (bytes !== undefined && !this.#isClosed && !this.#socket.destroyed) this.#socket.write(bytes);
    });
  }
}

function uint32(payload: Buffer, length: number): number {
  if (payload.length === length) return payload.readUInt32BE(0);
  throw new ProtocolViolation("FRAME_SIZE_ERROR", `a frame of ${payload.length} bytes that must have ${length}`);
}
