import type { DevClusterOptions } from "@kubewright/devcluster";
import type { CommandHost } from "../host.ts";

type Logger = NonNullable<DevClusterOptions["log"]>;

/** Shows the user what went wrong inside, a line for each; nothing of what goes as it should. */
export function messageLog({ messages }: Pick<CommandHost, "messages">, own: object = {}): Logger {
  const say = (level: string) => (fields: object, message: string) => {
    messages.write(`${level}: ${message}${describe({ ...own, ...fields })}\n`);
  };
  return {
    debug() {},
    info() {},
    warn: say("warning"),
    error: say("error"),
    child: (fields) => messageLog({ messages }, { ...own, ...fields }),
  };
}

function describe({ err, ...fields }: Readonly<Record<string, unknown>>): string {
  const cause = err === undefined ? "" : `: ${err instanceof Error ? err.message : String(err)}`;
  const rest = Object.entries(fields).flatMap(([name, value]) => {
    return value === undefined ? [] : [`${name}=${typeof value === "string" ? value : JSON.stringify(value)}`];
  });
  return `${cause}${rest.length === 0 ? "" : ` (${rest.join(" ")})`}`;
}
