/** Why the generator failed where the sources are not to blame; those get a Problem with its position. */
export type CodegenErrorCode =
  /** The TypeScript compiler that comes with this package is missing, cannot be started, or ended. */
  | "COMPILER_FAILED"
  /** An option of a generator or of a run is unknown or has a wrong value. */
  | "INVALID_OPTION"
  /** A file that comes with this package is missing. */
  | "DAMAGED_DATA"
  /** What was generated cannot be written. */
  | "CANNOT_WRITE";

/** A failure of the generator or of its options. `message` says what was being done and what to do. */
export class CodegenError extends Error {
  override readonly name = "CodegenError";
  readonly code: CodegenErrorCode;

  constructor(code: CodegenErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
