import { execFile, execFileSync } from "node:child_process";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { promisify } from "node:util";
import { Node, ServiceAccount } from "@kubewright/api/core/v1";
import { ApiClient, HttpsTransport } from "@kubewright/client";
import {
  eventually,
  findPrograms,
  programFolder,
  type ReferenceServer,
  startReferenceServer,
  systemTestHost,
} from "@kubewright/testing";
import { type RunningProgram, startProgram } from "../../packages/devcluster/test/scenario/real-program.ts";
import { findMachine, type MachineProgram, pathOf } from "./find-machine.ts";
import { type ImageConfig, writeImages, writeNodeImages } from "./images.ts";
import { giveBack, killContainers, type MachineShare, takeShare } from "./machine.ts";
import { bridge, type NodeFiles, nodeName, sandboxImage, writeNodeFiles, writeProxyConfig } from "./node-files.ts";
import { hasProxyRules } from "./packet-rules.ts";

const run = promisify(execFile);
const runtimeNamespace = "k8s.io";

const folder = join(tmpdir(), "kubewright-one-node");
const share: MachineShare = { folder, bridge, cgroup: "kubewright-one-node" };

export interface OneNodeOptions {
  /** Images that have this machine's Node in them, by name. @default none */
  readonly images?: Readonly<Record<string, ImageConfig>>;
  /**
   * Whether services have addresses that work, from pods and from this machine (kube-proxy). Pods reach the API server as in any cluster
   * then. There is no DNS. @default false
   */
  readonly hasServices?: boolean;
  /** Programs of this machine that are needed besides the node's own. @default none */
  readonly uses?: readonly MachineProgram[];
}

/** A real cluster of one node: kube-apiserver, kube-controller-manager, kube-scheduler, kubelet, containerd; kube-proxy if wanted. No DNS. */
export interface OneNode extends AsyncDisposable {
  readonly server: ReferenceServer;
  /** May do everything. */
  readonly client: ApiClient;
  readonly nodeName: string;
  readonly nodeIp: string;
  /** Where its files are, but for those of the server: its programs name it in their arguments. */
  readonly folder: string;
  /** The file that `KUBECONFIG` may name, for someone who may do everything. */
  readonly kubeconfig: string;
  /** Kills kubelet, containerd and all containers, as when the machine loses its power, and starts kubelet and containerd again. */
  crash(): Promise<void>;
  /** Makes the images of an archive known to the node: nothing is ever pulled. */
  importImages(archive: string): Promise<void>;
  /** Process ids on this machine by container id, those of pods' sandboxes too. */
  containers(): Promise<ReadonlyMap<string, number>>;
  log(): Promise<string>;
}

/**
 * Starts a real cluster of one node on this machine. Needs Linux, root, and programs of the machine's own packages, which the error names that
 * are missing; the Kubernetes programs are those of `npm run kube-assets`. There can be one at a time: what a killed one has left is removed.
 */
export async function startOneNode({ images = {}, hasServices = false, uses = [] }: OneNodeOptions): Promise<OneNode> {
  const machine = await findMachine([...uses, ...(hasServices ? (["iptables"] as const) : [])]);
  await endOneNode();
  if (hasServices && hasProxyRules()) {
    throw new Error("this machine is a node of another cluster: it has rules of a kube-proxy (iptables-save)");
  }
  await takeShare(share);
  const stack = new AsyncDisposableStackOfOurs();
  stack.defer(() => giveBack(share));
  try {
    const files = await writeNodeFiles(folder, machine);
    const runtime = await startRuntime(files);
    stack.defer(() => runtime.stop());
    const imported = prepareImages(files, images);
    imported.catch(() => {});
    const server = await startServer(files, hasServices);
    stack.defer(() => server.close());
    const client = new ApiClient({ transport: new HttpsTransport(server.connection()) });
    stack.defer(() => client.close());
    await server.writeKubeconfig(files.kubeconfig);
    const others = await startControlPlane(server, files);
    for (const program of others) stack.defer(() => program.stop());
    await imported;
    let node = [runtime, await startKubelet(files)];
    stack.defer(async () => {
      await Promise.all(node.map((program) => program.stop()));
    });
    if (hasServices) {
      const proxy = await startProxy(files);
      others.push(proxy);
      stack.defer(() => proxy.stop());
    }
    await untilReady(client);
    if (hasServices) await untilReachable("10.0.0.1", 443);
    return {
      server,
      client,
      nodeName,
      nodeIp: machine.nodeIp,
      folder,
      kubeconfig: files.kubeconfig,
      log: async () => (await Promise.all([...others, ...node].map(({ log }) => log()))).join("\n"),
      importImages: (archive) => importArchive(files, archive),
      containers: () => runningContainers(files),
      async crash() {
        await Promise.all(node.map((program) => program.stop()));
        await killContainers(share);
        node = [await startRuntime(files), await startKubelet(files)];
      },
      [Symbol.asyncDispose]: () => stack.dispose(),
    };
  } catch (error) {
    await stack.dispose();
    throw error;
  }
}

/** Ends the cluster of one node on this machine, if there is one, and removes what a killed one has left. */
export function endOneNode(): Promise<void> {
  return giveBack(share);
}

/** Node 20 has none. */
class AsyncDisposableStackOfOurs {
  readonly #ends: (() => Promise<unknown>)[] = [];

