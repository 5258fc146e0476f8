/**
 * Where log lines go: a constant message, and what varies as fields. A pino logger is one as it is.
 *
 * Fields name objects by reference (`objectReference`), never hold them whole. An error is the field `err`: the name under
 * which pino, too, writes message, stack and causes.
 */
export interface Logger {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
  /** A logger that adds `fields` to each line. */
  child(fields: Record<string, unknown>): Logger;
}

/** Says nothing. */
export const silentLogger: Logger = Object.freeze({
  debug(): void {},
  info(): void {},
  warn(): void {},
  error(): void {},
  child: (): Logger => silentLogger,
});
