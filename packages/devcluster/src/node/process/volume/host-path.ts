import { chmod, mkdir, stat, writeFile } from "node:fs/promises";
import type { HostPathVolumeSource } from "@kubewright/api/core/v1";

/** The path of a `hostPath` volume, made if its type wants that. Rejects in the kubelet's words if it is of another type. */
export async function hostPath({ path, type = "" }: HostPathVolumeSource): Promise<string> {
  if (type === "") return path;
  let stats = await stat(path).catch(() => undefined);
  if (stats === undefined && type === "DirectoryOrCreate") {
    await mkdir(path, { recursive: true });
    await chmod(path, 0o755);
    stats = await stat(path);
  } else if (stats === undefined && type === "FileOrCreate") {
    await writeFile(path, "", { flag: "a", mode: 0o644 });
    stats = await stat(path);
  }
  const wanted = {
    BlockDevice: { isMet: stats?.isBlockDevice(), text: "a block device" },
    CharDevice: { isMet: stats?.isCharacterDevice(), text: "a character device" },
    Directory: { isMet: stats?.isDirectory(), text: "a directory" },
    DirectoryOrCreate: { isMet: stats?.isDirectory(), text: "a directory" },
    File: { isMet: stats?.isFile(), text: "a file" },
    FileOrCreate: { isMet: stats?.isFile(), text: "a file" },
    Socket: { isMet: stats?.isSocket(), text: "a socket file" },
  }[type];
  if (wanted.isMet !== true) throw new Error(`hostPath type check failed: ${path} is not ${wanted.text}`);
  return path;
}
