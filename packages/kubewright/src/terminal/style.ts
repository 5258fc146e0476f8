import type { CommandHost, TextOutput } from "../host.ts";

/** Colours of a terminal, or none of them. */
export interface Style {
  bold(text: string): string;
  dim(text: string): string;
  red(text: string): string;
  green(text: string): string;
}

/** Colours only on a terminal, and not when NO_COLOR is set; FORCE_COLOR has them everywhere. */
export function styleFor(output: TextOutput, env: CommandHost["env"]): Style {
  const isForced = (env["FORCE_COLOR"] ?? "") !== "" && env["FORCE_COLOR"] !== "0";
  const isColourful = isForced || (output.isTerminal && (env["NO_COLOR"] ?? "") === "" && env["TERM"] !== "dumb");
  const paint = (open: number, close: number) => (text: string) =>
    isColourful ? `\u001b[${open}m${text}\u001b[${close}m` : text;
  return { bold: paint(1, 22), dim: paint(2, 22), red: paint(31, 39), green: paint(32, 39) };
}