  defer(end: () => Promise<unknown>): void {
    this.#ends.push(end);
  }

  async dispose(): Promise<void> {
    for (const end of this.#ends.splice(0).reverse()) await end();
  }
}

async function startRuntime({ folder, containerd, runtimeConfig, socket }: NodeFiles): Promise<RunningProgram> {
  const program = startProgram(containerd, ["--config", runtimeConfig], join(folder, "containerd.log"), process.env);
  for (let tries = 0; ; tries++) {
    try {
      execFileSync("ctr", ["-a", socket, "version"], { stdio: "ignore" });
      return program;
    } catch {
      if (tries === 100) throw new Error(`containerd does not start: ${await program.log()}`);
      await wait(100);
    }
  }
}

async function prepareImages(files: NodeFiles, images: Readonly<Record<string, ImageConfig>>): Promise<void> {
  const tail = pathOf("tail") ?? "";
  const pause = { [sandboxImage]: { Entrypoint: ["tail", "-f", "/dev/null"] } };
  await importArchive(
    files,
    await writeImages(join(files.folder, "pause"), { programs: { "/usr/bin/tail": tail } }, pause),
  );
  if (Object.keys(images).length === 0) return;
  await importArchive(files, await writeNodeImages(join(files.folder, "images"), images));
}

async function importArchive({ socket }: NodeFiles, archive: string): Promise<void> {
  await run("ctr", ["-a", socket, "-n", runtimeNamespace, "images", "import", archive]);
}

async function runningContainers({ socket }: NodeFiles): Promise<Map<string, number>> {
  const { stdout } = await run("ctr", ["-a", socket, "-n", runtimeNamespace, "tasks", "ls"]);
  const lines = stdout.trim().split("\n").slice(1);
  return new Map(lines.map((line) => line.split(/\s+/)).map(([id = "", pid]) => [id, Number(pid)]));
}

async function startServer({ apiServerFlags, nodeIp }: NodeFiles, isReachable: boolean): Promise<ReferenceServer> {
  const listen = isReachable ? ["--bind-address=0.0.0.0", `--advertise-address=${nodeIp}`] : [];
  return await startReferenceServer({ serviceAccountAdmission: true, apiServerFlags: [...apiServerFlags, ...listen] });
}

async function startKubelet({ folder, kubeletConfig, kubeconfig, nodeIp }: NodeFiles): Promise<RunningProgram> {
  const { kubelet } = await findPrograms(programFolder(systemTestHost()), ["kubelet"]);
  const flags = [
    `--config=${kubeletConfig}`,
    `--kubeconfig=${kubeconfig}`,
    `--root-dir=${join(folder, "kubelet")}`,
    `--hostname-override=${nodeName}`,
    `--node-ip=${nodeIp}`,
  ];
  return startProgram(kubelet, flags, join(folder, "kubelet.log"), process.env);
}

async function startProxy(files: NodeFiles): Promise<RunningProgram> {
  const programs = await findPrograms(programFolder(systemTestHost()), ["kube-proxy"]);
  await writeProxyConfig(files);
  const flags = [`--config=${files.proxyConfig}`];
  return startProgram(programs["kube-proxy"], flags, join(files.folder, "kube-proxy.log"), process.env);
}

async function startControlPlane(
  server: ReferenceServer,
  { folder, kubeconfig }: NodeFiles,
): Promise<RunningProgram[]> {
  const names = ["kube-controller-manager", "kube-scheduler"] as const;
  const programs = await findPrograms(programFolder(systemTestHost()), names);
  const pki = join(server.folder, "pki");
  const shared = [`--kubeconfig=${kubeconfig}`, "--leader-elect=false", "--secure-port=0"];
  const manager = [
    "--kube-api-qps=500",
    "--kube-api-burst=1000",
    "--use-service-account-credentials=false",
    `--root-ca-file=${join(pki, "ca.crt")}`,
    `--service-account-private-key-file=${join(pki, "service-account.key")}`,
  ];
  return names.map((name) => {
    const flags = name === "kube-scheduler" ? shared : [...shared, ...manager];
    return startProgram(programs[name], flags, join(folder, `${name}.log`), {});
  });
}

async function untilReady(client: ApiClient): Promise<void> {
  await eventually(
    async () => {
      const node = await client.get(Node, nodeName);
      const ready = node.status?.conditions?.find(({ type }) => type === "Ready");
      if (ready?.status !== "True") throw new Error(`the node is not ready: ${ready?.message}`);
      if ((node.spec?.taints ?? []).length > 0) throw new Error("the node is tainted");
      await client.get(ServiceAccount, { name: "default", namespace: "default" });
    },
    { timeoutMs: 120_000, intervalMs: 200 },
  );
}

async function untilReachable(host: string, port: number): Promise<void> {
  const attempt = () =>
    new Promise<void>((resolve, reject) => {
      const socket = connect({ host, port, timeout: 1_000 });
      socket.once("connect", resolve).once("error", reject);
      socket.once("timeout", () => reject(new Error(`no answer from ${host}:${port}`)));
      socket.once("close", () => reject(new Error(`closed by ${host}:${port}`)));
      socket.once("connect", () => socket.destroy());
    });
  await eventually(attempt, { timeoutMs: 120_000, intervalMs: 100 });
}
