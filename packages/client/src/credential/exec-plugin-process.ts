import { type ChildProcess, spawn } from "node:child_process";
import type { Clock } from "@kubewright/api";
import { ClientError } from "../errors.ts";

export interface PluginRun {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Whether the plugin gets this process's standard input. */
  readonly interactive: boolean;
  readonly source: string;
  readonly clock: Clock;
  readonly installHint?: string;
  readonly showToUser?: (text: string) => void;
  /** Absent: no limit. */
  readonly timeoutMs?: number;
}

const MAX_OUTPUT = 1024 * 1024;
const MAX_STDERR_SHOWN = 2000;

/**
 * What the program printed on standard output. Throws ClientError `CREDENTIAL_PLUGIN` when it is missing, fails or hangs.
 *
 * Errors show the command and its standard error, never arguments, environment or output, and have no cause: Node's own
 * error lists the arguments.
 */
export function runPlugin(run: PluginRun): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = start(run);
    let stdout = "";
    let stderr = "";
    const timer =
      run.timeoutMs === undefined
        ? undefined
        : run.clock.schedule(run.timeoutMs, () => {
            giveUp(`did not end within ${run.timeoutMs} ms and was killed; run it by hand to see what it waits for`);
          });

    function settle(): void {
      timer?.cancel();
      // The plugin's own children may hold the pipes open: nobody waits for those.
      release(child);
    }
    function giveUp(problem: string): void {
      child.kill("SIGKILL");
      settle();
      reject(failure(run, problem, stderr));
    }

    child.stdout?.setEncoding("utf8").on("data", (chunk: string) => {
      stdout += chunk;
      if (stdout.length > MAX_OUTPUT) giveUp(`printed more than ${MAX_OUTPUT} bytes, which no credential has`);
    });
    child.stderr?.setEncoding("utf8").on("data", (chunk: string) => {
      stderr = (stderr + chunk).slice(-MAX_STDERR_SHOWN);
      run.showToUser?.(chunk);
    });
    child.once("error", (error: NodeJS.ErrnoException) => {
      settle();
      reject(failure(run, startProblem(error, run), ""));
    });
    child.once("close", (code, signal) => {
      settle();
      if (code === 0) resolve(stdout);
      else reject(failure(run, code === null ? `was ended by ${signal}` : `failed with exit code ${code}`, stderr));
    });
  });
}

function start(run: PluginRun): ChildProcess {
  try {
    return spawn(run.command, run.args, {
      env: run.env,
      shell: false,
      stdio: [run.interactive ? "inherit" : "ignore", "pipe", "pipe"],
      windowsHide: true,
    });
  } catch (error) {
    throw failure(run, startProblem(error as NodeJS.ErrnoException, run), "");
  }
}

function release(child: ChildProcess): void {
  child.stdout?.destroy();
  child.stderr?.destroy();
  child.unref();
}

function startProblem(error: NodeJS.ErrnoException, run: PluginRun): string {
  if (error.code === "EACCES") return "is not an executable file; make it one (chmod +x)";
  if (error.code !== "ENOENT") return `cannot be started (${error.code ?? "unknown error"})`;
  const place = /[/\\]/.test(run.command) ? "does not exist" : "is not in PATH";
  // A file whose interpreter is missing gives the same error as a missing file.
  const fix = run.installHint === undefined ? "install it, or correct the command" : printable(run.installHint);
  return `${place}, or the interpreter in its first line is missing; ${fix}`;
}

function failure(run: PluginRun, problem: string, stderr: string): ClientError {
  const shown = printable(stderr).trim();
  const said = shown === "" ? "" : `; it printed on standard error:\n${shown}`;
  return new ClientError("CREDENTIAL_PLUGIN", `the credential plugin ${run.command} (${run.source}) ${problem}${said}`);
}

/** The text without the escape sequences that would change a terminal. */
function printable(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out
  return text.replace(/\x1b\[[0-9;?]*[ -/]*[@-~]|[\x00-\x08\x0b-\x1f\x7f-\x9f]/g, "");
}
