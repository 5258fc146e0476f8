import { execFile } from "node:child_process";

export interface ProgramOptions {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly timeoutMs?: number;
}

/** What a program printed. Rejects when it fails, with what it complained about, and when it is not there, with `missing`. */
export function runProgram(
  program: string,
  args: readonly string[],
  missing: string,
  { cwd, env = {}, timeoutMs = 600_000 }: ProgramOptions = {},
): Promise<string> {
  return new Promise((resolve, reject) => {
    const options = { cwd, env: { ...process.env, ...env }, timeout: timeoutMs, maxBuffer: 2 ** 26 };
    execFile(program, args, options, (error, stdout, stderr) => {
      if (error === null) resolve(stdout);
      else if (error.code === "ENOENT") reject(new Error(missing, { cause: error }));
      else
        reject(
          new Error(`${program} ${args.join(" ")}: ${error.message}\n${stdout.slice(-2000)}\n${stderr.slice(-4000)}`),
        );
    });
  });
}
