import { chmod, copyFile, type FileHandle, lstat, mkdir, open, readdir, readlink, rm, symlink } from "node:fs/promises";
import { dirname, join, normalize } from "node:path";
import { DevClusterError } from "../../errors.ts";
import { type TarEntry, tarEntries } from "./tar-entries.ts";

const maxLinks = 40;

/** Puts the files of a layer over those of the layers below it, and nothing outside of the folder. */
export async function applyLayer(layer: FileHandle, root: string): Promise<void> {
  const own = new Set<string>();
  for await (const entry of tarEntries(layer)) {
    const path = within(entry.path);
    if (path === "") continue;
    const name = path.slice(path.lastIndexOf("/") + 1);
    const folder = await realFolder(root, dirname(path) === "." ? "" : dirname(path));
    if (name === ".wh..wh..opq") {
      // Hides what lower layers have there, and nothing of this one.
      for (const below of await readdir(folder)) {
        const place = join(folder, below);
        if (!own.has(place)) await rm(place, { recursive: true, force: true });
      }
    } else if (name.startsWith(".wh.")) {
      const hidden = name.slice(".wh.".length);
      if (hidden !== "" && hidden !== "." && hidden !== "..") {
        await rm(join(folder, hidden), { recursive: true, force: true });
      }
    } else {
      const place = join(folder, name);
      await put(layer, entry, place, root);
      for (let part = place; part.length > root.length; part = dirname(part)) own.add(part);
    }
  }
}

async function put(layer: FileHandle, entry: TarEntry, place: string, root: string): Promise<void> {
  const before = await lstat(place).catch(() => undefined);
  if (before !== undefined && !(entry.type === "folder" && before.isDirectory())) {
    await rm(place, { recursive: true, force: true });
  }
  switch (entry.type) {
    case "folder":
      await mkdir(place, { recursive: true });
      await chmod(place, entry.mode | 0o700);
      return;
    case "file":
      await copyContent(layer, entry, place);
      return;
    case "symlink": {
      // What is absolute to the image is below the folder here.
      const { target } = entry;
      await symlink(target.startsWith("/") ? join(root, within(target)) : target, place);
      return;
    }
    case "link": {
      const path = within(entry.target);
      const source = join(await realFolder(root, dirname(path)), path.slice(path.lastIndexOf("/") + 1));
      const stats = await lstat(source).catch(() => undefined);
      if (stats?.isFile() === true) await copyFile(source, place);
      else if (stats?.isSymbolicLink() === true) await symlink(await readlink(source), place);
      return;
    }
    default:
    // Devices and pipes are of no use to a program of Node.
  }
}

async function copyContent(layer: FileHandle, entry: TarEntry, place: string): Promise<void> {
  const file = await open(place, "wx", 0o600);
  try {
    const buffer = Buffer.alloc(Math.min(entry.size, 1 << 20));
    for (let done = 0; done < entry.size; ) {
      const length = Math.min(buffer.length, entry.size - done);
      const { bytesRead } = await layer.read(buffer, 0, length, entry.offset + done);
      if (bytesRead === 0)
        throw new DevClusterError("INVALID_IMAGE", `the archive ends within ${entry.path}: save it again`);
      await file.write(buffer, 0, bytesRead);
      done += bytesRead;
    }
    await file.chmod(entry.mode | 0o400);
  } finally {
    await file.close();
  }
}

/** A path below the root: `a/b` for `/../a/./b`. */
function within(path: string): string {
  return normalize(`/${path}`).replace(/^\/+|\/+$/g, "");
}

/** The folder of a path in the image, made if it is not there; links are followed as if the root were `/`. */
async function realFolder(root: string, path: string): Promise<string> {
  let real = "";
  const rest = path.split("/").filter((part) => part !== "" && part !== ".");
  for (let links = 0; ; ) {
    const part = rest.shift();
    if (part === undefined) break;
    if (part === "..") {
      real = dirname(`/${real}`).slice(1);
      continue;
    }
    const place = join(root, real, part);
    const stats = await lstat(place).catch(() => undefined);
    if (stats?.isSymbolicLink() === true) {
      links += 1;
      if (links > maxLinks) throw new DevClusterError("INVALID_IMAGE", `the image has a circle of links at ${path}`);
      const target = await readlink(place);
      const isAbsolute = target.startsWith("/");
      const inImage = target === root || target.startsWith(`${root}/`) ? target.slice(root.length) : target;
      if (isAbsolute) real = "";
      rest.unshift(...inImage.split("/").filter((piece) => piece !== "" && piece !== "."));
      continue;
    }
    if (stats !== undefined && !stats.isDirectory()) await rm(place);
    if (stats?.isDirectory() !== true) await mkdir(place, { mode: 0o755 });
    real = real === "" ? part : `${real}/${part}`;
  }
  return join(root, real);
}
