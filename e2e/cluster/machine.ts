import { execFileSync } from "node:child_process";
import { mkdir, readdir, readFile, rm, rmdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { removeProxyRules } from "./packet-rules.ts";

const cgroups = "/sys/fs/cgroup";
/** Where network plugins, runc and shims write, whatever they are told. */
const remains = {
  networks: "/var/lib/cni/results",
  containers: "/run/containerd/runc/k8s.io",
  sockets: "/run/containerd/s",
};
/** What a kubelet and the network plugins change. */
const settings = ["net/ipv4/ip_forward", "vm/overcommit_memory", "kernel/panic", "kernel/panic_on_oops"];

/** What a one-node cluster takes of the machine besides a folder. */
export interface MachineShare {
  /** Everything that is written; programs of the cluster have it in their arguments. */
  readonly folder: string;
  /** Name of the bridge that pods are on. */
  readonly bridge: string;
  /** Below the root of each hierarchy. */
  readonly cgroup: string;
}

/** Remembers the machine's settings, and makes what has to be there first. */
export async function takeShare({ folder, cgroup }: MachineShare): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o755 });
  const before = await Promise.all(settings.map(async (name) => [name, await readFile(`/proc/sys/${name}`, "utf8")]));
  await writeFile(join(folder, "settings.json"), JSON.stringify(before));
  for (const hierarchy of await hierarchies()) {
    const path = join(hierarchy, cgroup);
    await mkdir(path, { recursive: true });
    // Without these, nothing can be put into a group below.
    for (const file of ["cpuset.cpus", "cpuset.mems"]) {
      const above = await readFile(join(hierarchy, file), "utf8").catch(() => undefined);
      if (above !== undefined) await writeFile(join(path, file), above);
    }
  }
}

/** Ends all that runs in the share and removes it: also what a cluster has left that was killed. */
export async function giveBack({ folder, bridge, cgroup }: MachineShare): Promise<void> {
  for (let round = 0; round < 20; round++) {
    const pids = new Set([...(await processesNaming(folder)), ...(await processesIn(cgroup))]);
    if (pids.size === 0) break;
    for (const pid of pids) kill(pid);
    await wait(100);
  }
  for (const path of await mountsBelow(folder)) quietly("umount", ["-l", path]);
  quietly("ip", ["link", "delete", bridge]);
  if ((await namesIn(folder)).includes("kube-proxy.json")) removeProxyRules();
  await removeRemains(folder);
  for (const hierarchy of await hierarchies()) await removeGroup(join(hierarchy, cgroup));
  const before = await readFile(join(folder, "settings.json"), "utf8").catch(() => "[]");
  for (const [name, value] of JSON.parse(before) as [string, string][]) await writeFile(`/proc/sys/${name}`, value);
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
}

/** Removes what network plugins, runc and shims have left outside the folder, since nobody told them of the end. */
async function removeRemains(folder: string): Promise<void> {
  const runtime = join(folder, "containerd/io.containerd.grpc.v1.cri");
  for (const sandbox of await namesIn(join(runtime, "sandboxes"))) {
    for (const name of await namesIn(remains.networks)) {
      if (name.includes(sandbox)) await rm(join(remains.networks, name), { force: true });
    }
    await rm(join(remains.containers, sandbox), { recursive: true, force: true });
  }
  for (const container of await namesIn(join(runtime, "containers"))) {
    await rm(join(remains.containers, container), { recursive: true, force: true });
  }
  const inUse = await readFile("/proc/net/unix", "utf8");
  for (const name of await namesIn(remains.sockets)) {
    const path = join(remains.sockets, name);
    if (!inUse.includes(path)) await rm(path, { force: true });
  }
}

async function namesIn(folder: string): Promise<string[]> {
  return await readdir(folder).catch((): string[] => []);
}

/** Kills what runs as containers, and what keeps it running; not the programs that are named. */
export async function killContainers({ folder, cgroup }: MachineShare): Promise<void> {
  const shims = (await processesNaming(folder)).filter((pid) => pid.isShim);
  for (const pid of [...shims, ...(await processesIn(cgroup))]) kill(pid);
}

interface FoundProcess {
  readonly id: number;
  readonly isShim: boolean;
}

function kill({ id }: FoundProcess): void {
  try {
    process.kill(id, "SIGKILL");
  } catch {
    // It is gone.
  }
}

async function processesNaming(text: string): Promise<FoundProcess[]> {
  const found: FoundProcess[] = [];
  for (const name of await readdir("/proc")) {
    if (!/^\d+$/.test(name) || Number(name) === process.pid) continue;
    const line = await readFile(`/proc/${name}/cmdline`, "utf8").catch(() => "");
    if (line.includes(`${text}/`)) found.push({ id: Number(name), isShim: line.includes("containerd-shim") });
  }
  return found;
}

async function processesIn(cgroup: string): Promise<FoundProcess[]> {
  const found = new Set<number>();
  for (const hierarchy of await hierarchies()) {
    for (const group of await groupsBelow(join(hierarchy, cgroup))) {
      const text = await readFile(join(group, "cgroup.procs"), "utf8").catch(() => "");
      for (const pid of text.split("\n")) if (pid !== "" && pid !== "0") found.add(Number(pid));
    }
  }
  return [...found].map((id) => ({ id, isShim: false }));
}

/** Of version 1 one for each controller, of version 2 the only one. */
async function hierarchies(): Promise<string[]> {
  const entries = await readdir(cgroups, { withFileTypes: true });
  if (entries.some(({ name }) => name === "cgroup.controllers")) return [cgroups];
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => join(cgroups, name));
}

/** With itself, the deepest first. */
async function groupsBelow(path: string): Promise<string[]> {
  const entries = await readdir(path, { withFileTypes: true }).catch(() => undefined);
  if (entries === undefined) return [];
  const below = await Promise.all(
    entries.filter((e) => e.isDirectory()).map(({ name }) => groupsBelow(join(path, name))),
  );
  return [...below.flat(), path];
}

async function removeGroup(path: string): Promise<void> {
  for (const group of await groupsBelow(path)) await rmdir(group).catch(() => {});
}

async function mountsBelow(folder: string): Promise<string[]> {
  const text = await readFile("/proc/self/mountinfo", "utf8");
  const paths = text.split("\n").map((line) => line.split(" ")[4] ?? "");
  return paths.filter((path) => path.startsWith(`${folder}/`)).reverse();
}

function quietly(program: string, args: readonly string[]): void {
  try {
    execFileSync(program, args, { stdio: "ignore" });
  } catch {
    // There is nothing of it.
  }
}
