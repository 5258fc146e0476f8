import { execFile, execFileSync } from "node:child_process";
import { access, mkdir, readFile, writeFile } from "node:fs/promises";
import { networkInterfaces, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { promisify } from "node:util";
import { Node, ServiceAccount } from "@kubewright/api/core/v1";
import { ApiClient, HttpsTransport, systemClock } from "@kubewright/client";
import {
  createAuthority,
  eventually,
  findPrograms,
  programFolder,
  type ReferenceServer,
  startReferenceServer,
  systemTestHost,
} from "@kubewright/testing";
import { type RunningProgram, startProgram } from "../../scenario/real-program.ts";
import { type ImageConfig, writeNodeImages } from "./images.ts";
import { giveBack, killContainers, type MachineShare, takeShare } from "./machine.ts";

const sandboxImage = "example.com/one-node/pause:v1";
const nodeName = "kubewright-real-node";
const runtimeNamespace = "k8s.io";

export interface OneNodeOptions {
  /** Images that have this machine's Node in them, by name. */
  readonly images: Readonly<Record<string, ImageConfig>>;
}

/** A real cluster of one node: kube-apiserver, kube-controller-manager, kube-scheduler, kubelet, containerd. No services, no DNS. */
export interface OneNode extends AsyncDisposable {
  readonly server: ReferenceServer;
  /** May do everything. */
  readonly client: ApiClient;
  readonly nodeName: string;
  readonly nodeIp: string;
  /** Where its files are, but for those of the server: its programs name it in their arguments. */
  readonly folder: string;
  /** Kills kubelet, containerd and all containers, as when the machine loses its power, and starts kubelet and containerd again. */
  crash(): Promise<void>;
  log(): Promise<string>;
}

/**
 * Starts a real cluster of one node on this machine. Needs Linux, root, and `containerd`, `ctr`, `runc`, `ip` and network plugins from the
 * machine's own packages; the Kubernetes programs are those of `npm run kube-assets`. There can be one at a time.
 */
export async function startOneNode({ images }: OneNodeOptions): Promise<OneNode> {
  const machine = await findMachine();
  const folder = join(tmpdir(), "kubewright-one-node");
  const share: MachineShare = { folder, bridge: "kubewright0", cgroup: "kubewright-one-node" };
  await giveBack(share);
  await takeShare(share);
  const stack = new AsyncDisposableStackOfOurs();
  stack.defer(() => giveBack(share));
  try {
    const files = await writeFiles(folder, machine);
    const runtime = await startRuntime(files);
    stack.defer(() => runtime.stop());
    const imported = importImages(files, {
      ...images,
      [sandboxImage]: { Entrypoint: ["node", "-e", "setInterval(() => {}, 1e9)"] },
    });
    const server = await startReferenceServer({ serviceAccountAdmission: true, apiServerFlags: files.apiServerFlags });
    stack.defer(() => server.close());
    const client = new ApiClient({ transport: new HttpsTransport(server.connection()) });
    stack.defer(() => client.close());
    await server.writeKubeconfig(files.kubeconfig);
    const control = await startControlPlane(server, files);
    for (const program of control) stack.defer(() => program.stop());
    await imported;
    let node = [runtime, await startKubelet(files)];
    stack.defer(async () => {
      await Promise.all(node.map((program) => program.stop()));
    });
    await untilReady(client);
    return {
      server,
      client,
      nodeName,
      nodeIp: machine.nodeIp,
      folder,
      log: async () => (await Promise.all([...control, ...node].map(({ log }) => log()))).join("\n"),
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

interface Machine {
  readonly nodeIp: string;
  readonly containerd: string;
  readonly plugins: string;
}

async function findMachine(): Promise<Machine> {
  if (process.platform !== "linux" || process.getuid?.() !== 0) throw new Error("a real node needs Linux and root");
  for (const program of ["runc", "ctr", "ip"]) pathOf(program);
  const addresses = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
  const nodeIp = addresses.find(({ family, internal }) => family === "IPv4" && !internal)?.address;
  if (nodeIp === undefined) throw new Error("a real node needs an IPv4 address that is not a loopback address");
  for (const plugins of ["/usr/lib/cni", "/opt/cni/bin"]) {
    if (await exists(join(plugins, "bridge"))) return { nodeIp, containerd: pathOf("containerd"), plugins };
  }
  throw new Error("a real node needs the network plugins: install containernetworking-plugins");
}

function pathOf(program: string): string {
  try {
    return execFileSync("/bin/sh", ["-c", 'command -v "$0"', program], { encoding: "utf8" }).trim();
  } catch {
    throw new Error(`a real node needs ${program}: install containerd, runc and iproute2`);
  }
}

async function exists(path: string): Promise<boolean> {
  return await access(path).then(
    () => true,
    () => false,
  );
}

interface NodeFiles {
  readonly folder: string;
  readonly containerd: string;
  readonly socket: string;
  readonly runtimeConfig: string;
  readonly kubeletConfig: string;
  readonly kubeconfig: string;
  readonly nodeIp: string;
  readonly apiServerFlags: readonly string[];
}

async function writeFiles(folder: string, { nodeIp, containerd, plugins }: Machine): Promise<NodeFiles> {
  const at = (name: string): string => join(folder, name);
  const socket = at("containerd.sock");
  for (const name of ["network", "pods", "kubelet"]) await mkdir(at(name));
  const network = {
    cniVersion: "0.4.0",
    name: "one-node",
    plugins: [
      {
        type: "bridge",
        bridge: "kubewright0",
        isGateway: true,
        hairpinMode: true,
        ipam: { type: "host-local", dataDir: at("addresses"), ranges: [[{ subnet: "10.246.0.0/24" }]] },
      },
    ],
  };
  await writeFile(at("network/10-bridge.conflist"), JSON.stringify(network));
  const cri = 'plugins."io.containerd.grpc.v1.cri"';
  const runtimeConfig = at("containerd.toml");
  // Root need not have every capability: scores against being killed for memory cannot be lowered then.
  await writeFile(
    runtimeConfig,
    `version = 2
root = "${at("containerd")}"
state = "${at("containerd-state")}"
[grpc]
  address = "${socket}"
[plugins."io.containerd.internal.v1.opt"]
  path = "${at("containerd-opt")}"
[${cri}]
  sandbox_image = "${sandboxImage}"
  restrict_oom_score_adj = true
  netns_mounts_under_state_dir = true
  [${cri}.cni]
    bin_dir = "${plugins}"
    conf_dir = "${at("network")}"
  [${cri}.containerd.runtimes.runc]
    runtime_type = "io.containerd.runc.v2"
    [${cri}.containerd.runtimes.runc.options]
      SystemdCgroup = false
`,
  );
  const authority = createAuthority({ name: "one-node-ca", clock: systemClock });
  const serving = authority.issue({ commonName: nodeName, usages: ["server"], ipAddresses: [nodeIp, "127.0.0.1"] });
  const caller = authority.issue({ commonName: "kube-apiserver", usages: ["client"] });
  const contents = {
    "kubelet-ca.crt": authority.certificate,
    "kubelet.crt": serving.cert,
    "kubelet.key": serving.key,
    "caller.crt": caller.cert,
    "caller.key": caller.key,
    "resolv.conf": "nameserver 127.0.0.1\n",
  };
  for (const [name, content] of Object.entries(contents)) await writeFile(at(name), content, { mode: 0o600 });
  const kubeletConfig = at("kubelet.json");
  await writeFile(
    kubeletConfig,
    JSON.stringify({
      apiVersion: "kubelet.config.k8s.io/v1beta1",
      kind: "KubeletConfiguration",
      containerRuntimeEndpoint: `unix://${socket}`,
      failCgroupV1: false,
      failSwapOn: false,
      // So that what it finds out of a pod while it looks is soon in its status: CrashLoopBackOff takes two looks.
      syncFrequency: "2s",
      cgroupDriver: "cgroupfs",
      cgroupRoot: "/kubewright-one-node",
      authentication: {
        anonymous: { enabled: false },
        webhook: { enabled: false },
        x509: { clientCAFile: at("kubelet-ca.crt") },
      },
      authorization: { mode: "AlwaysAllow" },
      tlsCertFile: at("kubelet.crt"),
      tlsPrivateKeyFile: at("kubelet.key"),
      port: 11250,
      healthzPort: 0,
      makeIPTablesUtilChains: false,
      clusterDomain: "cluster.local",
      clusterDNS: ["10.0.0.10"],
      resolvConf: at("resolv.conf"),
      // Images come from an archive: none that is removed would come back.
      imageGCHighThresholdPercent: 100,
      imageGCLowThresholdPercent: 99,
      evictionHard: { "memory.available": "100Mi", "nodefs.available": "1%", "imagefs.available": "1%" },
      podLogsDir: at("pods"),
      volumePluginDir: at("volume-plugins"),
      oomScoreAdj: 0,
    }),
  );
  return {
    folder,
    containerd,
    socket,
    runtimeConfig,
    kubeletConfig,
    kubeconfig: at("kubeconfig"),
    nodeIp,
    apiServerFlags: [
      `--kubelet-certificate-authority=${at("kubelet-ca.crt")}`,
      `--kubelet-client-certificate=${at("caller.crt")}`,
      `--kubelet-client-key=${at("caller.key")}`,
      "--kubelet-preferred-address-types=InternalIP",
    ],
  };
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

async function importImages(
  { folder, socket }: NodeFiles,
  images: Readonly<Record<string, ImageConfig>>,
): Promise<void> {
  const archive = await writeNodeImages(join(folder, "images"), images);
  await promisify(execFile)("ctr", ["-a", socket, "-n", runtimeNamespace, "images", "import", archive]);
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

/** What kubelet logged last. */
export async function kubeletLog(): Promise<string> {
  return await readFile(join(tmpdir(), "kubewright-one-node/kubelet.log"), "utf8").catch(() => "");
}
