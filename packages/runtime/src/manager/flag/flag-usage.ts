import type { FlagDefinition, FlagDefinitions } from "./flag-definition.ts";
import { defaultOf, placeholderOf } from "./parse-flags.ts";

export interface FlagUsage {
  /** How the program is called: `node dist/main.js`. */
  readonly command: string;
  readonly definitions: FlagDefinitions;
  /** Arguments that make a good example. */
  readonly example: string;
}

/** What `--help` prints: each flag with what it is for and its default, and an example. */
export function flagUsage({ command, definitions, example }: FlagUsage): string {
  const flags = Object.entries(definitions).map(([name, definition]) => paragraph(name, definition));
  const help = "  -h, --help\n        show this";
  return `Usage: ${command} [flags]

Flags:
${[...flags, help].join("\n")}

Example:
  ${command} ${example}
`;
}

function paragraph(name: string, definition: FlagDefinition): string {
  const value = definition.type === "boolean" ? "" : ` ${placeholderOf(definition)}`;
  return `  --${name}${value}\n        ${definition.description}${defaultText(definition)}`;
}

function defaultText(definition: FlagDefinition): string {
  const value = defaultOf(definition);
  return value === undefined || value === ""
    ? ""
    : ` (default: ${typeof value === "string" ? JSON.stringify(value) : value})`;
}
