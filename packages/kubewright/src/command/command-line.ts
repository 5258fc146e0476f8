import { Command, CommanderError, Option } from "commander";
import { CommandError, type ExitCode, exitCodes } from "../errors.ts";
import type { CommandHost } from "../host.ts";
import { describeError } from "../terminal/describe-error.ts";
import { styleFor } from "../terminal/style.ts";
import { version } from "../version.ts";
import { answerMissingCommand } from "./answer/missing-command.ts";
import { answerOldCommand } from "./answer/old-command.ts";
import { helpAsFlag, refuseUnknownCommands } from "./answer/unknown-command.ts";
import { clusterCommand } from "./cluster.ts";
import { completionCommand } from "./completion.ts";
import { buildInstallerCommand } from "./deploy/build-installer.ts";
import { deployCommand, undeployCommand } from "./deploy/deploy.ts";
import { imageCommand } from "./deploy/image.ts";
import { installCommand, uninstallCommand } from "./deploy/install.ts";
import { runCommand } from "./deploy/run.ts";
import { generateCommand } from "./generate.ts";
import { manifestsCommand } from "./manifests.ts";
import { createCommand } from "./scaffold/create.ts";
import { initCommand } from "./scaffold/init.ts";
import { versionCommand } from "./version.ts";

/** The whole program as a tree of commands, whose actions use `host`. */
export function commandTree(host: CommandHost): Command {
  const style = styleFor(host.output, host.env);
  const program = new Command("kubewright")
    .description("The operator stack for TypeScript.")
    .version(version, "-V, --version", "print the version")
    .helpOption("-h, --help", "print this help")
    .helpCommand("help [command]", "print the help of a command")
    .option("-v, --verbose", "say more about errors")
    // Flags after a command are that command's.
    .enablePositionalOptions()
    .showSuggestionAfterError(true)
    .configureHelp({
      styleTitle: (text) => style.bold(text),
      sortSubcommands: false,
      sortOptions: false,
    })
    .addHelpText(
      "after",
      `
Examples:
  kubewright init --domain example.com           a new project in this folder; then a kind of your own in it:
  kubewright create api --group cache --version v1alpha1 --kind Memcached
  kubewright cluster                             a small cluster, until Ctrl-C; it says how to use it from another terminal
  kubewright install && kubewright run           the CRDs into the cluster, and the operator on this machine
  kubewright deploy --image example.com/op:v1    the operator into the cluster

Use "kubewright help COMMAND" for more about a command.`,
    );
  program.addCommand(initCommand(host));
  program.addCommand(createCommand(host));
  program.addCommand(clusterCommand(host));
  program.addCommand(generateCommand(host));
  program.addCommand(manifestsCommand(host));
  program.addCommand(installCommand(host));
  program.addCommand(uninstallCommand(host));
  program.addCommand(runCommand(host));
  program.addCommand(imageCommand(host));
  program.addCommand(deployCommand(host));
  program.addCommand(undeployCommand(host));
  program.addCommand(buildInstallerCommand(host));
  program.addCommand(completionCommand(host, program));
  program.addCommand(versionCommand(host));
  for (const command of withCommands(program)) {
    command.exitOverride();
    command.configureOutput({
      writeOut: (text) => host.output.write(text),
      writeErr: (text) => host.messages.write(text),
      getOutHasColors: () => true,
      getErrHasColors: () => true,
      outputError: (text, write) =>
        write(text.replace(/^error: /, `${styleFor(host.messages, host.env).red("error")}: `)),
    });
    command.copyInheritedSettings(program);
    command.addHelpText("after", exitCodeHelp);
    // Said of the program, but understood everywhere.
    if (command !== program) command.addOption(new Option("-v, --verbose").hideHelp());
  }
  for (const command of program.commands) refuseUnknownCommands(command);
  return program;
}

const exitCodeHelp = `
Exit codes: 0 done, or stopped by Ctrl-C; 1 something went wrong, and the message says what; 2 the command line makes no sense.`;

/** A command and all that are below it. */
function withCommands(command: Command): Command[] {
  return [command, ...command.commands.flatMap(withCommands)];
}

/** Runs what a user typed, without the program's name. Resolves with what the process is to end with; never rejects. */
export async function runCommandLine(args: readonly string[], host: CommandHost): Promise<ExitCode> {
  const program = commandTree(host);
  try {
    if (args.length === 0) {
      program.outputHelp();
      return exitCodes.ok;
    }
    const answer = answerOldCommand(args) ?? answerMissingCommand(args);
    if (answer !== undefined) throw new CommandError(answer, { exitCode: exitCodes.usage });
    await program.parseAsync([...helpAsFlag(args, program)], { from: "user" });
    return exitCodes.ok;
  } catch (error) {
    if (error instanceof CommanderError) {
      if (error.exitCode === 0) return exitCodes.ok;
      if (error.code === "commander.unknownOption" && args[0] === "run") {
        host.messages.write("Flags of the operator go after --, as in: kubewright run -- --log-level=debug\n");
      }
      host.messages.write(`Run "kubewright ${helpFor(args, program)}" to see what there is.\n`);
      return exitCodes.usage;
    }
    const style = styleFor(host.messages, host.env);
    const text = describeError(error, { isVerbose: isVerbose(program) });
    host.messages.write(`${style.red("error")}: ${text}\n`);
    return error instanceof CommandError ? error.exitCode : exitCodes.failed;
  }
}

function isVerbose(program: Command): boolean {
  return withCommands(program).some((command) => command.opts<{ verbose?: boolean }>().verbose === true);
}

/** The help that fits a line that made no sense. */
function helpFor(args: readonly string[], program: Command): string {
  const first = args.find((arg) => !arg.startsWith("-") && arg !== "help");
  const known = program.commands.find((command) => command.name() === first);
  if (known === undefined) return "--help";
  const below = known.commands.find((command) => args.includes(command.name()));
  return below === undefined ? `help ${known.name()}` : `${known.name()} ${below.name()} --help`;
}
