import { CommandError } from "../errors.ts";

/** A kustomization cannot be rendered. The message names the file, what in it is wrong and, where there is one, the way out. */
export class KustomizationError extends CommandError {
  override readonly name = "KustomizationError";
  /** Whether the message begins with a file. */
  readonly hasFile: boolean;

  constructor(message: string, options: { readonly cause?: unknown; readonly hasFile?: boolean } = {}) {
    super(message, "cause" in options ? { cause: options.cause } : {});
    this.hasFile = options.hasFile ?? false;
  }
}

/** The error for something in a file; `problem` is a sentence without its end. */
export function problemIn(file: string, problem: string, cause?: unknown): KustomizationError {
  return new KustomizationError(`${file}: ${problem}`, { hasFile: true, ...(cause === undefined ? {} : { cause }) });
}
