import { chmod, chown, mkdir, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Container, VolumeMount } from "@kubewright/api/core/v1";
import { expandVariables } from "../container/expand-variables.ts";
import type { MountedPath } from "../container/mounted-paths.ts";

/**
 * Where the volumes of a container are on this machine. What is mounted in place of all of a volume is made if it is not there. Rejects in the
 * kubelet's words where that leads out of the volume.
 */
export async function volumeMounts(
  { name: container, volumeMounts: mounts = [] }: Container,
  volumes: ReadonlyMap<string, string>,
  variables: Readonly<Record<string, string>>,
): Promise<MountedPath[]> {
  const paths: MountedPath[] = [];
  for (const mount of mounts) {
    const volume = volumes.get(mount.name);
    if (volume === undefined) continue;
    const part = partOf(mount, variables);
    if (part !== "") {
      await makePart(volume, part).catch((cause: unknown) => {
        const place = `volumeMount ${JSON.stringify(mount.name)} of container ${JSON.stringify(container)}`;
        throw new Error(`failed to create subPath directory for ${place}`, { cause });
      });
    }
    paths.push({ path: mount.mountPath, target: join(volume, part) });
  }
  return paths;
}

function partOf({ subPath = "", subPathExpr = "" }: VolumeMount, variables: Readonly<Record<string, string>>): string {
  const part = subPathExpr === "" ? subPath : expanded(subPathExpr, variables);
  if (part.startsWith("/")) throw new Error(`error SubPath \`${part}\` must not be an absolute path`);
  if (part.split("/").includes("..")) {
    throw new Error(`unable to provision SubPath \`${part}\`: must not contain '..'`);
  }
  return part;
}

function expanded(text: string, variables: Readonly<Record<string, string>>): string {
  const missing = new Set<string>();
  for (const [match, name] of text.matchAll(/\$(?:\$|\(([^)]*)\))/g)) {
    if (match !== "$$" && name !== undefined && !variables[name]) missing.add(name);
  }
  if (missing.size > 0) throw new Error(`missing value for ${[...missing].sort().join(", ")}`);
  return expandVariables(text, variables);
}

/** The folders that lead to a part of a volume, as the volume itself is. */
async function makePart(volume: string, part: string): Promise<void> {
  if ((await stat(join(volume, part)).catch(() => undefined)) !== undefined) return;
  const { mode, uid, gid } = await stat(volume);
  let place = volume;
  for (const name of part.split("/").filter((piece) => piece !== "" && piece !== ".")) {
    place = join(place, name);
    try {
      await mkdir(place);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
      continue;
    }
    await chmod(place, mode & 0o7777);
    await chown(place, uid, gid);
  }
}
