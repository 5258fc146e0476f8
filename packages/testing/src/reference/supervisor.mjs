// Runs programs for another process and makes sure that they end with it, even if it is killed: when standard input closes,
// it kills what it runs, removes its folder and exits. Plain JavaScript, because Node 20 has to run it as it is.
//
// Argument: prefix of the folder to make. Standard input: one Command of supervisor.ts a line. Standard output: one Report a line.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, mkdtempSync, openSync, rmSync } from "node:fs";
import { createInterface } from "node:readline";

/**
 * @typedef {import("node:child_process").ChildProcess} ChildProcess
 * @typedef {import("./supervisor.ts").Command} Command
 * @typedef {import("./supervisor.ts").Report} Report
 */

/**
 * Sends a signal to a program and to all that it started. Whether there was anybody.
 * @param {ChildProcess} child
 * @param {NodeJS.Signals} signal
 */
function signalGroup({ pid }, signal) {
  if (pid === undefined) return false;
  try {
    return process.kill(-pid, signal);
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== "ESRCH") throw error;
    return false;
  }
}

/** @param {string} folderPrefix */
function supervise(folderPrefix) {
  /** Started and not known to have ended, by the id of the command that started it. @type {Map<number, ChildProcess>} */
  const running = new Map();
  const folder = mkdtempSync(folderPrefix);
  let isEnding = false;

  /** @param {Report} report */
  function send(report) {
    process.stdout.write(`${JSON.stringify(report)}\n`);
  }

  /** @param {Extract<Command, { type: "start" }>} command */
  function start({ id, program, args, log }) {
    const output = openSync(log, "a");
    // An empty environment: proxies and settings of the developer's machine must not change what a test sees.
    const child = spawn(program, args, {
      cwd: folder,
      env: {},
      // A process group of its own, to reach also what it starts: a program may be a script around the real one.
      detached: true,
      // Nothing is said on the pipe. All of the group hold it, so that it closes when the last of them has ended.
      stdio: ["ignore", output, output, "pipe"],
    });
    closeSync(output);
    running.set(id, child);
    child.once("spawn", () => send({ type: "started", id, pid: child.pid ?? 0 }));
    child.once("error", (error) => {
      if (child.pid === undefined) running.delete(id);
      send({ type: "failed", id, message: error.message });
    });
    child.once("exit", () => {
      // One that has left the group cannot be reached, and may hold the pipe for ever.
      if (!signalGroup(child, "SIGKILL")) child.stdio[3]?.destroy();
    });
    child.once("close", (code, signal) => {
      if (running.delete(id)) send({ type: "exited", id, code, signal });
    });
  }

  async function end() {
    if (isEnding) return;
    isEnding = true;
    const closed = [...running.values()].map((child) => once(child, "close"));
    for (const child of running.values()) signalGroup(child, "SIGKILL");
    await Promise.allSettled(closed);
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    process.exit();
  }

  // Nobody may be there to read any more.
  process.stdout.on("error", () => {});
  process.on("uncaughtException", () => void end());
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => void end());

  const lines = createInterface({ input: process.stdin });
  lines.on("line", (line) => {
    /** @type {Command} */
    const command = JSON.parse(line);
    if (command.type === "start") {
      start(command);
      return;
    }
    const child = running.get(command.id);
    if (child !== undefined) signalGroup(child, command.signal);
    send({ type: "signalled", id: command.id });
  });
  lines.on("close", () => void end());
  send({ type: "ready", folder });
}

supervise(process.argv[2] ?? "");
