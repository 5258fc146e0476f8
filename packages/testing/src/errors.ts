/** Why a function of this package failed. */
export type TestingErrorCode =
  /** A program of the reference server is not where it was looked for. */
  | "PROGRAM_MISSING"
  /** The reference server did not come up; the message ends with what it logged last. */
  | "SERVER_START_FAILED"
  /** The reference server is not in the state that the call needs. */
  | "SERVER_STATE"
  /** A definition of a kind cannot be read; the message names the file. */
  | "INVALID_DEFINITION"
  /** The list of deviations from a contract is not right any more; the message names the case. */
  | "CONTRACT_DEVIATION"
  /** What should come to be did not within its time; the cause is what failed last. */
  | "NOT_EVENTUALLY"
  /** What should go on did not; the cause is what failed. */
  | "NOT_CONSISTENT"
  /** An object is not as expected; the message shows where. */
  | "MISMATCH"
  /** An option of the environment is wrong, or does not go with its cluster; the message names it. */
  | "INVALID_OPTION"
  /** The environment was closed. */
  | "CLOSED"
  /** Something that keeps the process alive was opened and not closed; the message names it. */
  | "LEAK"
  /** A scenario cannot be set up or cleaned up, or does not settle; the message names the object. */
  | "SCENARIO";

/** A failure that tests should see. `message` says what was being done, why it failed and what to do. */
export class TestingError extends Error {
  override readonly name: string = "TestingError";
  readonly code: TestingErrorCode;

  constructor(code: TestingErrorCode, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.code = code;
  }
}
