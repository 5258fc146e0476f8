import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { eventually } from "@kubewright/testing";
import { parse } from "yaml";
import { runCommandLine } from "../../src/command/command-line.ts";
import type { CommandHost } from "../../src/host.ts";
import type { Files } from "./user-edits.ts";

/** What a command said, and the code it ended with. */
export interface Said {
  readonly code: number;
  readonly output: string;
  readonly messages: string;
}

/** The folder in which a user makes an operator, empty at first, and the command line there. */
export class FlowProject implements AsyncDisposable {
  readonly folder: string;
  readonly #root: string;

  private constructor(root: string) {
    this.#root = root;
    this.folder = join(root, "memcached-operator");
  }

  /** An empty folder. Commands there act on the cluster of this kubeconfig. */
  static async begin(kubeconfig: string): Promise<FlowProject> {
    const project = new FlowProject(await mkdtemp(join(tmpdir(), "kubewright-flow-")));
    await mkdir(project.folder);
    await writeFile(project.kubeconfig, kubeconfig);
    return project;
  }

  get kubeconfig(): string {
    return join(this.#root, "kubeconfig");
  }

  /** Runs a command to its end. */
  async run(...args: string[]): Promise<Said> {
    const running = this.start(...args);
    return await running.ended;
  }

  /** Runs a command, and rejects when it fails. */
  async succeed(...args: string[]): Promise<Said> {
    const said = await this.run(...args);
    if (said.code === 0) return said;
    throw new Error(`kubewright ${args.join(" ")} ended with ${said.code}:\n${said.output}${said.messages}`);
  }

  /** A command that goes on until it is disposed: Ctrl-C. */
  start(...args: string[]): RunningCommand {
    return new RunningCommand(args, {
      env: { PATH: process.env.PATH, KUBECONFIG: this.kubeconfig },
      folder: this.folder,
      temporaryFolder: this.#root,
    });
  }

  /** As npm does, but from this repository. */
  async installPackages(): Promise<void> {
    await symlink(
      fileURLToPath(new URL("../../../../node_modules", import.meta.url)),
      join(this.folder, "node_modules"),
    );
  }

  async write(files: Files): Promise<void> {
    for (const [path, text] of Object.entries(files)) {
      await mkdir(dirname(join(this.folder, path)), { recursive: true });
      await writeFile(join(this.folder, path), text);
    }
  }

  /** The user changes a file; rejects when that changes nothing. */
  async edit(path: string, from: string | RegExp, to: string): Promise<void> {
    const text = await this.read(path);
    const edited = text.replace(from, to);
    if (edited === text) throw new Error(`${path} has no ${from}:\n${text}`);
    await this.write({ [path]: edited });
  }

  async read(path: string): Promise<string> {
    return await readFile(join(this.folder, path), "utf8");
  }

  async readYaml<T>(path: string): Promise<T> {
    return parse(await this.read(path)) as T;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await rm(this.#root, { recursive: true, force: true });
  }
}

/** A command that is under way. */
export class RunningCommand implements AsyncDisposable {
  readonly ended: Promise<Said>;
  readonly #stop = new AbortController();
  readonly #said = { output: "", messages: "" };

  constructor(args: readonly string[], place: Pick<CommandHost, "env" | "folder" | "temporaryFolder">) {
    const to = (name: "output" | "messages") => ({
      isTerminal: false,
      write: (text: string): void => {
        this.#said[name] += text;
      },
    });
    const host: CommandHost = {
      ...place,
      output: to("output"),
      messages: to("messages"),
      processId: 7,
      interrupted: this.#stop.signal,
    };
    this.ended = runCommandLine(args, host).then((code) => ({ code, ...this.#said }));
  }

  /** What an operator logged so far: its JSON lines. */
  get log(): readonly Readonly<Record<string, unknown>>[] {
    const lines = `${this.#said.output}\n${this.#said.messages}`.split("\n");
    return lines.filter((line) => line.startsWith("{") && line.endsWith("}")).map((line) => JSON.parse(line));
  }

  get messages(): string {
    return this.#said.messages;
  }

  /** The line of the log that has these fields, as soon as it is there. */
  async logged(fields: Readonly<Record<string, unknown>>): Promise<Readonly<Record<string, unknown>>> {
    return await eventually(
      () => {
        const found = this.log.find((line) => Object.entries(fields).every(([name, value]) => line[name] === value));
        if (found === undefined) {
          const { output, messages } = this.#said;
          throw new Error(`the log has no line with ${JSON.stringify(fields)}:\n${output}${messages}`);
        }
        return found;
      },
      { timeoutMs: 60_000, intervalMs: 50 },
    );
  }

  /** Ctrl-C. */
  async stop(): Promise<Said> {
    this.#stop.abort();
    return await this.ended;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
  }
}
