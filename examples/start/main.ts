// What `npm start` runs: a cluster in this process, the operator of operators/memcached, and its sample, until each instance has kept a
// value. It stays up until Ctrl-C; with --once it ends there: 0 if all of it worked, 1 otherwise.
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { CustomResourceDefinition } from "@kubewright/api/apiextensions/v1";
import { Event, Pod } from "@kubewright/api/core/v1";
import { DevCluster } from "@kubewright/devcluster";
import { type Client, conditionIs, type DynamicObject, Manager, waitFor } from "@kubewright/operator";
import { Memcached } from "memcached-operator/api/v1";
import { cachedKinds, setupMemcachedController } from "memcached-operator/controller";
import { parse } from "yaml";
import { MemcachedConnection } from "./memcached-connection.ts";
import { Steps } from "./steps.ts";

const usage = `Usage: npm start [-- --once]

A Kubernetes cluster on this machine, the Memcached operator and its sample with 3 instances; stays up until Ctrl-C.

  --once             end when a value went into and came out of each instance: exit code 0, or 1 if that did not work
  --timeout SECONDS  how long a step may take (default: 60)

Examples:
  npm start                                # then, in another terminal, what it says
  npm start -- --once --timeout 120
`;

interface Waiting {
  /** For each step. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/** Brings everything up, step by step. Resolves to the addresses of the memcacheds when each of them kept a value. */
async function bringUp(client: Client, steps: Steps, waiting: Waiting): Promise<string[]> {
  const { signal } = waiting;
  const definition = await apply(client, "crd/bases/cache.example.com_memcacheds.yaml", signal);
  await waitFor(client, CustomResourceDefinition, definition, conditionIs("Established"), waiting);
  steps.done("definition", `${definition.name} is served`);

  const manager = await Manager.create({
    client,
    cache: { byKind: cachedKinds },
    ...{ metrics: false, health: false, logLevel: "silent", handleSignals: false },
  });
  setupMemcachedController(manager);
  void manager.start({ signal }).catch(() => {});
  steps.done("operator", "operators/memcached watches Memcacheds and all that it makes for them");

  const sample = await apply(client, "samples/cache_v1_memcached.yaml", signal);
  const { spec } = await client.get(Memcached, sample, { signal });
  const size = spec.size ?? 1;
  steps.done("sample", `memcached ${sample.name}, size ${size}`);

  const memcached = await waitFor(client, Memcached, sample, conditionIs("Available"), waiting);
  const pods: Pod[] = [];
  for (const name of memcached?.status?.nodes ?? []) {
    pods.push(await waitFor(client, Pod, { ...sample, name }, conditionIs("Ready"), waiting));
  }
  steps.done("pods", ...pods.map(({ metadata, status }) => `${metadata.name} is ready at ${status?.podIP}`));
  for (const note of await notes(client, signal)) steps.done("note", note);

  const addresses: string[] = [];
  const processes = new Set<string>();
  const lines: string[] = [];
  for (const pod of pods) {
    const host = pod.status?.podIP ?? "";
    const port = pod.spec?.containers[0]?.ports?.[0]?.containerPort ?? 11211;
    await using memcached = await MemcachedConnection.open(host, port, waiting);
    const value = `kept by ${pod.metadata.name}`;
    await memcached.set("greeting", value);
    const kept = await memcached.get("greeting");
    if (kept !== value) throw new Error(`${host}:${port} was given "${value}" and answers ${JSON.stringify(kept)}`);
    const { pid = "" } = await memcached.stats();
    processes.add(pid);
    addresses.push(`${host}:${port}`);
    lines.push(`${host}:${port} (process ${pid}) "${value}"`);
  }
  if (processes.size !== size) {
    throw new Error(`${size} pods are served by ${processes.size} processes: ${[...processes].join(", ")}`);
  }
  steps.done("set/get", ...lines);
  return addresses;
}

async function apply(client: Client, file: string, signal: AbortSignal) {
  const manifest = new URL(`../../../operators/memcached/config/${file}`, import.meta.url);
  const object = parse(await readFile(manifest, "utf8")) as DynamicObject;
  const { metadata } = await client.apply(object, { fieldManager: "npm-start", signal });
  return { name: metadata.name, ...(metadata.namespace !== undefined && { namespace: metadata.namespace }) };
}

/** What the node says of the way it runs the pods. */
async function notes(client: Client, signal: AbortSignal): Promise<Set<string>> {
  const { items } = await client.list(Event, { namespace: "default", signal });
  const reasons = ["MemcachedStandIn", "ArgumentRewritten"];
  return new Set(items.flatMap(({ reason, message = "" }) => (reasons.includes(reason ?? "") ? [message] : [])));
}

/** What the cluster tells of the pods, for someone who wants to know why it did not work. */
async function troubles(client: Client): Promise<string[]> {
  const { items } = await client.list(Event, { namespace: "default", fieldSelector: { type: "Warning" } });
  return items.map(({ involvedObject, reason, message }) => `${involvedObject.name}: ${reason}: ${message}`);
}

async function run(isOnce: boolean, timeoutMs: number): Promise<number> {
  const interrupted = interruption();
  const { signal } = interrupted;
  const { NO_COLOR = "", TERM } = process.env;
  const steps = new Steps(process.stdout.isTTY === true && NO_COLOR === "" && TERM !== "dumb");
  const folder = await mkdtemp(join(tmpdir(), "kubewright-start-"));
  try {
    await using cluster = await DevCluster.start({ listen: { port: 0 }, processNodes: { count: 1 } });
    const kubeconfig = join(folder, "kubeconfig");
    await writeFile(kubeconfig, cluster.kubeconfig(), { mode: 0o600 });
    steps.done("cluster", `Kubernetes API at ${cluster.address?.url}, one node that runs pods as processes`);
    const client = cluster.client();
    // The operator goes before its cluster.
    using _operator = { [Symbol.dispose]: () => interrupted.abort() };
    try {
      const addresses = await bringUp(client, steps, { timeoutMs, signal });
      process.stdout.write(
        isOnce ? `\nAll of it worked, in ${steps.seconds}.\n` : nextSteps(kubeconfig, addresses, steps),
      );
    } catch (error) {
      if (signal.aborted) return 0;
      steps.failed("stopped", error instanceof Error ? error.message : String(error));
      for (const trouble of await troubles(client)) steps.failed("event", trouble);
      return 1;
    }
    if (!isOnce) await new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }));
    return 0;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** One Ctrl-C: npm hands on to its program what the terminal has sent there already. */
