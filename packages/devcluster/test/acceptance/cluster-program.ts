import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { findPrograms, programFolder, systemTestHost } from "@kubewright/testing";

const program = fileURLToPath(new URL("../../../kubewright/bin/kubewright.mjs", import.meta.url));

/** `kubewright cluster` as a user runs it, and kubectl to use it with. */
export class ClusterProgram implements AsyncDisposable {
  /** Where all of its temporary files are. */
  readonly folder: string;
  readonly #child: ChildProcess;
  readonly #kubectl: string;
  readonly #ended: Promise<unknown[]>;
  readonly #followers = new Set<ChildProcess>();

  private constructor(folder: string, child: ChildProcess, kubectl: string) {
    this.folder = folder;
    this.#child = child;
    this.#kubectl = kubectl;
    this.#ended = once(child, "exit");
  }

  static async start(): Promise<ClusterProgram> {
    const { kubectl } = await findPrograms(programFolder(systemTestHost()), ["kubectl"]);
    // Pods may run as other users: they have to reach their folders.
    const folder = await mkdtemp(join(tmpdir(), "kubewright-acceptance-"));
    const args = [program, "cluster", "--kubeconfig", join(folder, "kubeconfig"), "--output", "json"];
    const env = { ...process.env, TMPDIR: folder };
    const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "pipe"], env });
    const cluster = new ClusterProgram(folder, child, kubectl);
    let errors = "";
    child.stderr?.on("data", (data) => {
      errors += String(data);
    });
    const [line] = await Promise.race([once(createInterface(child.stdout!), "line"), cluster.#ended]);
    if (typeof line === "string" && line.startsWith("{")) return cluster;
    await cluster[Symbol.asyncDispose]();
    throw new Error(`the cluster did not start: ${errors}`);
  }

  /** What kubectl prints. Rejects with what it complains of when it fails. */
  async kubectl(...args: string[]): Promise<string> {
    return await new Promise((resolve, reject) => {
      execFile(this.#kubectl, this.#arguments(args), { timeout: 50_000 }, (error, stdout, stderr) => {
        if (error === null) resolve(stdout);
        else reject(new Error(`kubectl ${args.join(" ")}: ${stdout}${stderr}`, { cause: error }));
      });
    });
  }

  /** The lines that kubectl prints while it runs. */
  follow(...args: string[]): AsyncIterable<string> {
    const child = spawn(this.#kubectl, this.#arguments(args), { stdio: ["ignore", "pipe", "inherit"] });
    this.#followers.add(child);
    return createInterface(child.stdout);
  }

  /** Objects that kubectl gets. */
  async get<T>(...args: string[]): Promise<T[]> {
    const { items } = JSON.parse(await this.kubectl("get", ...args, "--output=json")) as { readonly items: T[] };
    return items;
  }

  /** Sends a signal and tells how the program ends. */
  async end(signal: NodeJS.Signals): Promise<{ readonly code: number | null; readonly signal: string | null }> {
    this.#child.kill(signal);
    await this.#ended;
    return { code: this.#child.exitCode, signal: this.#child.signalCode };
  }

  /** The names of what is in its folder. */
  async files(): Promise<string[]> {
    return (await readdir(this.folder)).sort();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const child of this.#followers) child.kill("SIGKILL");
    if (this.#child.exitCode === null && this.#child.signalCode === null) await this.end("SIGINT");
    await rm(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }

  #arguments(args: readonly string[]): string[] {
    return [
      `--kubeconfig=${join(this.folder, "kubeconfig")}`,
      `--cache-dir=${join(this.folder, "kube-cache")}`,
      ...args,
    ];
  }
}
