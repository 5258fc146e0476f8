/** What a user asked for cannot be done. The message says why and what to do; nothing else is printed. */
export class CommandError extends Error {
  override readonly name: string = "CommandError";
  readonly exitCode: ExitCode;

  constructor(message: string, options: { readonly cause?: unknown; readonly exitCode?: ExitCode } = {}) {
    super(message, "cause" in options ? { cause: options.cause } : undefined);
    this.exitCode = options.exitCode ?? exitCodes.failed;
  }
}

/** What the program ends with. */
export const exitCodes: { readonly ok: 0; readonly failed: 1; readonly usage: 2 } = Object.freeze({
  /** Done, or stopped by the user. */
  ok: 0,
  /** Something went wrong. */
  failed: 1,
  /** The command line makes no sense: an unknown command, flag or value. */
  usage: 2,
});

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];
