import { CommandError } from "../errors.ts";

/** A kustomization cannot be rendered. The message names the file, what in it is wrong and, where there is one, the way out. */
export class KustomizationError extends CommandError {
  override readonly name = "KustomizationError";
}

/** The error for something in a file; `problem` is a sentence without its end. */
export function problemIn(file: string, problem: string, cause?: unknown): KustomizationError {
  return new KustomizationError(`${file}: ${problem}`, cause === undefined ? {} : { cause });
}
