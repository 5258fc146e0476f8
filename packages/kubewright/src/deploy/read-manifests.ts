import { readdir, stat } from "node:fs/promises";
import { basename, dirname } from "node:path";
import { type DynamicObject, groupVersionKindOf } from "@kubewright/api";
import { CommandError } from "../errors.ts";
import { diskFiles } from "../kustomize/disk-files.ts";
import type { FileTree } from "../kustomize/file-tree.ts";
import { renderKustomization } from "../kustomize/render-kustomization.ts";

const kustomizationNames = ["kustomization.yaml", "kustomization.yml", "Kustomization"];
const isManifest = (name: string) => /\.(ya?ml|json)$/.test(name);

/**
 * The objects of a folder with a kustomization, of a folder of manifests, or of one file.
 *
 * `hint` is what to do when there is nothing at `path`. Throws CommandError for what cannot be read or has no objects.
 */
export async function readManifests(
  path: string,
  { hint, warn }: { readonly hint: string; readonly warn: (text: string) => void },
): Promise<DynamicObject[]> {
  const found = await stat(path).catch(() => undefined);
  if (found === undefined) throw new CommandError(`${path} is not there: ${hint}`);
  const objects = found.isDirectory() ? await fromFolder(path, warn) : await fromFiles(dirname(path), [basename(path)]);
  for (const object of objects) check(object, path);
  if (objects.length === 0) throw new CommandError(`${path} has no objects: ${hint}`);
  return objects;
}

async function fromFolder(folder: string, warn: (text: string) => void): Promise<DynamicObject[]> {
  const names = await readdir(folder);
  if (names.some((name) => kustomizationNames.includes(name))) {
    return await renderKustomization(diskFiles(dirname(folder)), basename(folder), { warn });
  }
  return await fromFiles(folder, names.filter(isManifest).sort());
}

/** Files are read as if a kustomization named them. */
async function fromFiles(folder: string, names: readonly string[]): Promise<DynamicObject[]> {
  if (names.length === 0) return [];
  const disk = diskFiles(folder);
  const files: FileTree = {
    read: async (path) => {
      if (path === "kustomization.yaml") return Buffer.from(JSON.stringify({ resources: names }));
      return kustomizationNames.includes(path) ? undefined : disk.read(path);
    },
  };
  return await renderKustomization(files, ".");
}

function check(object: DynamicObject, path: string): void {
  const { name } = object.metadata ?? {};
  if (typeof name === "string" && name !== "" && groupVersionKindOf(object).kind !== "") return;
  throw new CommandError(`${path} has an object without kind or name: ${JSON.stringify(object).slice(0, 120)}`);
}
