import type { Logger } from "./logger.ts";

/** A logger that writes to `log` and never throws: what cannot be logged must not end what it is about. */
export function safeLogger(log: Logger): Logger {
  const at =
    (level: "debug" | "info" | "warn" | "error") =>
    (fields: object, message: string): void => {
      try {
        log[level](fields, message);
      } catch {
        tell(log, message);
      }
    };
  return {
    debug: at("debug"),
    info: at("info"),
    warn: at("warn"),
    error: at("error"),
    child(fields) {
      try {
        return safeLogger(log.child(fields));
      } catch {
        return this;
      }
    },
  };
}

/** Fields may be what could not be logged. */
function tell(log: Logger, message: string): void {
  try {
    log.error({}, message);
  } catch {
    // Then it is the logger itself.
  }
}
