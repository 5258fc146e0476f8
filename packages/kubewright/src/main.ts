#!/usr/bin/env node
import { tmpdir } from "node:os";
import { runCommandLine } from "./command/command-line.ts";

const interrupted = new AbortController();
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => interrupted.abort());
// Whoever reads may go first, as `head` does.
for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});

process.exitCode = await runCommandLine(process.argv.slice(2), {
  output: { write: (text) => void process.stdout.write(text), isTerminal: process.stdout.isTTY === true },
  messages: { write: (text) => void process.stderr.write(text), isTerminal: process.stderr.isTTY === true },
  env: process.env,
  folder: process.cwd(),
  temporaryFolder: tmpdir(),
  processId: process.pid,
  interrupted: interrupted.signal,
});
