import { type Command, InvalidArgumentError, Option } from "commander";

/** Adds the flags with which a cluster is chosen. */
export function withClusterFlags(command: Command): Command {
  return command
    .option("--kubeconfig <file>", "where the cluster is described (default: as for kubectl)")
    .option("--context <name>", "a context of the kubeconfig (default: its current one)");
}

/** Adds what commands have in common which change a cluster. */
export function withChangeFlags(command: Command, config: string): Command {
  return withClusterFlags(
    command.option(
      "-f, --filename <path>",
      "what to use: a folder with a kustomization, a folder of manifests, or a file",
      config,
    ),
  )
    .option("--dry-run", "have the server check everything and change nothing")
    .option("--timeout <seconds>", "how long to wait", parseSeconds, 120)
    .addOption(
      new Option("-o, --output <format>", "how to say what was done").choices(["text", "json"]).default("text"),
    );
}

/** Adds the flag of commands that delete. With make, it is `ignore-not-found=true`. */
export function withIgnoreNotFound(command: Command): Command {
  return command.addOption(
    new Option("--ignore-not-found [boolean]", "what is not there is no failure")
      .argParser(parseBoolean)
      .preset("true"),
  );
}

function parseBoolean(text: string): boolean {
  if (text === "true" || text === "false") return text === "true";
  throw new InvalidArgumentError("It is true or false.");
}

function parseSeconds(text: string): number {
  const seconds = Number(text);
  if (!/^\d+$/.test(text) || seconds < 1) throw new InvalidArgumentError("Seconds are a number from 1 on.");
  return seconds;
}
