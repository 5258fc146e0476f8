import { execFileSync } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";

/** What a cluster could leave on a machine, by what it is. */
export type MachineState = Readonly<Record<string, readonly string[]>>;

/** Settings that programs of a node change. */
const settings = ["net/ipv4/ip_forward", "vm/overcommit_memory", "kernel/panic", "kernel/panic_on_oops"];

/**
 * What there is now on the machine of the things that clusters use. Equal before a cluster starts and after it has ended, however it was used.
 */
export async function machineState(): Promise<MachineState> {
  return {
    processes: await clusterProcesses(),
    mounts: (await readFile("/proc/self/mountinfo", "utf8"))
      .split("\n")
      .map((line) => line.split(" ")[4] ?? "")
      .filter((path) => /kubewright-one-node|netns/.test(path)),
    links: linesOf("ip", "-oneline", "link").map((line) => line.split(":")[1]?.trim() ?? ""),
    namespaces: await readdir("/run/netns").catch(() => []),
    rules: ["iptables-save", "ip6tables-save"].flatMap((program) =>
      linesOf(program).filter((line) => /^-A|^:.* - /.test(line)),
    ),
    routes: linesOf("ip", "route"),
    groups: await groups(),
    settings: await Promise.all(settings.map((name) => readFile(`/proc/sys/${name}`, "utf8"))),
    files: (
      await Promise.all(["/run/containerd/s", "/run/containerd/runc/k8s.io", "/var/lib/cni/results"].map(names))
    ).flat(),
    folders: (await names("/tmp")).filter((name) => name.includes("kubewright-one-node")),
  };
}

/** Those of a cluster's own programs, which name its folder, and those in its containers. One that has ended has no line any more. */
async function clusterProcesses(): Promise<string[]> {
  const found: string[] = [];
  for (const id of (await readdir("/proc")).filter((name) => /^\d+$/.test(name))) {
    const line = await readFile(`/proc/${id}/cmdline`, "utf8").catch(() => "");
    const group = await readFile(`/proc/${id}/cgroup`, "utf8").catch(() => "");
    if (line !== "" && `${line}${group}`.includes("kubewright-one-node"))
      found.push(`${id} ${line.replaceAll("\0", " ")}`);
  }
  return found;
}

async function groups(): Promise<string[]> {
  const top = await names("/sys/fs/cgroup");
  const below = await Promise.all(top.map((name) => names(`/sys/fs/cgroup/${name}`)));
  return [...top, ...below.flat()].filter((name) => name.includes("kube")).sort();
}

async function names(folder: string): Promise<string[]> {
  return await readdir(folder).catch((): string[] => []);
}

function linesOf(program: string, ...args: readonly string[]): string[] {
  try {
    const text = execFileSync(program, args, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
    return text.split("\n").filter((line) => line !== "");
  } catch {
    return [];
  }
}
