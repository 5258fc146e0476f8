/** Why a function of this package refused its input. */
export type ApiErrorCode =
  | "INVALID_API_VERSION"
  | "INVALID_DURATION"
  | "INVALID_FIELDS"
  | "INVALID_INT_OR_STRING"
  | "INVALID_JSON"
  | "INVALID_KEY"
  | "INVALID_KIND"
  | "INVALID_OWNER"
  | "INVALID_PATCH"
  | "INVALID_PATTERN"
  | "INVALID_QUANTITY"
  | "INVALID_SCHEMA"
  | "INVALID_SELECTOR"
  | "INVALID_TIME"
  | "PATCH_CONFLICT"
  | "PATCH_MISMATCH"
  | "PATCH_TOO_LARGE";

/** Input that this package cannot accept. The message names the value, the cause and, where there is one, the fix. */
export class ApiError extends Error {
  override readonly name: string = "ApiError";
  readonly code: ApiErrorCode;
  /** What the API server says of the same input, word for word, where it has words for it. */
  readonly detail: string | undefined;

  constructor(code: ApiErrorCode, message: string, options?: { cause?: unknown; detail?: string }) {
    super(message, options);
    this.code = code;
    this.detail = options?.detail;
  }
}
