import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { findPrograms, programFolder, systemTestHost } from "@kubewright/testing";
import { type TypedCommand, typedCommands } from "./commands.ts";
import { manifests } from "./manifests.ts";
import { normalisedOutput } from "./normalised-output.ts";

const namespace = "shop";
const tries = 200;

/** A cluster, for kubectl. */
export interface KubectlTarget {
  readonly kubeconfig: string;
  readonly node: { readonly name: string; readonly ip: string };
}

/** Types all commands, one after the other. Gives each with what was printed. */
export async function typeCommands({ kubeconfig, node }: KubectlTarget): Promise<readonly string[]> {
  const { kubectl } = await findPrograms(programFolder(systemTestHost()), ["kubectl"]);
  const folder = await mkdtemp(join(tmpdir(), "kubewright-kubectl-"));
  const session = new KubectlSession(kubectl, folder, join(folder, "kubeconfig"));
  try {
    await writeFile(join(folder, "kubeconfig"), kubeconfig, { mode: 0o600 });
    for (const [name, items] of Object.entries(manifests)) {
      await writeFile(join(folder, name), JSON.stringify({ apiVersion: "v1", kind: "List", items }));
    }
    await session.run(`create namespace ${namespace}`);
    await session.until("get serviceaccount default", /default /);
    const printed: string[] = [];
    for (const typed of typedCommands) {
      const output = await session.type(typed);
      printed.push(`$ kubectl ${typed.command}\n${normalisedOutput(output, node)}`);
    }
    return printed;
  } finally {
    await rm(folder, { recursive: true });
  }
}

class KubectlSession {
  readonly #kubectl: string;
  readonly #folder: string;
  readonly #flags: readonly string[];

  constructor(kubectl: string, folder: string, kubeconfig: string) {
    this.#kubectl = kubectl;
    this.#folder = folder;
    this.#flags = [`--kubeconfig=${kubeconfig}`, `--namespace=${namespace}`];
  }

  async type(typed: TypedCommand): Promise<string> {
    const { command, meanwhile, last = false, anyOrder = false, until } = typed;
    const pod = command.includes("$POD") ? await this.#firstPod() : "";
    const output =
      meanwhile === undefined
        ? await this.until(command.replace("$POD", pod), until ?? /(?:)/)
        : await this.#follow(command.replace("$POD", pod), meanwhile.replace("$POD", pod));
    const lines = output.trimEnd().split("\n");
    if (anyOrder) return lines.sort().join("\n");
    return last ? (lines.at(-1) ?? "") : output;
  }

  /** Types a command until it says what it should. */
  async until(command: string, said: RegExp): Promise<string> {
    for (let left = tries; ; left--) {
      const output = await this.run(command);
      if (said.test(output) || left === 0) return output;
      await wait(200);
    }
  }

  async run(command: string): Promise<string> {
    return await new Promise((resolve) => {
      const options = { cwd: this.#folder, timeout: 150_000 };
      execFile(this.#kubectl, [...this.#flags, ...command.split(" ")], options, (_, stdout, stderr) => {
        resolve(`${stdout}${stderr}`);
      });
    });
  }

  async #follow(command: string, meanwhile: string): Promise<string> {
    const child = spawn(this.#kubectl, [...this.#flags, ...command.split(" ")], { stdio: ["ignore", "pipe", "pipe"] });
    const pieces: Buffer[] = [];
    child.stdout.on("data", (piece: Buffer) => pieces.push(piece));
    child.stderr.on("data", (piece: Buffer) => pieces.push(piece));
    const ended = once(child, "close");
    await Promise.race([once(child.stdout, "data"), ended]);
    const other = await this.run(meanwhile);
    await ended;
    return `${Buffer.concat(pieces)}${other}`;
  }

  async #firstPod(): Promise<string> {
    const names = await this.run("get pods -l app=web -o name --sort-by=.metadata.name");
    return names.split("\n")[0]?.replace("pod/", "") ?? "";
  }
}
