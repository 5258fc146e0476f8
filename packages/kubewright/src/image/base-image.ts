import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { type FileHandle, mkdtemp, open, rm, writeFile } from "node:fs/promises";
import { arch } from "node:os";
import { join } from "node:path";
import { createGunzip } from "node:zlib";
import { type TarEntry, tarEntries } from "@kubewright/devcluster";
import { CommandError } from "../errors.ts";
import { architectureOf } from "./image-architecture.ts";
import { type ImageLayer, plainLayerType } from "./image-layer.ts";
import { partOf } from "./tar-bytes.ts";

/** An image on which others are made. */
export interface BaseImage {
  readonly config: BaseConfig;
  readonly layers: readonly ImageLayer[];
}

/** The configuration of an image; what is not named here is kept. */
export interface BaseConfig {
  readonly architecture?: string;
  readonly os?: string;
  readonly config?: {
    readonly Env?: readonly string[];
    readonly Entrypoint?: readonly string[] | null;
    readonly Cmd?: readonly string[] | null;
  };
  readonly rootfs?: { readonly type: string; readonly diff_ids: readonly string[] };
  readonly history?: readonly object[];
}

interface Descriptor {
  readonly digest: string;
  readonly platform?: { readonly architecture?: string; readonly os?: string };
}

/**
 * Reads an image from an archive of `docker save`, `podman save`, or of an OCI layout as tar; gzip is seen through. Of an archive for several
 * platforms, it is that of this machine. `use` may read its layers while it runs.
 *
 * Throws CommandError for what is no such archive.
 */
export async function withBaseImage<T>(
  file: string,
  temporaryFolder: string,
  use: (base: BaseImage) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(temporaryFolder, "kubewright-base-"));
  try {
    const plain = await plainFile(file, join(folder, "base.tar"));
    const handle = await open(plain, "r");
    try {
      return await use(await new BaseArchive(file, plain, handle).read());
    } finally {
      await handle.close();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function plainFile(file: string, unzipped: string): Promise<string> {
  const handle = await open(file, "r").catch((error: NodeJS.ErrnoException) => {
    const why = error.code === "ENOENT" ? "there is no such file" : error.message;
    throw new CommandError(`cannot use ${file} as the base: ${why}`, { cause: error });
  });
  const magic = await handle.read(Buffer.alloc(2), 0, 2, 0).finally(() => handle.close());
  if (!isGzip(magic.buffer)) return file;
  const bytes = createReadStream(file);
  const inflated = createGunzip();
  bytes.on("error", (error) => inflated.destroy(error));
  await writeFile(unzipped, bytes.pipe(inflated));
  return unzipped;
}

class BaseArchive {
  readonly #name: string;
  readonly #file: string;
  readonly #handle: FileHandle;
  readonly #entries = new Map<string, TarEntry>();

  constructor(name: string, file: string, handle: FileHandle) {
    this.#name = name;
    this.#file = file;
    this.#handle = handle;
  }

  async read(): Promise<BaseImage> {
    try {
      for await (const entry of tarEntries(this.#handle)) {
        this.#entries.set(entry.path.replace(/^\.\//, ""), entry);
      }
    } catch (error) {
      throw this.#unusable(error instanceof Error ? error.message : String(error), error);
    }
    const { config: configPath, layers: paths } = await this.#parts();
    const config = (await this.#json(configPath)) as BaseConfig;
    const diffs = config.rootfs?.diff_ids ?? [];
    if (diffs.length !== paths.length) {
      throw this.#unusable(`its configuration tells of ${diffs.length} layers, but it has ${paths.length}`);
    }
    const layers: ImageLayer[] = [];
    for (const path of paths) layers.push(await this.#layer(path));
    return { config, layers };
  }

  /** Where configuration and layers are. */
  async #parts(): Promise<{ config: string; layers: readonly string[] }> {
    if (this.#entries.has("manifest.json")) {
      const images = (await this.#json("manifest.json")) as { Config: string; Layers: string[] }[];
      const [image] = images;
      if (image === undefined || images.length > 1) {
        throw this.#unusable(`it has ${images.length} images: save the one that is to be the base`);
      }
      return { config: image.Config, layers: image.Layers };
    }
    if (!this.#entries.has("index.json")) throw this.#unusable("it has neither manifest.json nor index.json");
    let document = await this.#json("index.json");
    for (let depth = 0; depth < 3; depth++) {
      const { config, layers, manifests } = document as {
        config?: Descriptor;
        layers?: Descriptor[];
        manifests?: Descriptor[];
      };
      if (config !== undefined) {
        return { config: blobPath(config), layers: (layers ?? []).map(blobPath) };
      }
      document = await this.#json(blobPath(this.#choose(manifests ?? [])));
    }
    throw this.#unusable("its index leads to no image");
  }

  /** The one for this machine, where it is said which is. */
  #choose(manifests: readonly Descriptor[]): Descriptor {
    const wanted = architectureOf(arch());
    const known = manifests.filter(({ platform }) => platform?.architecture !== "unknown");
    const fitting = known.filter(({ platform }) => (platform?.architecture ?? wanted) === wanted);
    const [one] = fitting;
    if (one !== undefined && (fitting.length === 1 || one.platform !== undefined)) return one;
    if (fitting.length > 1)
      throw this.#unusable(`it has ${fitting.length} images: save the one that is to be the base`);
    const others = known.map(({ platform }) => `${platform?.os}/${platform?.architecture}`).join(", ");
    throw this.#unusable(`it has no image for linux/${wanted}${others === "" ? "" : `, but ${others}`}`);
  }

  async #layer(path: string): Promise<ImageLayer> {
    const entry = this.#entries.get(path);
    if (entry === undefined || entry.type !== "file") throw this.#unusable(`it lacks the layer ${path}`);
    const content = { file: this.#file, offset: entry.offset, size: entry.size };
    const hash = createHash("sha256");
    let type = plainLayerType;
    let isFirst = true;
    for await (const chunk of partOf(content)) {
      hash.update(chunk);
      if (isFirst) type = isGzip(chunk) ? `${plainLayerType}+gzip` : isZstd(chunk) ? `${plainLayerType}+zstd` : type;
      isFirst = false;
    }
    return { mediaType: type, digest: `sha256:${hash.digest("hex")}`, size: entry.size, content };
  }

  async #json(path: string): Promise<unknown> {
    const entry = this.#entries.get(path);
    if (entry === undefined || entry.size > 8 << 20) throw this.#unusable(`it lacks ${path}`);
    const { buffer } = await this.#handle.read(Buffer.alloc(entry.size), 0, entry.size, entry.offset);
    try {
      return JSON.parse(buffer.toString("utf8"));
    } catch (error) {
      throw this.#unusable(`${path} is no JSON`, error);
    }
  }

  #unusable(why: string, cause?: unknown): CommandError {
    return new CommandError(
      `cannot use ${this.#name} as the base: ${why}; docker save node:22-alpine -o base.tar writes one that can be used`,
      { cause },
    );
  }
}

function blobPath({ digest }: Descriptor): string {
  return `blobs/${digest.replace(":", "/")}`;
}

function isGzip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b;
}

function isZstd(bytes: Uint8Array): boolean {
  return bytes[0] === 0x28 && bytes[1] === 0xb5 && bytes[2] === 0x2f && bytes[3] === 0xfd;
}
