import { execFileSync } from "node:child_process";
import { access } from "node:fs/promises";
import { networkInterfaces } from "node:os";
import { join } from "node:path";

/** What a real node needs of the machine that it is on. */
export interface Machine {
  /** Its first address that others can reach. */
  readonly nodeIp: string;
  readonly containerd: string;
  /** The folder of the network plugins. */
  readonly plugins: string;
}

/** Programs, and Debian's packages that have them. */
const packages = {
  containerd: "containerd",
  ctr: "containerd",
  runc: "runc",
  ip: "iproute2",
  iptables: "iptables",
  memcached: "memcached",
} as const;

/** A program that a package of the machine has. */
export type MachineProgram = keyof typeof packages;

const pluginFolders = ["/usr/lib/cni", "/opt/cni/bin"];

/**
 * Finds what a real node and those who use it need. Rejects with one error that names all that has to be installed.
 *
 * @param path where programs are @default `PATH`
 */
export async function findMachine(used: readonly MachineProgram[] = [], path = process.env.PATH): Promise<Machine> {
  if (process.platform !== "linux" || process.getuid?.() !== 0) throw new Error("a real node needs Linux and root");
  const needed: readonly MachineProgram[] = ["containerd", "ctr", "runc", "ip", ...used];
  const missing = new Map<string, string>();
  for (const program of needed) if (pathOf(program, path) === undefined) missing.set(program, packages[program]);
  const plugins = await pluginFolder();
  if (plugins === undefined) missing.set("network plugins (bridge, host-local)", "containernetworking-plugins");
  if (missing.size > 0) {
    const install = [...new Set(missing.values())].join(" ");
    throw new Error(
      `a real node needs ${[...missing.keys()].join(", ")}: apt-get install -y --no-install-recommends ${install}`,
    );
  }
  const addresses = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
  const nodeIp = addresses.find(({ family, internal }) => family === "IPv4" && !internal)?.address;
  if (nodeIp === undefined) throw new Error("a real node needs an IPv4 address that is not a loopback address");
  return { nodeIp, containerd: pathOf("containerd", path) ?? "", plugins: plugins ?? "" };
}

/** Where a program of the machine is; undefined if it is not there. */
export function pathOf(program: string, path = process.env.PATH): string | undefined {
  try {
    const options = { encoding: "utf8", env: { PATH: path } } as const;
    return execFileSync("/bin/sh", ["-c", 'command -v "$0"', program], options).trim();
  } catch {
    return undefined;
  }
}

async function pluginFolder(): Promise<string | undefined> {
  for (const folder of pluginFolders) {
    const isThere = await access(join(folder, "bridge")).then(
      () => true,
      () => false,
    );
    if (isThere) return folder;
  }
  return undefined;
}
