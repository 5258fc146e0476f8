import { spawn } from "node:child_process";
import { once } from "node:events";
import { bareEnvironment } from "../../install/program.mjs";

/**
 * A line that a user types.
 * @typedef {object} TypedLine
 * @property {string} what for the report
 * @property {string} line for a shell
 * @property {RegExp} [until] it stays on: what it prints when the next line can be typed
 */

/** How long one line may take. */
const limitMs = 600_000;

/** A user's terminals in one folder: lines that end, and programs that stay on until the last is closed. */
export class Terminals {
  /** @type {import("node:child_process").ChildProcess[]} */
  #running = [];
  #said = "";
  /** @type {(() => void) | undefined} */
  #onSaid;

  /**
   * @param {{ folder: string, env: NodeJS.ProcessEnv, signal: AbortSignal }} options
   */
  constructor({ folder, env, signal }) {
    this.folder = folder;
    this.env = { ...bareEnvironment(), ...env };
    this.signal = signal;
  }

  /**
   * Types a line: resolves with the milliseconds until the next can be typed. Rejects when it fails.
   * @param {TypedLine} typed
   */
  async type({ line, until }) {
    const start = performance.now();
    const child = spawn("sh", ["-c", line], { cwd: this.folder, env: this.env, detached: true });
    let said = "";
    const ended = once(child, "close");
    const printed = new Promise((/** @type {(value: undefined) => void} */ resolve) => {
      const take = (/** @type {Buffer} */ chunk) => {
        said += chunk;
        this.#said += chunk;
        this.#onSaid?.();
        if (until?.test(said)) resolve(undefined);
      };
      child.stdout.on("data", take);
      child.stderr.on("data", take);
    });
    if (until !== undefined) this.#running.push(child);
    const end = await this.#within(line, until === undefined ? ended : Promise.race([printed, ended]));
    if (end !== undefined && (until !== undefined || end[0] !== 0)) {
      throw new Error(`${line} ended with ${end[0]}\n${said.slice(-4000)}`);
    }
    return performance.now() - start;
  }

  /**
   * Resolves with the milliseconds until one of the programs that stay on has printed that.
   * @param {RegExp} pattern
   */
  async see(pattern) {
    const start = performance.now();
    const seen = new Promise((/** @type {(value: undefined) => void} */ resolve) => {
      const look = () => {
        if (pattern.test(this.#said)) resolve(undefined);
      };
      this.#onSaid = look;
      look();
    });
    await this.#within(String(pattern), seen);
    this.#onSaid = undefined;
    return performance.now() - start;
  }

  /** Ends what stays on, with all that it started. */
  async close() {
    for (const child of this.#running.splice(0)) {
      if (child.exitCode !== null || child.pid === undefined) continue;
      const ended = once(child, "close");
      process.kill(-child.pid, "SIGTERM");
      const timer = setTimeout(() => process.kill(-(child.pid ?? 0), "SIGKILL"), 10_000);
      await ended;
      clearTimeout(timer);
    }
  }

  /**
   * @template T
   * @param {string} what
   * @param {Promise<T>} work
   * @returns {Promise<T>}
   */
  async #within(what, work) {
    const signal = AbortSignal.any([this.signal, AbortSignal.timeout(limitMs)]);
    const ended = new Promise((_, reject) => {
      signal.addEventListener("abort", () => reject(new Error(`${what}: not done\n${this.#said.slice(-4000)}`)), {
        once: true,
      });
    });
    return /** @type {T} */ (await Promise.race([work, ended]));
  }
}
