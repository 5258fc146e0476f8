import { createReadStream } from "node:fs";
import { type FileHandle, mkdir, open, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createGunzip } from "node:zlib";
import { DevClusterError } from "../../errors.ts";
import { applyLayer } from "./apply-layer.ts";
import { type ImageConfig, parseImageConfig } from "./image-config.ts";
import { type TarEntry, tarEntries } from "./tar-entries.ts";

/** An image whose files are in a folder. */
export interface LoadedImage {
  /** As it was saved: `example.com/operator:v1`. */
  readonly names: readonly string[];
  /** `sha256:…` */
  readonly id: string;
  /** The folder that is `/` to it. */
  readonly root: string;
  readonly config: ImageConfig;
}

/** Where an archive has the parts of an image. */
interface ImageParts {
  readonly names: readonly string[];
  readonly config: string;
  readonly layers: readonly string[];
}

const maxDocumentBytes = 8 << 20;

/**
 * Unpacks the images of an archive of `docker save`, or of an OCI layout as tar, into a folder each. Gzip is seen through.
 *
 * Rejects with DevClusterError `INVALID_IMAGE` for what is no such archive.
 */
export async function loadImageArchive(file: string, folder: string): Promise<LoadedImage[]> {
  // To open a pipe would wait for whoever writes to it, and keep the reading of other files waiting.
  if (!(await stat(file)).isFile()) throw invalid(file, "it is no regular file");
  await mkdir(folder, { recursive: true });
  const plain = join(folder, ".archive.tar");
  const archive = await openPlain(file, undefined, plain);
  try {
    const entries = new Map<string, TarEntry>();
    for await (const entry of tarEntries(archive.handle)) entries.set(entry.path.replace(/^\.\//, ""), entry);
    const images: LoadedImage[] = [];
    for (const parts of await partsOf(archive.handle, entries, file)) {
      images.push(await unpack({ ...archive, entries, file }, parts, folder));
    }
    return images;
  } finally {
    await archive.handle.close();
    await rm(plain, { force: true });
  }
}

interface OpenArchive {
  readonly handle: FileHandle;
  readonly path: string;
  readonly entries: ReadonlyMap<string, TarEntry>;
  readonly file: string;
}

async function unpack(archive: OpenArchive, parts: ImageParts, folder: string): Promise<LoadedImage> {
  const digest = /([0-9a-f]{64})/.exec(parts.config)?.[1];
  if (digest === undefined)
    throw invalid(archive.file, `the name of its configuration, ${parts.config}, has no digest`);
  const config = parseImageConfig(await document(archive.handle, archive.entries, parts.config, archive.file));
  const root = join(folder, digest);
  await rm(root, { recursive: true, force: true });
  await mkdir(root, { recursive: true });
  const plain = join(folder, ".layer.tar");
  for (const name of parts.layers) {
    const entry = archive.entries.get(name);
    if (entry?.type === "symlink" || entry === undefined) throw invalid(archive.file, `it lacks the layer ${name}`);
    const layer = await openPlain(archive.path, entry, plain);
    try {
      await applyLayer(layer.handle, root);
    } finally {
      await layer.handle.close();
    }
  }
  await rm(plain, { force: true });
  return { names: parts.names, id: `sha256:${digest}`, root, config };
}

/** `manifest.json` is Docker's; `index.json` alone is an OCI layout. */
async function partsOf(
  handle: FileHandle,
  entries: ReadonlyMap<string, TarEntry>,
  file: string,
): Promise<ImageParts[]> {
  const read = (name: string) => document(handle, entries, name, file);
  if (entries.has("manifest.json")) {
    const manifest = await read("manifest.json");
    if (!Array.isArray(manifest) || !manifest.every(isSavedImage)) {
      throw invalid(file, "manifest.json is no list of images");
    }
    return manifest.map(({ Config, RepoTags, Layers }) => ({ names: RepoTags ?? [], config: Config, layers: Layers }));
  }
  if (!entries.has("index.json")) throw invalid(file, "it has neither manifest.json nor index.json");
  const blob = (digest: string) => `blobs/${digest.replace(":", "/")}`;
  const index = (await read("index.json")) as { manifests?: Descriptor[] };
  const images: ImageParts[] = [];
  for (const { digest, annotations = {} } of index.manifests ?? []) {
    const manifest = (await read(blob(digest))) as { config?: Descriptor; layers?: Descriptor[] };
    if (manifest.config === undefined) throw invalid(file, "it has images for several platforms: save one of them");
    const name = annotations["io.containerd.image.name"] ?? annotations["org.opencontainers.image.ref.name"];
    images.push({
      names: typeof name === "string" ? [name] : [],
      config: blob(manifest.config.digest),
      layers: (manifest.layers ?? []).map((layer) => blob(layer.digest)),
    });
  }
  return images;
}

/** As `docker save` lists an image. */
interface SavedImage {
  readonly Config: string;
  readonly RepoTags?: readonly string[] | null;
  readonly Layers: readonly string[];
}

function isSavedImage(value: unknown): value is SavedImage {
  if (typeof value !== "object" || value === null) return false;
  const { Config, RepoTags, Layers } = value as Record<string, unknown>;
  return typeof Config === "string" && areTexts(RepoTags ?? []) && areTexts(Layers);
}

function areTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === "string");
}

interface Descriptor {
  readonly digest: string;
  readonly annotations?: Readonly<Record<string, string>>;
}

async function document(
  handle: FileHandle,
  entries: ReadonlyMap<string, TarEntry>,
  name: string,
  file: string,
): Promise<unknown> {
  const entry = entries.get(name);
  if (entry === undefined || entry.size > maxDocumentBytes) throw invalid(file, `it lacks ${name}`);
  const { buffer } = await handle.read(Buffer.alloc(entry.size), 0, entry.size, entry.offset);
  try {
    return JSON.parse(buffer.toString("utf8"));
  } catch (error) {
    throw invalid(file, `${name} is no JSON`, error);
  }
}

/** A part of a file, or all of it, as a file of its own without compression. */
async function openPlain(
  path: string,
  part: TarEntry | undefined,
  plain: string,
): Promise<{ readonly handle: FileHandle; readonly path: string }> {
  const source = await open(path, "r");
  const { buffer: magic } = await source.read(Buffer.alloc(4), 0, 4, part?.offset ?? 0);
  const isGzip = magic[0] === 0x1f && magic[1] === 0x8b;
  if (part === undefined && !isGzip) return { handle: source, path };
  await source.close();
  if (magic.readUInt32LE(0) === 0xfd2fb528) throw invalid(path, "it is compressed with zstd: save it with gzip");
  const range = part === undefined ? {} : { start: part.offset, end: part.offset + part.size - 1 };
  const bytes = createReadStream(path, range);
  if (isGzip) {
    const inflated = createGunzip();
    bytes.on("error", (error) => inflated.destroy(error));
    await writeFile(plain, bytes.pipe(inflated), { mode: 0o600 }).catch((error: unknown) => {
      throw invalid(path, "its compressed data is broken", error);
    });
  } else await writeFile(plain, bytes, { mode: 0o600 });
  return { handle: await open(plain, "r"), path: plain };
}

function invalid(file: string, problem: string, cause?: unknown): DevClusterError {
  const message = `${file} is no image archive that can be used: ${problem}`;
  return new DevClusterError("INVALID_IMAGE", message, { cause });
}
