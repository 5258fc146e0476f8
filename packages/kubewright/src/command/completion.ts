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
  /** Commands with what they do. */
  readonly commands: readonly {
    readonly name: string;
    readonly description: string;
    readonly flags: readonly Flag[];
  }[];
  readonly flags: readonly Flag[];
}

interface Flag {
  readonly name: string;
  readonly description: string;
  readonly takesFile: boolean;
}

function wordsOf(program: Command): Words {
  return {
    flags: flagsOf(program),
    commands: program.commands.map((command) => ({
      name: command.name(),
      description: command.description(),
      flags: flagsOf(command),
    })),
  };
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
${commands
  .flatMap(({ flags: own }) => own.filter(({ takesFile }) => takesFile))
  .map(({ name }) => `    ${name}) COMPREPLY=($(compgen -f -- "$word")); return ;;`)
  .join("\n")}
    completion) COMPREPLY=($(compgen -W "bash zsh fish" -- "$word")); return ;;
    help) COMPREPLY=($(compgen -W "${commands.map(({ name }) => name).join(" ")}" -- "$word")); return ;;
  esac
  case "\${COMP_WORDS[1]}" in
${commands.map(({ name, flags: own }) => `    ${name}) words="${own.map((flag) => flag.name).join(" ")}" ;;`).join("\n")}
    *) words="help ${[...commands.map(({ name }) => name), ...flags.map(({ name }) => name)].join(" ")}" ;;
  esac
  COMPREPLY=($(compgen -W "$words" -- "$word"))
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
  case "\${words[2]}" in
${commands
  .map(
    ({ name, flags: own }) =>
      `    ${name}) _arguments ${own.map((flag) => zshFlag(flag.name, flag.description, flag.takesFile)).join(" ")}${name === "completion" ? " '2:shell:(bash zsh fish)'" : ""} ;;`,
  )
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
      ...commands.flatMap(({ name: command, flags: own }) =>
        own.map(
          ({ name, description, takesFile }) =>
            `complete -c kubewright -n '__fish_seen_subcommand_from ${command}' -l ${name.slice(2)} -d ${fishText(description)}${takesFile ? " -r -F" : ""}`,
        ),
      ),
      "complete -c kubewright -n '__fish_seen_subcommand_from completion' -a 'bash zsh fish'",
      "",
    ].join("\n"),
};

function zshWord(name: string, description: string): string {
  return `'${name}:${description.replaceAll("'", "")}'`;
}

function zshFlag(name: string, description: string, takesFile = false): string {
  return `'${name}[${description.replaceAll(/['[\]]/g, "")}]${takesFile ? ":file:_files" : ""}'`;
}

function fishText(text: string): string {
  return `'${text.replaceAll("'", "\\'")}'`;
}