const signalsAtOnce = 2;

/** Aborts when the process is told to end, or nobody reads what it says. Who tells it again does not want to wait. */
function interruption(): AbortController {
  const interrupted = new AbortController();
  let signals = 0;
  const onSignal = () => {
    signals++;
    if (signals > signalsAtOnce) process.exit(130);
    interrupted.abort();
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, onSignal);
  process.stdout.on("error", () => interrupted.abort());
  return interrupted;
}

function nextSteps(kubeconfig: string, [address = ""]: readonly string[], { seconds }: Steps): string {
  return `
Ready in ${seconds}. Try it from another terminal:

  export KUBECONFIG=${kubeconfig}
  kubectl get memcacheds,deployments,services,pods -o wide
  printf 'get greeting\\r\\nquit\\r\\n' | nc ${address.replace(":", " ")}
  kubectl delete pod --selector memcached_cr=memcached-sample --wait=false     # they come back
  kubectl scale memcached memcached-sample --replicas 5
  kubectl describe memcached memcached-sample

Ctrl-C stops it; nothing of it stays.
`;
}

/** What was asked for. Throws a TypeError that says what is wrong with it. */
function readFlags() {
  return parseArgs({
    options: { once: { type: "boolean" }, timeout: { type: "string" }, help: { type: "boolean", short: "h" } },
  }).values;
}

function refuse(problem: string): void {
  process.stderr.write(`error: ${problem}\nRun "npm start -- --help" to see what there is.\n`);
  process.exitCode = 2;
}

async function main(): Promise<void> {
  let flags: ReturnType<typeof readFlags>;
  try {
    flags = readFlags();
  } catch (error) {
    refuse(error instanceof Error ? (error.message.split(". ", 1)[0] ?? "") : String(error));
    return;
  }
  const seconds = Number(flags.timeout ?? "60");
  if (flags.help === true) process.stdout.write(usage);
  else if (!(seconds > 0)) refuse(`--timeout is a number of seconds above 0, not "${flags.timeout}"`);
  else process.exitCode = await run(flags.once === true, seconds * 1_000);
}

await main();
