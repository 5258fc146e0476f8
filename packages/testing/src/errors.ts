/** Why a function of this package failed. */
export type TestingErrorCode =
  /** A certificate cannot be issued as asked. */
  | "INVALID_CERTIFICATE"
  /** A program of the reference server is not where it was looked for. */
  | "PROGRAM_MISSING"
  /** The reference server did not come up; the message ends with what it logged last. */
  | "SERVER_START_FAILED"
  /** The reference server is not in the state that the call needs. */
  | "SERVER_STATE"
  /** The list of deviations from a contract is not right any more; the message names the case. */
  | "CONTRACT_DEVIATION";

/** A failure of the test environment itself. `message` says what was being done, why it failed and what to do. */
export class TestingError extends Error {
  override readonly name: string = "TestingError";
  readonly code: TestingErrorCode;

  constructor(code: TestingErrorCode, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.code = code;
  }
}
