import { type ChildProcess, spawn } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { KubectlCommand, KubectlSession, KubectlWatch } from "./command.ts";

/** What kubectl printed. */
export interface KubectlOutcome {
  readonly line: string;
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** kubectl for one server, with a home of its own. */
export class Kubectl {
  readonly #program: string;
  readonly #home: string;

  private constructor(program: string, home: string) {
    this.#program = program;
    this.#home = home;
  }

  /** Puts the kubeconfig and what kubectl remembers into `home`, which is made. */
  static async at(home: string, program: string, kubeconfig: string): Promise<Kubectl> {
    await mkdir(home, { recursive: true });
    await writeFile(join(home, "kubeconfig"), kubeconfig, { mode: 0o600 });
    return new Kubectl(program, home);
  }

  /** Runs the commands of a session one after another. */
  async run({ name, files = {}, commands }: KubectlSession): Promise<KubectlOutcome[]> {
    const folder = join(this.#home, name);
    await mkdir(folder);
    for (const [path, text] of Object.entries(files)) {
      await mkdir(join(folder, dirname(path)), { recursive: true });
      await writeFile(join(folder, path), text);
    }
    await this.#call({ line: `create namespace ${name}` }, folder);
    await this.#call({ line: `config set-context --current --namespace=${name}` }, folder);
    const outcomes: KubectlOutcome[] = [];
    for (const command of commands) outcomes.push(await this.#call(command, folder));
    return outcomes;
  }

  async #call({ line, input, env, watch }: KubectlCommand, folder: string): Promise<KubectlOutcome> {
    const child = spawn(this.#program, argumentsOf(line), {
      cwd: folder,
      env: { PATH: process.env["PATH"] ?? "", HOME: this.#home, KUBECONFIG: join(this.#home, "kubeconfig"), ...env },
      timeout: 30_000,
    });
    const output = new Output(child);
    child.stdin?.on("error", () => {}); // kubectl may end without reading.
    child.stdin?.end(input ?? "");
    const isSeen = watch !== undefined && (await this.#follow(child, output, watch, folder));
    const code = await output.exit;
    return { line, code: isSeen ? 0 : code, stdout: output.stdout, stderr: output.stderr };
  }

  /** Whether all lines came. */
  async #follow(child: ChildProcess, output: Output, watch: KubectlWatch, folder: string): Promise<boolean> {
    if (!(await output.lines(watch.before))) return false;
    for (const line of watch.meanwhile) await this.#call({ line }, folder);
    if (!(await output.lines(watch.after))) return false;
    child.kill("SIGTERM");
    return true;
  }
}

class Output {
  stdout = "";
  stderr = "";
  readonly exit: Promise<number>;
  #isEnded = false;
  #changed: () => void = () => {};

  constructor(child: ChildProcess) {
    child.stdout?.setEncoding("utf8").on("data", (text: string) => {
      this.stdout += text;
      this.#changed();
    });
    child.stderr?.setEncoding("utf8").on("data", (text: string) => {
      this.stderr += text;
    });
    this.exit = new Promise((resolve, reject) => {
      child.once("error", reject);
      child.once("close", (code) => {
        this.#isEnded = true;
        this.#changed();
        resolve(code ?? -1);
      });
    });
  }

  /** Resolves when so many lines are there, or with false when no more will come. */
  async lines(count: number): Promise<boolean> {
    while (this.stdout.split("\n").length <= count) {
      if (this.#isEnded) return false;
      await new Promise<void>((resolve) => {
        this.#changed = resolve;
      });
    }
    return true;
  }
}

function argumentsOf(line: string): string[] {
  return [...line.matchAll(/(?:[^\s']+|'[^']*')+/g)].map(([word]) => word.replaceAll("'", ""));
}
