import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { bareEnvironment, ProgramError } from "../install/program.mjs";

/** @typedef {import("./requests.mjs").Subject} Subject */
/** @typedef {import("../subject/protocol.mjs").Step} Step */
/** @typedef {import("../subject/protocol.mjs").StepResult} StepResult */
/** @typedef {import("../subject/protocol.mjs").SubjectSpec} SubjectSpec */

/**
 * A client in a process of its own, which does nothing between the steps it is asked for.
 * @typedef {object} SubjectProcess
 * @property {(step: Step) => Promise<StepResult>} measure rejects with ProgramError when the process ends instead, or takes far too long
 * @property {() => Promise<void>} close
 */

/** What a step may take beyond its duration: the requests under way when that is over are waited for. */
const graceMs = 60_000;

/**
 * @param {Subject} subject
 * @param {SubjectSpec} spec
 * @param {AbortSignal} signal kills the process
 * @returns {SubjectProcess}
 */
export function startSubject({ id, command, args }, spec, signal) {
  const child = spawn(command, [...args, JSON.stringify(spec)], {
    env: bareEnvironment(),
    signal,
    killSignal: "SIGKILL",
  });
  let complaints = "";
  child.stderr.setEncoding("utf8").on("data", (chunk) => {
    complaints = `${complaints}${chunk}`.slice(-4000);
  });
  // What it does not take any more shows in that it ends.
  child.stdin.on("error", () => {});
  const ended = once(child, "close").then(
    () => `ended with ${child.signalCode ?? `exit code ${child.exitCode}`}`,
    (/** @type {Error} */ error) => error.message,
  );
  const failed = ended.then((how) => Promise.reject(new ProgramError(`${id}: ${command} ${how}\n${complaints}`)));
  failed.catch(() => {});
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  return {
    async measure(step) {
      const timer = setTimeout(() => child.kill("SIGKILL"), step.durationMs + graceMs);
      try {
        child.stdin.write(`${JSON.stringify(step)}\n`);
        const { value, done } = await Promise.race([lines.next(), failed]);
        return done === true ? await failed : JSON.parse(value);
      } finally {
        clearTimeout(timer);
      }
    },
    async close() {
      child.stdin.end();
      await ended;
    },
  };
}
