import { maxWindow, ProtocolViolation, Setting } from "./frame.ts";

/** What a server announces that matters to a client. */
export interface ServerSettings {
  headerTableSize?: number;
  maxConcurrentStreams?: number;
  initialWindowSize?: number;
}

/** What a SETTINGS frame says. Throws ProtocolViolation for values that are not allowed. */
export function readSettings(payload: Buffer): ServerSettings {
  if (payload.length % 6 !== 0) throw new ProtocolViolation("FRAME_SIZE_ERROR", `settings of ${payload.length} bytes`);
  const settings: ServerSettings = {};
  for (let at = 0; at < payload.length; at += 6) {
    const value = payload.readUInt32BE(at + 2);
    switch (payload.readUInt16BE(at)) {
      case Setting.headerTableSize:
        settings.headerTableSize = value;
        break;
      case Setting.enablePush:
        if (value !== 0) throw new ProtocolViolation("PROTOCOL_ERROR", "a server that asks for pushes");
        break;
      case Setting.maxConcurrentStreams:
        settings.maxConcurrentStreams = value;
        break;
      case Setting.initialWindowSize:
        if (value > maxWindow) throw new ProtocolViolation("FLOW_CONTROL_ERROR", `a window of ${value} bytes`);
        settings.initialWindowSize = value;
        break;
      case Setting.maxFrameSize:
        // More than we ever send; but it must not be less.
        if (value < 16_384 || value > 16_777_215) {
          throw new ProtocolViolation("PROTOCOL_ERROR", `a frame size of ${value} bytes`);
        }
        break;
      default:
    }
  }
  return settings;
}
