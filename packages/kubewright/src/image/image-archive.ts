import { mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { arch } from "node:os";
import { join } from "node:path";
import type { BaseImage } from "./base-image.ts";
import { architectureOf } from "./image-architecture.ts";
import { digestOf, type ImageLayer, writeLayer } from "./image-layer.ts";
import type { ImageName } from "./image-name.ts";
import { type ProjectLayers, programFolder } from "./project-layers.ts";
import { type TarContent, type TarSource, tarBytes } from "./tar-bytes.ts";

/** An image that was written. */
export interface WrittenImage {
  readonly file: string;
  /** `sha256:…`: the same for the same content. */
  readonly id: string;
  readonly bytes: number;
}

export interface ImageArchiveOptions {
  readonly file: string;
  readonly name: ImageName;
  readonly layers: ProjectLayers;
  /** What lies below. Absent: nothing, so that only a node that brings its own Node can run the image. */
  readonly base?: BaseImage | undefined;
  /** Where layers are while the archive is written. */
  readonly temporaryFolder: string;
  /** Of images without a base. @default this machine's */
  readonly architecture?: string;
}

/** The user that the program runs as: nobody in particular, and not root. */
const user = "65532:65532";
const created = "1970-01-01T00:00:00Z";

/**
 * Writes the image of a project as an archive that `docker load`, `podman load`, `ctr image import` and `kubewright cluster load` read: an OCI
 * layout with Docker's own index beside it. The same project gives the same bytes.
 */
export async function writeImageArchive(options: ImageArchiveOptions): Promise<WrittenImage> {
  const { file, name, base, layers } = options;
  const folder = await mkdtemp(join(options.temporaryFolder, "kubewright-image-"));
  const partial = `${file}.${folder.slice(-6)}.partial`;
  try {
    const own: ImageLayer[] = [];
    for (const sources of [layers.packages, layers.program]) {
      if (sources.length > 0) own.push(await writeLayer(join(folder, String(own.length)), sources));
    }
    const config = json(configOf(own, base, options.architecture ?? architectureOf(arch())));
    const all = [...(base?.layers ?? []), ...own];
    const entries = archiveEntries(name, config, all);
    let bytes = 0;
    async function* counted(): AsyncGenerator<Uint8Array> {
      for await (const chunk of tarBytes(entries)) {
        bytes += chunk.length;
        yield chunk;
      }
    }
    await writeFile(partial, counted());
    await rename(partial, file);
    return { file, id: digestOf(config), bytes };
  } finally {
    await rm(partial, { force: true });
    await rm(folder, { recursive: true, force: true });
  }
}

function archiveEntries(name: ImageName, config: Uint8Array, layers: readonly ImageLayer[]): TarSource[] {
  const configDigest = digestOf(config);
  const manifest = json({
    schemaVersion: 2,
    mediaType: "application/vnd.oci.image.manifest.v1+json",
    config: { mediaType: "application/vnd.oci.image.config.v1+json", digest: configDigest, size: config.length },
    layers: layers.map(({ mediaType, digest, size }) => ({ mediaType, digest, size })),
  });
  const index = json({
    schemaVersion: 2,
    mediaType: "application/vnd.oci.image.index.v1+json",
    manifests: [
      {
        mediaType: "application/vnd.oci.image.manifest.v1+json",
        digest: digestOf(manifest),
        size: manifest.length,
        annotations: {
          "io.containerd.image.name": name.full,
          "org.opencontainers.image.ref.name": name.tagged.slice(name.tagged.lastIndexOf(":") + 1),
        },
      },
    ],
  });
  const docker = json([
    { Config: blobPath(configDigest), RepoTags: [name.tagged], Layers: layers.map(({ digest }) => blobPath(digest)) },
  ]);
  const blobs = new Map<string, TarContent>([
    ...layers.map(({ digest, content }): [string, TarContent] => [digest, content]),
    [configDigest, config],
    [digestOf(manifest), manifest],
  ]);
  return [
    { type: "file", path: "oci-layout", content: json({ imageLayoutVersion: "1.0.0" }) },
    { type: "file", path: "index.json", content: index },
    { type: "file", path: "manifest.json", content: docker },
    { type: "folder", path: "blobs" },
    { type: "folder", path: "blobs/sha256" },
    ...[...blobs]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([digest, content]): TarSource => ({ type: "file", path: blobPath(digest), content })),
  ];
}

function configOf(own: readonly ImageLayer[], base: BaseImage | undefined, architecture: string): object {
  const { config: run = {}, rootfs, history, ...rest } = base?.config ?? {};
  const { Cmd: _, Env: env = [], ...kept } = run;
  return {
    architecture,
    os: "linux",
    ...rest,
    created,
    config: {
      ...kept,
      User: user,
      Env: [...env.filter((text) => !text.startsWith("NODE_ENV=")), "NODE_ENV=production"],
      Entrypoint: [nodeOf(run.Entrypoint), "dist/main.js"],
      WorkingDir: `/${programFolder}`,
    },
    // Of layers that are not compressed, the digest of the content is that of the layer.
    rootfs: { type: "layers", diff_ids: [...(rootfs?.diff_ids ?? []), ...own.map(({ digest }) => digest)] },
    ...((base === undefined || history !== undefined) && {
      history: [...(history ?? []), ...own.map(() => ({ created, created_by: "kubewright image" }))],
    }),
  };
}

/** Images that have nothing but Node name it by its path. */
function nodeOf(entrypoint: readonly string[] | null | undefined): string {
  const last = entrypoint?.at(-1) ?? "";
  return last.endsWith("/node") ? last : "node";
}

function blobPath(digest: string): string {
  return `blobs/${digest.replace(":", "/")}`;
}

function json(value: unknown): Uint8Array {
  return Buffer.from(JSON.stringify(value));
}
