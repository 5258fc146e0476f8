import { arch, availableParallelism, hostname, release, tmpdir, totalmem } from "node:os";

/** What a process node takes from the machine it runs on. */
export interface NodeHost {
  /** As `process.platform`: on `linux`, each pod gets a loopback address of its own. */
  readonly platform: NodeJS.Platform;
  /** As `process.arch`. */
  readonly arch: string;
  readonly hostname: string;
  readonly kernelVersion: string;
  readonly cpus: number;
  readonly memoryBytes: number;
  /** Where the node makes its folder. */
  readonly temporaryDirectory: string;
  /** The Node program. */
  readonly nodeProgram: string;
  /** Where programs are looked for: `PATH`. */
  readonly path: string;
  /** Whether processes can be run as other users. */
  readonly canChangeUser: boolean;
  /** Of this process; 0 where there are no users. */
  readonly uid: number;
}

/** The real machine, as it is at the time of the call. */
export function systemNodeHost(): NodeHost {
  const uid = process.getuid?.();
  return {
    platform: process.platform,
    arch: arch(),
    hostname: hostname(),
    kernelVersion: release(),
    cpus: availableParallelism(),
    memoryBytes: totalmem(),
    temporaryDirectory: plainDirectory(tmpdir()),
    nodeProgram: process.execPath,
    path: process.env["PATH"] ?? "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
    canChangeUser: uid === 0,
    uid: uid ?? 0,
  };
}

/**
 * The folder, or the usual one if a shell would split or expand its path: paths of volumes are put into commands as they are, also into those
 * that a shell reads.
 */
export function plainDirectory(folder: string): string {
  return process.platform === "win32" || /^[\w@%+=:,./-]+$/.test(folder) ? folder : "/tmp";
}
