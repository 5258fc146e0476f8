/** Why this package cannot do what it was asked for. */
export type ApiServerErrorCode =
  /** An option of the server is wrong. */
  | "INVALID_OPTION"
  /** A certificate cannot be made as asked for. */
  | "INVALID_CERTIFICATE"
  /** The port is taken, or may not be used. */
  | "CANNOT_LISTEN"
  /** The server was closed. */
  | "CLOSED"
  /** A file of recorded data is missing or damaged. */
  | "DAMAGED_DATA";

/** This package was used wrongly or cannot work here. What clients are told is a StatusError. */
export class ApiServerError extends Error {
  override readonly name: string = "ApiServerError";
  readonly code: ApiServerErrorCode;

  constructor(code: ApiServerErrorCode, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.code = code;
  }
}
