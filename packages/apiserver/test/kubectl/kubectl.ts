import { execFile } from "node:child_process";
import type { KubectlCommand } from "./command.ts";

/** What kubectl printed, without what differs from run to run. */
export interface KubectlOutcome {
  readonly line: string;
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs commands one after another against the server of a kubeconfig. */
export async function runCommands(
  program: string,
  kubeconfig: string,
  home: string,
  commands: readonly KubectlCommand[],
): Promise<KubectlOutcome[]> {
  const outcomes: KubectlOutcome[] = [];
  for (const command of commands) outcomes.push(await run(program, kubeconfig, home, command));
  return outcomes;
}

function run(program: string, kubeconfig: string, home: string, command: KubectlCommand): Promise<KubectlOutcome> {
  const { line, input, env } = command;
  return new Promise((resolve) => {
    const child = execFile(
      program,
      argumentsOf(line),
      { env: { PATH: process.env["PATH"] ?? "", HOME: home, KUBECONFIG: kubeconfig, ...env }, timeout: 60_000 },
      (error, stdout, stderr) => {
        const code = error === null ? 0 : typeof error.code === "number" ? error.code : -1;
        resolve({ line, code, stdout: normalise(stdout), stderr: normalise(stderr) });
      },
    );
    child.stdin?.end(input ?? "");
  });
}

function argumentsOf(line: string): string[] {
  return [...line.matchAll(/(?:[^\s']+|'[^']*')+/g)].map(([word]) => word.replaceAll("'", ""));
}

const replacements: readonly (readonly [RegExp, string])[] = [
  [/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, "<uid>"],
  [/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g, "<time>"],
  [/(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d \w{3} \d{4} \d\d:\d\d:\d\d [+-]\d{4}/g, "<time>"],
  [/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d+ [+-]\d{4} UTC/g, "<time>"],
  [/(resourceVersion\\*"?: \\*")\d+/g, "$1<version>"],
  [/(Resource Version:\s+)\d+/g, "$1<version>"],
  [/eyJ[\w-]+\.[\w-]+\.[\w-]+/g, "<token>"],
  [/https:\/\/127\.0\.0\.1:\d+/g, "<server>"],
  [/\b10\.0\.0\.\d{1,3}\b/g, "<address>"],
  [/kube-api-access-[a-z0-9]{5}/g, "kube-api-access-<generated>"],
  [/\/tmp\/(LIVE|MERGED)-\d+/g, "/tmp/$1"],
  [/\/tmp\/kubectl-edit-\d+\.yaml/g, "<edited file>"],
  [/^[EWI]\d{4} \d\d:\d\d:\d\d\.\d+\s+\d+ /gm, "<log> "],
];

/** Also squeezes spaces: the width of a column is that of its widest cell, which may be an address or an age. */
function normalise(text: string): string {
  const replaced = replacements.reduce((result, [pattern, replacement]) => result.replace(pattern, replacement), text);
  return replaced
    .replace(/(?<=\s)(\d+[smhd])+(?=\s|$)/gm, "<age>")
    .replace(/ {2,}/g, "  ")
    .replace(/ +$/gm, "");
}
