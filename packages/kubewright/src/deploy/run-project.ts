import { mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { CommandError, exitCodes } from "../errors.ts";
import type { CommandHost } from "../host.ts";
import { buildProject } from "../image/build-project.ts";
import { runProgram } from "../terminal/run-program.ts";
import { checkCluster } from "./check-cluster.ts";
import { type ClusterChoice, chosenKubeconfig } from "./target-cluster.ts";

/** The flags of `kubewright run`. */
export interface RunOptions extends ClusterChoice {
  readonly namespace?: string;
  readonly build: boolean;
}

/**
 * Builds the project in the host's folder and runs its program against a cluster, until it ends or the user ends it.
 *
 * The program gets the cluster as `KUBECONFIG` and the namespace as `WATCH_NAMESPACE`; where its arguments ask for help, no cluster is
 * needed. Rejects with CommandError when it fails, and before it is started when no server answers.
 */
export async function runProject(options: RunOptions, args: readonly string[], host: CommandHost): Promise<void> {
  if (args.some(isHelp)) {
    await runMain(await builtProgram(options, host), args, {}, host);
    return;
  }
  const config = await chosenKubeconfig(options, host);
  const context = options.context ?? config.currentContext ?? "";
  const server = config.cluster(config.context(context)?.value.cluster ?? "")?.value.server;
  if (server === undefined) {
    const known = config.contextNames.join(", ");
    throw new CommandError(
      context === ""
        ? `the kubeconfig has no current context: choose one of ${known} with --context`
        : `there is no context ${JSON.stringify(context)} in ${config.files.join(", ")}; there are ${known}`,
    );
  }
  const prepared = await prepare(options, args, host).catch((error: unknown) => {
    if (host.interrupted.aborted) return undefined;
    throw error;
  });
  if (prepared === undefined) return;
  const { program, notes } = prepared;
  const where = watchedText(options.namespace ?? host.env.WATCH_NAMESPACE, args);
  host.messages.write(`Context ${context} at ${server}${where}. Ctrl-C stops the operator.\n`);
  for (const note of notes) host.messages.write(`warning: ${note}\n`);
  const kubeconfig = await KubeconfigOfContext.open(options, config, context, host);
  try {
    const watched = options.namespace !== undefined && { WATCH_NAMESPACE: options.namespace };
    await runMain(program, args, { KUBECONFIG: kubeconfig.paths, ...watched }, host);
  } finally {
    await kubeconfig[Symbol.asyncDispose]();
  }
}

/** Sees that the cluster is there, before much time is spent, and builds the program. */
async function prepare(
  options: RunOptions,
  args: readonly string[],
  host: CommandHost,
): Promise<{ readonly program: string; readonly notes: readonly string[] }> {
  // With a flag of its own for it, the operator looks elsewhere.
  const isElsewhere = args.some((arg) => /^--?kubeconfig(?:=|$)/.test(arg));
  const notes = isElsewhere ? [] : await checkCluster(options, host);
  return { program: await builtProgram(options, host), notes };
}

/** What an operator watches, where that is known: its own argument says more than its environment, and without either it decides itself. */
function watchedText(namespace: string | undefined, args: readonly string[]): string {
  if (namespace === undefined || args.some((arg) => /^--?namespace(?:=|$)/.test(arg))) return "";
  return namespace === "" ? ", all namespaces" : `, namespace ${namespace}`;
}

/** Whether an argument asks an operator for its help, as `runOperator` reads it. */
function isHelp(arg: string): boolean {
  return /^--?(?:h|help)(?:=.*)?$/s.test(arg);
}

async function builtProgram({ build }: RunOptions, host: CommandHost): Promise<string> {
  if (build) await buildProject(host.folder, host);
  const program = resolve(host.folder, "dist/main.js");
  if ((await stat(program).catch(() => undefined)) !== undefined) return program;
  throw new CommandError(`${program} is not there: the project's build script is to compile src/main.ts to it`);
}

async function runMain(
  program: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  host: CommandHost,
): Promise<void> {
  const end = await runProgram(process.execPath, ["--enable-source-maps", program, ...args], {
    folder: host.folder,
    env: { ...host.env, ...env },
    signal: host.interrupted,
    clock: host.clock,
    // On a terminal, its log is for people.
    isDirect: host.output.isTerminal && host.messages.isTerminal,
    onOutput: (text) => host.output.write(text),
    onError: (text) => host.messages.write(text),
  });
  // A program that ends by the signal it was sent did what it was told.
  if (end.code === 0 || host.interrupted.aborted) return;
  const how = end.code === null ? `was ended by ${end.signal}` : `ended with ${end.code}`;
  // It took its flags, which came through here, for senseless.
  const exitCode = end.code === exitCodes.usage ? exitCodes.usage : exitCodes.failed;
  throw new CommandError(`the operator ${how}; what it said is above`, { exitCode });
}

type Kubeconfig = Awaited<ReturnType<typeof chosenKubeconfig>>;

/** What a program reads as KUBECONFIG: the user's own files, or a copy whose current context is the chosen one. */
class KubeconfigOfContext implements AsyncDisposable {
  readonly paths: string;
  readonly #made: string | undefined;

  private constructor(paths: string, made?: string) {
    this.paths = paths;
    this.#made = made;
  }

  static async open(
    { kubeconfig }: ClusterChoice,
    config: Kubeconfig,
    context: string,
    host: CommandHost,
  ): Promise<KubeconfigOfContext> {
    if (context === config.currentContext && config.files.length === 1) {
      return new KubeconfigOfContext(config.files[0]!);
    }
    if (context === config.currentContext && kubeconfig === undefined) {
      return new KubeconfigOfContext(host.env.KUBECONFIG ?? "");
    }
    const folder = await mkdtemp(join(host.temporaryFolder, "kubewright-run-"));
    const path = join(folder, "kubeconfig");
    const copy = { ...config.toObject(), "current-context": context };
    await writeFile(path, JSON.stringify(copy), { mode: 0o600 });
    return new KubeconfigOfContext(path, folder);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#made !== undefined) await rm(this.#made, { recursive: true, force: true });
  }
}
