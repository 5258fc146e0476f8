// Runs the processes of pods for another process and makes sure that they end with it, even if it is killed: when standard
// input closes, it kills what it runs, with all that those started, removes the folder and exits. Plain JavaScript, because Node 20 has to run it
// as it is.
//
// Argument: the folder of the node. Standard input: one Command of supervisor-protocol.ts a line. Standard output: one Report
// a line.

import { spawn } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import { setPriority } from "node:os";
import { join } from "node:path";
import { killMarked, startOf } from "./marked-processes.mjs";

/**
 * @typedef {import("node:child_process").ChildProcess} ChildProcess
 * @typedef {import("./supervisor-protocol.ts").Command} Command
 * @typedef {import("./supervisor-protocol.ts").Report} Report
 */

/** Output that may wait for the reader, in bytes; beyond that, the programs wait. */
const maxWaiting = 1 << 20;

/**
 * Sends a signal to a program and to those of its group.
 * @param {ChildProcess} child
 * @param {NodeJS.Signals} signal
 */
function signalGroup({ pid }, signal) {
  if (pid === undefined) return;
  try {
    process.kill(-pid, signal);
  } catch (error) {
    // EPERM: on macOS, for a group of which only ended processes are left.
    const { code } = /** @type {NodeJS.ErrnoException} */ (error);
    if (code !== "ESRCH" && code !== "EPERM") throw error;
  }
}

/**
 * Has a process that leads a session leave the processor to others, if it is still there. Whether that has to be tried again.
 * @param {ChildProcess} child
 * @param {number} niceness
 */
function becomeNicer({ pid, exitCode, signalCode }, niceness) {
  if (pid === undefined || exitCode !== null || signalCode !== null) return false;
  try {
    setPriority(pid, niceness);
    // Where Linux shares the processor between sessions, that alone counts only within one.
    writeFileSync(`/proc/${pid}/autogroup`, String(niceness));
    return false;
  } catch (error) {
    // It has ended, or the system has no such thing; or somebody else but root has just done the same.
    return /** @type {NodeJS.ErrnoException} */ (error).code === "EAGAIN";
  }
}

/** @param {string} folder */
function supervise(folder) {
  /** Started and not known to have ended, by the id of the command that started it. @type {Map<number, ChildProcess>} */
  const running = new Map();
  let isEnding = false;
  let isPaused = false;

  /** @param {Report} report */
  function send(report) {
    process.stdout.write(`${JSON.stringify(report)}\n`);
    if (!isPaused && process.stdout.writableLength > maxWaiting) pauseOutput(true);
  }

  /** @param {boolean} isWanted */
  function pauseOutput(isWanted) {
    isPaused = isWanted;
    for (const child of running.values()) {
      for (const stream of [child.stdout, child.stderr]) isWanted ? stream?.pause() : stream?.resume();
    }
  }
  process.stdout.on("drain", () => pauseOutput(false));

  /** @param {Extract<Command, { type: "start" }>} command */
  function start({ id, argv, env, cwd, uid, gid, niceness = 0, mark }) {
    /** @param {unknown} error */
    const failed = (error) => {
      const { code = "", message } = /** @type {NodeJS.ErrnoException} */ (error);
      send({ type: "failed", id, code, message });
    };
    /** @type {ChildProcess} */
    let child;
    try {
      child = spawn(argv[0] ?? "", argv.slice(1), {
        cwd,
        env,
        ...(uid !== undefined && { uid }),
        ...(gid !== undefined && { gid }),
        // A process group of its own, to reach also what it starts.
        detached: true,
        stdio: ["ignore", "pipe", "pipe"],
      });
    } catch (error) {
      failed(error);
      return;
    }
    if (child.pid === undefined) {
      child.once("error", failed);
      return;
    }
    running.set(id, child);
    for (const name of /** @type {const} */ (["stdout", "stderr"])) {
      const stream = child[name];
      stream?.on("data", (/** @type {Buffer} */ data) => {
        send({ type: "output", id, stream: name, data: data.toString("base64") });
      });
      stream?.on("error", () => {});
      if (isPaused) stream?.pause();
    }
    child.on("error", () => {});
    const isNiceLater = niceness > 0 && becomeNicer(child, niceness);
    send({ type: "started", id, pid: child.pid });
    if (isNiceLater) send({ type: "not-nicer", id, niceness });
    child.once("exit", (code, signal) => {
      // As when the first process of a container ends: all others of it are killed.
      signalGroup(child, "SIGKILL");
      if (mark !== undefined) killMarked(mark);
      send({ type: "ended", id, code, signal });
    });
    child.once("close", () => {
      running.delete(id);
      send({ type: "closed", id });
    });
  }

  async function end() {
    if (isEnding) return;
    isEnding = true;
    const living = [...running.values()].filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null);
    const ended = living.map((child) => new Promise((resolve) => child.once("exit", resolve)));
    for (const child of living) signalGroup(child, "SIGKILL");
    await Promise.all(ended);
    killMarked(`${folder}/`);
    try {
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    } catch {
      // A later start sweeps it.
    }
    process.exit();
  }

  /** @param {Command} command */
  function obey(command) {
    if (command.type === "start") {
      start(command);
      return;
    }
    const child = running.get(command.id);
    if (child === undefined) return;
    if (command.type === "signal") {
      // After its end, its number may be another's.
      if (child.exitCode !== null || child.signalCode !== null) return;
      // As in a container, only the first process hears of a polite wish.
      if (command.signal === "SIGKILL") signalGroup(child, "SIGKILL");
      else child.kill(command.signal);
    } else if (command.type === "become-nicer") {
      const { id, niceness } = command;
      if (becomeNicer(child, niceness)) send({ type: "not-nicer", id, niceness });
    } else {
      child.stdout?.destroy();
      child.stderr?.destroy();
    }
  }

  // Nobody may be there to read any more.
  process.stdout.on("error", () => {});
  process.on("uncaughtException", () => void end());
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => void end());

  let rest = "";
  process.stdin.setEncoding("utf8");
  process.stdin.on("data", (/** @type {string} */ text) => {
    const lines = (rest + text).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) obey(JSON.parse(line));
  });
  process.stdin.on("end", () => void end());
  process.stdin.on("error", () => void end());
  const note = [process.pid, process.ppid].map((pid) => `${pid} ${startOf(pid)}`).join("\n");
  writeFileSync(join(folder, "supervisor"), note);
  send({ type: "ready" });
}

supervise(process.argv[2] ?? "");
