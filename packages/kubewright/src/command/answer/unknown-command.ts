import { Command } from "commander";

/**
 * Has a command that does something by itself, and has commands below it, refuse a word that is none of them: with the nearest name, as
 * commands do that are only there for others.
 */
export function refuseUnknownCommands(command: Command): void {
  if (command.commands.length === 0 || command.registeredArguments.length > 0) return;
  command.allowExcessArguments(true).hook("preAction", (_, called) => {
    if (called === command && command.args.length > 0) refuse(command, command.args[0]!);
  });
}

/** Throws what commander throws where there is nothing but commands. */
function refuse(command: Command, word: string): void {
  const names = new Command(command.name()).copyInheritedSettings(command).helpCommand(false);
  for (const below of command.commands) names.command(below.name());
  names.parse(["--", word], { from: "user" });
}

/** `help cluster load` as `cluster load --help`; with a name that is not there, the line that has it refused. */
export function helpAsFlag(args: readonly string[], program: Command): readonly string[] {
  const [first, ...words] = args;
  if (first !== "help" || words.length === 0) return args;
  const path: string[] = [];
  let command = program;
  for (const word of words) {
    // What follows the last command is not asked about.
    if (word.startsWith("-") || command.commands.length === 0) break;
    path.push(word);
    const below = command.commands.find((each) => each.name() === word);
    if (below === undefined) return path;
    command = below;
  }
  return [...path, "--help"];
}
