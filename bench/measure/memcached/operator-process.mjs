import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { bareEnvironment } from "../../install/program.mjs";
import { freePort } from "../apiserver/measured-server.mjs";
import { processCpuMs, processRssBytes } from "../apiserver/process-usage.mjs";

/**
 * An operator to start, and what it is called in the report. All take the flags that scaffolded operators have, and on SIGUSR2
 * collect their garbage and say how many bytes are still held. `sameAs`: the id of the operator that makes the same of each Memcached.
 * @typedef {{ id: string, command: string, args: readonly string[], sameAs?: string }} Operator
 */

/**
 * What an operator has done so far, by its own metrics and its log. `refused`: answered with 409, a conflict or already exists.
 * `otherErrors`: answered with another error than that, save 404, or not at all. `droppedEvents`: known of ours alone.
 * @typedef {Record<"requests" | "refused" | "otherErrors" | "reconciles" | "failures" | "errorLines" | "droppedEvents", number> & {
 *   byMethod: Record<string, number> }} OperatorCounters
 */

/** An operator that runs. */
export class OperatorProcess {
  #child;
  #metricsUrl;
  #ended;
  #errorLines = 0;
  /** @type {string[]} */
  #lastLines = [];
  /** @type {(heldBytes: number) => void} */
  #onCollected = () => {};

  /**
   * Resolves when it is ready.
   * @param {Operator} operator
   * @param {{ kubeconfig: string, signal: AbortSignal }} options
   */
  static async start({ command, args }, { kubeconfig, signal }) {
    const [metricsPort, healthPort] = [await freePort(), await freePort()];
    const flags = [
      `--kubeconfig=${kubeconfig}`,
      `--metrics-bind-address=127.0.0.1:${metricsPort}`,
      `--health-probe-bind-address=127.0.0.1:${healthPort}`,
    ];
    const child = spawn(command, [...args, ...flags], {
      env: bareEnvironment(),
      stdio: ["ignore", "ignore", "pipe"],
      signal,
    });
    const operator = new OperatorProcess(child, `http://127.0.0.1:${metricsPort}/metrics`);
    try {
      for (;;) {
        if (await isReady(healthPort)) return operator;
        operator.#checkRunning();
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    } catch (error) {
      await operator.stop();
      throw error;
    }
  }

  /**
   * @param {import("node:child_process").ChildProcessByStdio<null, null, import("node:stream").Readable>} child
   * @param {string} metricsUrl
   */
  constructor(child, metricsUrl) {
    this.#child = child;
    this.#metricsUrl = metricsUrl;
    this.#ended = once(child, "close").catch(() => {});
    createInterface(child.stderr).on("line", (line) => {
      const held = /^collected (\d+)$/.exec(line)?.[1];
      if (held !== undefined) this.#onCollected(Number(held));
      if (isErrorLine(line)) this.#errorLines++;
      this.#lastLines = [...this.#lastLines.slice(-9), line];
    });
  }

  cpuMs() {
    return processCpuMs(this.#pid);
  }

  /** Has it collect its garbage: what it has resident then, and what of that its program holds on to. */
  async collect() {
    /** @type {Promise<number>} */
    const collected = new Promise((resolve) => {
      this.#onCollected = resolve;
    });
    process.kill(this.#pid, "SIGUSR2");
    const heldBytes = await Promise.race([collected, this.#ended.then(() => 0)]);
    return { residentBytes: processRssBytes(this.#pid), heldBytes };
  }

  /** The most it ever had resident. */
  peakBytes() {
    const kilobytes = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${this.#pid}/status`, "utf8"))?.[1];
    return Number(kilobytes) * 1024;
  }

  /** @returns {Promise<OperatorCounters>} */
  async counters() {
    this.#checkRunning();
    const response = await fetch(this.#metricsUrl);
    return { ...parseCounters(await response.text()), errorLines: this.#errorLines };
  }

  async stop() {
    this.#child.kill("SIGTERM");
    await this.#ended;
  }

  get #pid() {
    this.#checkRunning();
    return /** @type {number} */ (this.#child.pid);
  }

  #checkRunning() {
    const { exitCode, signalCode } = this.#child;
    if (exitCode === null && signalCode === null) return;
    throw new Error(`the operator ended with ${signalCode ?? exitCode}\n${this.#lastLines.join("\n")}`);
  }
}

/** @param {number} port */
async function isReady(port) {
  return await fetch(`http://127.0.0.1:${port}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );
}

/** @param {string} line of a log as JSON */
export function isErrorLine(line) {
  return /^\{(?:.*,)?\s*"level":\s*"(?:error|dpanic|panic|fatal)"/.test(line);
}

/**
 * The counters of a controller in the format of Prometheus. They have the same names everywhere.
 * @param {string} text
 * @returns {Omit<OperatorCounters, "errorLines">}
 */
export function parseCounters(text) {
  /** @type {Record<string, number>} */
  const byMethod = {};
  const counters = { requests: 0, refused: 0, otherErrors: 0, reconciles: 0, failures: 0, droppedEvents: 0, byMethod };
  for (const line of text.split("\n")) {
    const [, name, labels = "", number] = /^([a-z_]+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
    const value = Number(number);
    const label = (/** @type {string} */ key) => new RegExp(`(?:^|,)${key}="([^"]*)"`).exec(labels)?.[1] ?? "";
    if (name === "controller_runtime_reconcile_total") {
      counters.reconciles += value;
      if (label("result") === "error") counters.failures += value;
    }
    if (name === "kubewright_events_dropped_total") counters.droppedEvents += value;
    if (name !== "rest_client_requests_total") continue;
    counters.requests += value;
    const method = label("method");
    byMethod[method] = (byMethod[method] ?? 0) + value;
    const code = label("code");
    if (code === "409") counters.refused += value;
    else if (!/^[123]|^404$/.test(code)) counters.otherErrors += value;
  }
  return counters;
}
