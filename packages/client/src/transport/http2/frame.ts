/** Kinds of frames, RFC 9113 section 6. */
export const FrameType = {
  data: 0,
  headers: 1,
  priority: 2,
  rstStream: 3,
  settings: 4,
  pushPromise: 5,
  ping: 6,
  goAway: 7,
  windowUpdate: 8,
  continuation: 9,
} as const;

export const Flag = { endStream: 0x1, ack: 0x1, endHeaders: 0x4, padded: 0x8, priority: 0x20 } as const;

export const Setting = {
  headerTableSize: 1,
  enablePush: 2,
  maxConcurrentStreams: 3,
  initialWindowSize: 4,
  maxFrameSize: 5,
  maxHeaderListSize: 6,
} as const;

/** Why a stream or a connection is ended, RFC 9113 section 7; the code is the place in the list. */
const errorNames = [
  "NO_ERROR",
  "PROTOCOL_ERROR",
  "INTERNAL_ERROR",
  "FLOW_CONTROL_ERROR",
  "SETTINGS_TIMEOUT",
  "STREAM_CLOSED",
  "FRAME_SIZE_ERROR",
  "REFUSED_STREAM",
  "CANCEL",
  "COMPRESSION_ERROR",
  "CONNECT_ERROR",
  "ENHANCE_YOUR_CALM",
  "INADEQUATE_SECURITY",
  "HTTP_1_1_REQUIRED",
] as const;

export type ErrorName = (typeof errorNames)[number];

export function errorCode(name: ErrorName): number {
  return errorNames.indexOf(name);
}

/** The name of an error code, for messages: `REFUSED_STREAM`, `error 99`. */
export function errorName(code: number): string {
  return errorNames[code] ?? `error ${code}`;
}

export const frameHeaderBytes = 9;

/** What a frame may carry before anything else is agreed on; we never allow more. */
export const defaultMaxFrameBytes = 16_384;

/** How much may be sent before the receiver asks for more, until anything else is agreed on. */
export const defaultWindow = 65_535;

/** The largest window and the highest number of a stream: 31 ones. */
export const maxWindow = 0x7fffffff;

/** What the other side did that HTTP/2 forbids, and as what it is told of it. */
export class ProtocolViolation extends Error {
  override readonly name: string = "ProtocolViolation";
  readonly error: ErrorName;

  constructor(error: ErrorName, message: string) {
    super(message);
    this.error = error;
  }
}
