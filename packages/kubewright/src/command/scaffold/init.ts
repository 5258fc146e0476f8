import { Command, Option } from "commander";
import type { CommandHost } from "../../host.ts";
import { licenses } from "../../scaffold/license.ts";
import type { InitOptions } from "./run-init.ts";

/** `kubewright init`: a new project in this folder. */
export function initCommand(host: CommandHost): Command {
  return new Command("init")
    .description("make a new project in this folder")
    .option("--domain <domain>", "behind the names of your API groups (default: my.domain)")
    .option("--repo <path>", "where the project lives, as github.com/example/memcached-operator (default: its name)")
    .option("--project-name <name>", "begins the names of all that is deployed (default: the name of the folder)")
    .option("--owner <name>", "who has the copyright")
    .addOption(new Option("--license <license>", "of your code (default: apache2)").choices(licenses))
    .option("-y, --yes", "ask nothing: take the defaults for what no flag says")
    .option("--dry-run", "write nothing, and tell which files there would be")
    .option("--force", "overwrite files that differ")
    .addOption(
      new Option("-o, --output <format>", "how to say what was done").choices(["text", "json"]).default("text"),
    )
    .addOption(new Option("--plugins <list>").hideHelp())
    .addOption(new Option("--project-version <version>").hideHelp())
    .addHelpText(
      "after",
      `
On a terminal, and without any of these flags, it asks. In a folder that has a project, it adds files that are missing and changes none.

Examples:
  kubewright init
  kubewright init --domain example.com
  kubewright init --domain example.com --repo github.com/example/memcached-operator --owner "The Example Authors"
  kubewright init --yes --dry-run`,
    )
    .action(async (options: InitOptions) => {
      const { runInit } = await import("./run-init.ts");
      await runInit(options, host);
    });
}
