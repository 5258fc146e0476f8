import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { chmod, copyFile, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

/** What a program of an image is when the pod names none. */
export interface ImageConfig {
  readonly Entrypoint?: readonly string[];
  readonly Cmd?: readonly string[];
  readonly User?: string;
  /** Images that have nothing to tell them apart are one image. */
  readonly Labels?: Readonly<Record<string, string>>;
}

/** The files of an image, each by its path there. */
export interface ImageContent {
  /** Programs of this machine; the libraries that they need come along. */
  readonly programs: Readonly<Record<string, string>>;
  /** Texts that can be run. */
  readonly scripts?: Readonly<Record<string, string>>;
}

const path = "/usr/local/bin:/usr/bin:/bin";

/**
 * Writes an image archive that has nothing but these files, under as many names as wanted, each with a configuration of its own. Gives the
 * path of the archive; `folder` has nothing else afterwards.
 */
export async function writeImages(
  folder: string,
  content: ImageContent,
  images: Readonly<Record<string, ImageConfig>>,
): Promise<string> {
  const root = join(folder, "root");
  const parts = join(folder, "image");
  await mkdir(parts, { recursive: true });
  await placeContent(root, content);
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
  for (const done of [root, parts]) await rm(done, { recursive: true });
  return archive;
}

/** Images that have nothing but this machine's Node. */
export function writeNodeImages(folder: string, images: Readonly<Record<string, ImageConfig>>): Promise<string> {
  return writeImages(folder, { programs: { "/usr/bin/node": process.execPath } }, images);
}

async function placeContent(root: string, { programs, scripts = {} }: ImageContent): Promise<void> {
  for (const empty of ["etc", "tmp", "proc", "sys", "dev"]) await mkdir(join(root, empty), { recursive: true });
  await chmod(join(root, "tmp"), 0o1777);
  for (const [at, program] of Object.entries(programs)) {
    await place(program, root, at);
    for (const library of librariesOf(program)) await place(library, root, library);
  }
  for (const [at, text] of Object.entries(scripts)) {
    await mkdir(dirname(join(root, at)), { recursive: true });
    await writeFile(join(root, at), text, { mode: 0o755 });
  }
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
