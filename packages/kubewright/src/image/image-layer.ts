import { createHash } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { type TarContent, type TarSource, tarBytes } from "./tar-bytes.ts";

/** One layer of an image, in a file. */
export interface ImageLayer {
  readonly mediaType: string;
  /** `sha256:…` of its bytes. */
  readonly digest: string;
  readonly size: number;
  readonly content: TarContent;
}

export const plainLayerType = "application/vnd.oci.image.layer.v1.tar";

/**
 * Writes a layer to a file. It is not compressed: the bytes would depend on who compresses them, and images that are loaded on the same
 * machine are not smaller for it.
 */
export async function writeLayer(file: string, sources: readonly TarSource[]): Promise<ImageLayer> {
  const hash = createHash("sha256");
  let size = 0;
  async function* bytes(): AsyncGenerator<Uint8Array> {
    for await (const chunk of tarBytes(sources)) {
      hash.update(chunk);
      size += chunk.length;
      yield chunk;
    }
  }
  await writeFile(file, bytes());
  const digest = `sha256:${hash.digest("hex")}`;
  return { mediaType: plainLayerType, digest, size, content: { file, offset: 0, size } };
}

/** `sha256:…` */
export function digestOf(bytes: Uint8Array): string {
  return `sha256:${createHash("sha256").update(bytes).digest("hex")}`;
}
