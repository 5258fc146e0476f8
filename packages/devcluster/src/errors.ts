export type DevClusterErrorCode =
  /** An option of the cluster is wrong. */
  | "INVALID_OPTION"
  /** An image archive cannot be used. */
  | "INVALID_IMAGE"
  /** The host lacks something that a part needs. */
  | "UNSUPPORTED_HOST"
  /** The cluster was closed. */
  | "CLOSED";

/** The cluster was used wrongly or cannot work here. */
export class DevClusterError extends Error {
  override readonly name: string = "DevClusterError";
  readonly code: DevClusterErrorCode;

  constructor(code: DevClusterErrorCode, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.code = code;
  }
}
