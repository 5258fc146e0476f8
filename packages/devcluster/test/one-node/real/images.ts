import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { copyFile, mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

/** What a program of an image is when the pod names none. */
export interface ImageConfig {
  readonly Entrypoint?: readonly string[];
  readonly Cmd?: readonly string[];
  /** Images that have nothing to tell them apart are one image. */
  readonly Labels?: Readonly<Record<string, string>>;
}

const path = "/usr/bin:/bin";

/**
 * Writes an image archive that has nothing but this machine's Node and the libraries that it needs, under as many names as wanted, each
 * with a configuration of its own. Gives the path of the archive.
 */
export async function writeNodeImages(folder: string, images: Readonly<Record<string, ImageConfig>>): Promise<string> {
  const root = join(folder, "root");
  const parts = join(folder, "image");
  await mkdir(parts, { recursive: true });
  await place(process.execPath, root, "/usr/bin/node");
  for (const library of librariesOf(process.execPath)) await place(library, root, library);
  for (const empty of ["etc", "tmp", "proc", "sys", "dev"]) await mkdir(join(root, empty));
  execFileSync("tar", ["-cf", join(parts, "layer.tar"), "--owner=0", "--group=0", "-C", root, "."]);
  const digest = sha256(await readFile(join(parts, "layer.tar")));
  const manifest: unknown[] = [];
  for (const [name, config] of Object.entries(images)) {
    const text = JSON.stringify({
      architecture: process.arch === "x64" ? "amd64" : process.arch,
      os: "linux",
      config: { Env: [`PATH=${path}`], ...config },
      rootfs: { type: "layers", diff_ids: [`sha256:${digest}`] },
    });
    const file = `${sha256(text)}.json`;
    await writeFile(join(parts, file), text);
    manifest.push({ Config: file, RepoTags: [name], Layers: ["layer.tar"] });
  }
  await writeFile(join(parts, "manifest.json"), JSON.stringify(manifest));
  const archive = join(folder, "images.tar");
  execFileSync("tar", ["-cf", archive, "-C", parts, "."]);
  return archive;
}

async function place(file: string, root: string, at: string): Promise<void> {
  await mkdir(dirname(join(root, at)), { recursive: true });
  await copyFile(file, join(root, at));
}

/** The loader and the shared libraries of a program. */
function librariesOf(program: string): string[] {
  const text = execFileSync("ldd", [program], { encoding: "utf8" });
  return [...text.matchAll(/(?:=> |^\s*)(\/\S+) \(0x/gm)].map(([, library = ""]) => library);
}

function sha256(data: string | Buffer): string {
  return createHash("sha256").update(data).digest("hex");
}
