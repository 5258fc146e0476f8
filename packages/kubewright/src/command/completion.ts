import { Argument, Command } from "commander";
import type { CommandHost } from "../host.ts";

/** `kubewright completion SHELL`: a script that makes a shell complete commands and flags. */
export function completionCommand(host: CommandHost, program: Command): Command {
  return new Command("completion")
    .description("print a script that completes commands and flags in your shell")
    .addArgument(new Argument("<shell>", "the shell").choices(["bash", "zsh", "fish"]))
    .addHelpText(
      "after",
      `
Examples:
  source <(kubewright completion bash)
  kubewright completion zsh > "\${fpath[1]}/_kubewright"
  kubewright completion fish > ~/.config/fish/completions/kubewright.fish`,
    )
    .action((shell: "bash" | "zsh" | "fish") => host.output.write(scripts[shell](wordsOf(program))));
}

interface Words {
  /** Those of the program, and below them those of commands. */
  readonly commands: readonly CommandWords[];
  readonly flags: readonly Flag[];
}

interface CommandWords {
  /** `["cluster", "load"]` */
  readonly path: readonly string[];
  readonly name: string;
  readonly description: string;
  readonly flags: readonly Flag[];
  /** Commands below it. */
  readonly commands: readonly CommandWords[];
  /** Whether it is given a file. */
  readonly takesFile: boolean;
}

interface Flag {
  readonly name: string;
  readonly description: string;
  readonly takesFile: boolean;
}

function wordsOf(program: Command): Words {
  return { flags: flagsOf(program), commands: program.commands.map((command) => commandWords(command, [])) };
}

function commandWords(command: Command, above: readonly string[]): CommandWords {
  const path = [...above, command.name()];
  return {
    path,
    name: command.name(),
    description: command.description(),
    flags: flagsOf(command),
    commands: command.commands.map((below) => commandWords(below, path)),
    takesFile: command.registeredArguments.some((argument) => /^(file|folder)$/.test(argument.name())),
  };
}

/** Deepest first, so that the most exact of them is met first. */
function allOf(commands: readonly CommandWords[]): CommandWords[] {
  return commands.flatMap((command) => [...allOf(command.commands), command]);
}

function flagsOf(command: Command): Flag[] {
  return command
    .createHelp()
    .visibleOptions(command)
    .flatMap(({ long, description, flags }) =>
      long === undefined || long === null
        ? []
        : [{ name: long, description, takesFile: /<file>|<folder>/.test(flags) }],
    );
}

const scripts = {
  bash: ({ commands, flags }: Words): string => `# kubewright completion for bash
_kubewright() {
  local word="\${COMP_WORDS[COMP_CWORD]}" before="\${COMP_WORDS[COMP_CWORD-1]}" words=""
  case "$before" in
    ${fileFlags(commands).join("|")}) COMPREPLY=($(compgen -f -- "$word")); return ;;
    completion) COMPREPLY=($(compgen -W "bash zsh fish" -- "$word")); return ;;
    help) COMPREPLY=($(compgen -W "${commands.map(({ name }) => name).join(" ")}" -- "$word")); return ;;
  esac
  case "\${COMP_WORDS[*]:1:COMP_CWORD-1} " in
${allOf(commands)
  .map(({ path, flags: own, commands: below, takesFile }) => {
    const words = [...below.map(({ name }) => name), ...own.map(({ name }) => name)].join(" ");
    return `    "${path.join(" ")} "*) words="${words}"${takesFile ? '; COMPREPLY=($(compgen -f -- "$word"))' : ""} ;;`;
  })
  .join("\n")}
    *) words="help ${[...commands.map(({ name }) => name), ...flags.map(({ name }) => name)].join(" ")}" ;;
  esac
  COMPREPLY+=($(compgen -W "$words" -- "$word"))
}
complete -F _kubewright kubewright
`,
  zsh: ({ commands, flags }: Words): string => `#compdef kubewright
_kubewright() {
  local -a commands=(${commands.map(({ name, description }) => zshWord(name, description)).join(" ")})
  if (( CURRENT == 2 )); then
    _describe command commands
    _arguments ${flags.map(({ name, description }) => zshFlag(name, description)).join(" ")}
    return
  fi
  case "\${words[2,CURRENT-1]} " in
${allOf(commands)
  .map(({ path, name, flags: own, commands: below, takesFile }) => {
    const choices = name === "completion" ? "bash zsh fish" : below.map((command) => command.name).join(" ");
    const more = takesFile ? " '*:file:_files'" : choices === "" ? "" : ` '*:word:(${choices})'`;
    return `    "${path.join(" ")} "*) _arguments ${own.map((flag) => zshFlag(flag.name, flag.description, flag.takesFile)).join(" ")}${more} ;;`;
  })
  .join("\n")}
  esac
}
compdef _kubewright kubewright
`,
  fish: ({ commands, flags }: Words): string =>
    [
      "# kubewright completion for fish",
      "complete -c kubewright -f",
      ...commands.map(
        ({ name, description }) =>
          `complete -c kubewright -n __fish_use_subcommand -a ${name} -d ${fishText(description)}`,
      ),
      ...flags.map(({ name, description }) => `complete -c kubewright -l ${name.slice(2)} -d ${fishText(description)}`),
      ...allOf(commands).flatMap((command) => {
        const where = fishCondition(command);
        return [
          ...command.commands.map(
            ({ name, description }) => `complete -c kubewright -n ${where} -a ${name} -d ${fishText(description)}`,
          ),
          ...command.flags.map(
            ({ name, description, takesFile }) =>
              `complete -c kubewright -n ${where} -l ${name.slice(2)} -d ${fishText(description)}${takesFile ? " -r -F" : ""}`,
          ),
          ...(command.takesFile ? [`complete -c kubewright -n ${where} -F`] : []),
        ];
      }),
      "complete -c kubewright -n '__fish_seen_subcommand_from completion' -a 'bash zsh fish'",
      "",
    ].join("\n"),
};

/** Flags whose value is a file, of whatever command. */
function fileFlags(commands: readonly CommandWords[]): string[] {
  const flags = allOf(commands).flatMap((command) => command.flags.filter(({ takesFile }) => takesFile));
  return [...new Set(flags.map(({ name }) => name))];
}

/** True after the command, and before one that is below it. */
function fishCondition({ path, commands }: CommandWords): string {
  const seen = path.map((name) => `__fish_seen_subcommand_from ${name}`);
  const below = commands.map(({ name }) => `not __fish_seen_subcommand_from ${name}`);
  return `'${[...seen, ...below].join("; and ")}'`;
}

function zshWord(name: string, description: string): string {
  return `'${name}:${description.replaceAll("'", "")}'`;
}

function zshFlag(name: string, description: string, takesFile = false): string {
  return `'${name}[${description.replaceAll(/['[\]]/g, "")}]${takesFile ? ":file:_files" : ""}'`;
}

function fishText(text: string): string {
  return `'${text.replaceAll("'", "\\'")}'`;
}
