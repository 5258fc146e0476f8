import { rm, stat } from "node:fs/promises";
import { basename, delimiter, dirname, join } from "node:path";
import { DevClusterError } from "../errors.ts";
import { type LoadedImage, loadImageArchive } from "./archive/load-image-archive.ts";
import type { ImageAdapter, ProgramUser } from "./image-adapter.ts";
import type { ImageHost } from "./image-host.ts";
import { imageRepository } from "./image-repository.ts";
import { listenAtAddress } from "./listen-at-address.ts";

/** Images that were unpacked from archives. Their programs for Node run with the machine's Node. */
export class LoadedImages implements ImageAdapter {
  readonly #host: ImageHost;
  readonly #images = new Map<string, LoadedImage>();
  #loads = 0;

  constructor(host: ImageHost) {
    this.#host = host;
  }

  /**
   * Unpacks the images of an archive below a folder; from now on, containers of their names run them. Resolves with the names.
   *
   * Rejects with DevClusterError `INVALID_IMAGE` for a file that cannot be read, is no archive of images, or has one without a name.
   */
  async load(file: string, folder: string): Promise<string[]> {
    // An image of the same name may run from where it was unpacked before.
    this.#loads += 1;
    const place = join(folder, String(this.#loads));
    const images = await loadImageArchive(file, place).catch(async (error: unknown) => {
      await rm(place, { recursive: true, force: true });
      if (error instanceof DevClusterError && error.message.includes(file)) throw error;
      const message = `cannot load ${file}: ${error instanceof Error ? error.message : String(error)}`;
      throw new DevClusterError("INVALID_IMAGE", message, { cause: error });
    });
    if (images.length === 0) throw new DevClusterError("INVALID_IMAGE", `${file} has no images`);
    const unnamed = images.find(({ names }) => names.length === 0);
    if (unnamed !== undefined) {
      throw new DevClusterError(
        "INVALID_IMAGE",
        `${file} has an image without a name, ${unnamed.id}: save it by its name, as in docker save example.com/operator:v1`,
      );
    }
    for (const image of images) this.add(image);
    return images.flatMap(({ names }) => names);
  }

  /** From now on, containers of the image's names run it. */
  add(image: LoadedImage): void {
    for (const name of image.names) this.#images.set(nameOf(name), image);
  }

  async programFor({
    image: name,
    command = [],
    args = [],
    canChangeUser,
    address,
    ports,
  }: Parameters<ImageAdapter["programFor"]>[0]): ReturnType<ImageAdapter["programFor"]> {
    const image = this.#images.get(nameOf(name));
    if (image === undefined) return undefined;
    const { config, root, id } = image;
    const entrypoint = command.length > 0 ? command : config.entrypoint;
    const rest = args.length > 0 || command.length > 0 ? args : config.command;
    const { nodeProgram, path } = this.#host;
    const line = [...entrypoint, ...rest];
    const argv = await Promise.all(line.map((part) => inImage(root, part)));
    const [first = ""] = line;
    const isNode = basename(first) === "node";
    const user = canChangeUser ? userOf(config.user) : undefined;
    return {
      argv: isNode ? [nodeProgram, ...argv.slice(1)] : argv,
      env: {
        ...config.env,
        PATH: [dirname(nodeProgram), path].join(delimiter),
        ...listenAtAddress({ address, ports }, config.env.NODE_OPTIONS),
      },
      ...(user !== undefined && { user }),
      workingDirectory: join(root, config.workingDirectory),
      root,
      imageId: id,
    };
  }
}

/** A path of the image is where it is on this machine; other text stays. */
async function inImage(root: string, text: string): Promise<string> {
  if (!text.startsWith("/")) return text;
  const place = join(root, text);
  return (await stat(place).catch(() => undefined)) === undefined ? text : place;
}

function userOf(text: string): ProgramUser | undefined {
  const [, uid, gid] = /^(\d+)(?::(\d+))?$/.exec(text) ?? [];
  return uid === undefined || Number(uid) === 0 ? undefined : { uid: Number(uid), gid: Number(gid ?? uid) };
}

/** One spelling for each name: registry and `latest` are not always there. */
function nameOf(image: string): string {
  const last = image.slice(image.lastIndexOf("/") + 1);
  const tag = /:([^@]+)/.exec(last)?.[1] ?? "latest";
  const first = image.slice(0, Math.max(0, image.indexOf("/")));
  const registry = /[.:]/.test(first) || first === "localhost" ? first : "docker.io";
  return `${registry}/${imageRepository(image)}:${tag}`;
}
