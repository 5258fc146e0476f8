// The public API: the command line as a function.
export { runCommandLine } from "./command/command-line.ts";
export { CommandError, type ExitCode, exitCodes } from "./errors.ts";
export type { CommandHost, TextOutput } from "./host.ts";
