import { CommandError, exitCodes } from "../../errors.ts";
import type { CommandHost } from "../../host.ts";
import { type NameFlag, nameProblem } from "../../project/naming-rule.ts";

/** Who answers what flags leave open: the user at the terminal, or the defaults. */
export class Questions {
  readonly #ask: CommandHost["ask"];
  readonly #host: CommandHost;

  /** With `isSilent`, nothing is asked. */
  constructor(host: CommandHost, { isSilent }: { readonly isSilent: boolean }) {
    this.#host = host;
    this.#ask = isSilent ? undefined : host.ask;
  }

  /** Whether there is somebody to ask. */
  get isAsking(): boolean {
    return this.#ask !== undefined;
  }

  /** A name that follows its rule: the flag's, the user's, or the default. Throws CommandError for one that does not. */
  async name(flag: NameFlag, given: string | undefined, question: string, usual?: string): Promise<string> {
    if (given !== undefined) return checked(flag, given);
    if (this.#ask === undefined) {
      if (usual !== undefined) return checked(flag, usual);
      throw new CommandError(missing(flag), { exitCode: exitCodes.usage });
    }
    for (;;) {
      const answer = await this.#line(`${question}${usual === undefined ? "" : ` [${usual}]`}: `);
      const name = answer === "" ? (usual ?? "") : answer;
      const problem = nameProblem(flag, name);
      if (problem === undefined) return name;
      this.#host.messages.write(`  ${problem.replace(/^--\S+ /, "")}\n`);
    }
  }

  /** Free text. */
  async text(given: string | undefined, question: string, usual: string): Promise<string> {
    if (given !== undefined || this.#ask === undefined) return given ?? usual;
    const answer = await this.#line(`${question}${usual === "" ? "" : ` [${usual}]`}: `);
    return answer === "" ? usual : answer;
  }

  async yesOrNo(given: boolean | undefined, question: string): Promise<boolean> {
    if (given !== undefined || this.#ask === undefined) return given ?? true;
    for (;;) {
      const answer = (await this.#line(`${question} [Y/n]: `)).toLowerCase();
      if (answer === "" || answer === "y" || answer === "yes") return true;
      if (answer === "n" || answer === "no") return false;
    }
  }

  async #line(question: string): Promise<string> {
    const answer = await this.#ask!(question);
    if (answer !== undefined && !this.#host.interrupted.aborted) return answer.trim();
    this.#host.messages.write("\n");
    throw new CommandError("stopped; nothing was written");
  }
}

function checked(flag: NameFlag, name: string): string {
  const problem = nameProblem(flag, name);
  if (problem === undefined) return name;
  throw new CommandError(problem, { exitCode: exitCodes.usage });
}

function missing(flag: NameFlag): string {
  const example = "kubewright create api --group cache --version v1alpha1 --kind Memcached";
  return `--${flag} is missing; for example: ${example}`;
}
