import { spawn } from "node:child_process";

/**
 * @typedef {object} ProgramOptions
 * @property {string} [cwd]
 * @property {NodeJS.ProcessEnv} [env] only these; absent: those of this process
 * @property {AbortSignal} [signal] kills the program
 * @property {number} [timeoutMs] kills the program
 */

/** A program that is not there, ended with an error, or took too long. */
export class ProgramError extends Error {}

/** A program that is not on this machine. */
export class ProgramMissing extends ProgramError {}

/**
 * What a program printed. Rejects with ProgramError unless it ended with 0, with the end of what it complained about.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {ProgramOptions} [options]
 * @returns {Promise<string>}
 */
export function runProgram(command, args, { cwd, env, signal, timeoutMs } = {}) {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const child = spawn(command, args, { cwd, env: env ?? process.env, stdio: ["ignore", "pipe", "pipe"] });
    let stdout = "";
    let stderr = "";
    let isLate = false;
    const timer =
      timeoutMs &&
      setTimeout(() => {
        isLate = true;
        child.kill("SIGKILL");
      }, timeoutMs);
    const onAbort = () => child.kill("SIGKILL");
    signal?.addEventListener("abort", onAbort);
    child.stdout.on("data", (chunk) => {
      stdout += chunk;
    });
    child.stderr.on("data", (chunk) => {
      stderr = `${stderr}${chunk}`.slice(-4000);
    });
    const settle = (/** @type {Error | undefined} */ error) => {
      clearTimeout(timer || undefined);
      signal?.removeEventListener("abort", onAbort);
      if (error === undefined) resolve(stdout);
      else reject(signal?.aborted ? signal.reason : error);
    };
    child.on("error", (/** @type {NodeJS.ErrnoException} */ cause) => {
      const Type = cause.code === "ENOENT" ? ProgramMissing : ProgramError;
      settle(new Type(`${command}: ${cause.message}`, { cause }));
    });
    child.on("close", (code, killedBy) => {
      if (code === 0) settle(undefined);
      else if (isLate) settle(new ProgramError(`${command} was still running after ${timeoutMs} ms\n${stderr}`));
      else settle(new ProgramError(`${command} ended with ${killedBy ?? `exit code ${code}`}\n${stderr}`));
    });
  });
}

/**
 * The environment for what is measured: no proxy, no kubeconfig, no Node options.
 * @returns {NodeJS.ProcessEnv}
 */
export function bareEnvironment() {
  const { PATH, HOME } = process.env;
  return { PATH, HOME };
}
