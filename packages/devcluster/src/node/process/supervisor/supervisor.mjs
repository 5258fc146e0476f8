// Runs the processes of pods for another process and makes sure that they end with it, even if it is killed: when standard
// input closes, it kills what it runs, with all that those started, and exits. Plain JavaScript, because Node 20 has to run it
// as it is.
//
// Argument: the folder in which it notes what runs, for a later start to end if this process is killed as well. Standard input:
// one Command of supervisor-protocol.ts a line. Standard output: one Report a line.

import { spawn } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/**
 * @typedef {import("node:child_process").ChildProcess} ChildProcess
 * @typedef {import("./supervisor-protocol.ts").Command} Command
 * @typedef {import("./supervisor-protocol.ts").Report} Report
 */

/** Output that may wait for the reader, in bytes; the programs wait beyond that. */
const maxWaiting = 1 << 20;

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
    // On macOS, a group of which only ended processes are left.
    const { code } = /** @type {NodeJS.ErrnoException} */ (error);
    if (code !== "ESRCH" && code !== "EPERM") throw error;
    return false;
  }
}

/**
 * When a process started, in whatever unit: its number alone may be another's by now. Empty where that cannot be read.
 * @param {number} pid
 */
function startOf(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19] ?? "";
  } catch {
    return "";
  }
}

/** @param {string} folder */
function supervise(folder) {
  /** Started and not known to have ended, by the id of the command that started it. @type {Map<number, ChildProcess>} */
  const running = new Map();
  let isEnding = false;

  /** @param {Report} report */
  function send(report) {
    const hasRoom = process.stdout.write(`${JSON.stringify(report)}\n`);
    if (!hasRoom && process.stdout.writableLength > maxWaiting) pauseOutput();
  }

  function pauseOutput() {
    for (const { stdout, stderr } of running.values()) {
      stdout?.pause();
      stderr?.pause();
    }
    process.stdout.once("drain", () => {
      for (const { stdout, stderr } of running.values()) {
        stdout?.resume();
        stderr?.resume();
      }
    });
  }

  /** @param {Extract<Command, { type: "start" }>} command */
  function start({ id, argv, env, cwd, uid, gid }) {
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
      const { code, message } = /** @type {NodeJS.ErrnoException} */ (error);
      send({ type: "failed", id, code: code ?? "", message });
      return;
    }
    running.set(id, child);
    const { pid } = child;
    const note = join(folder, `${pid}.process`);
    if (pid !== undefined) writeFileSync(note, startOf(pid));
    for (const stream of /** @type {const} */ (["stdout", "stderr"])) {
      child[stream]?.on("data", (/** @type {Buffer} */ data) => {
        send({ type: "output", id, stream, data: data.toString("base64") });
      });
      child[stream]?.on("error", () => {});
    }
    child.once("spawn", () => send({ type: "started", id, pid: pid ?? 0 }));
    child.once("error", (error) => {
      if (pid !== undefined) return;
      running.delete(id);
      const { code, message } = /** @type {NodeJS.ErrnoException} */ (error);
      send({ type: "failed", id, code: code ?? "", message });
    });
    child.once("exit", (code, signal) => {
      // As when the first process of a container ends: all others of it are killed.
      signalGroup(child, "SIGKILL");
      child.once("close", () => {
        rmSync(note, { force: true });
        if (running.delete(id)) send({ type: "exited", id, code, signal });
      });
      // One that has left the group may hold the output for ever. What is in the pipes by now was read before this is called.
      setImmediateOnce(() => {
        child.stdout?.destroy();
        child.stderr?.destroy();
      });
    });
  }

  async function end() {
    if (isEnding) return;
    isEnding = true;
    const ended = [...running.values()].map((child) => new Promise((resolve) => child.once("exit", resolve)));
    for (const child of running.values()) signalGroup(child, "SIGKILL");
    await Promise.all(ended);
    process.exit();
  }

  // Nobody may be there to read any more.
  process.stdout.on("error", () => {});
  process.on("uncaughtException", () => void end());
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => void end());

  /** @param {Command} command */
  function obey(command) {
    if (command.type === "start") start(command);
    else {
      const child = running.get(command.id);
      if (child !== undefined) signalGroup(child, command.signal);
    }
  }

  let rest = "";
  process.stdin.setEncoding("utf8");
  process.stdin.on("data", (/** @type {string} */ text) => {
    const lines = (rest + text).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) obey(JSON.parse(line));
  });
  process.stdin.on("end", () => void end());
  process.stdin.on("error", () => void end());
  writeFileSync(join(folder, "supervisor"), `${process.pid} ${startOf(process.pid)}`);
  send({ type: "ready" });
}

supervise(process.argv[2] ?? "");
