import { ProgramMissing, runProgram } from "./program.mjs";

/** For each call: installing the largest peer takes half a minute on a slow line. */
const timeoutMs = 300_000;

/**
 * What npm printed.
 * @param {readonly string[]} args
 * @param {{ cwd: string, signal: AbortSignal }} options
 */
export async function npm(args, { cwd, signal }) {
  try {
    return await runProgram("npm", [...args, "--no-audit", "--no-fund", "--loglevel=error"], {
      cwd,
      signal,
      timeoutMs,
    });
  } catch (error) {
    if (error instanceof ProgramMissing) throw new ProgramMissing("no npm on the PATH", { cause: error });
    throw error;
  }
}
