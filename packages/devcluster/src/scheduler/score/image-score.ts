import type { KnownNode } from "../view/known-node.ts";
import { bestScore, type Score } from "./score.ts";

const mebibyte = 1024 * 1024;
const leastBytes = 23 * mebibyte;
const mostBytesPerContainer = 1000 * mebibyte;

/** Nodes come first that have large images of the pod already; less so where few have them, lest all pods go to one. */
export const imageScore: Score = {
  weight: 1,
  rate({ pod: { spec } }, nodes, world) {
    const containers = [...(spec.initContainers ?? []), ...spec.containers];
    const images = [
      ...containers.map(({ image = "" }) => image),
      ...(spec.volumes ?? []).flatMap(({ image }) => (image?.reference === undefined ? [] : [image.reference])),
    ].map(withTag);
    const holders = new Map(images.map((image) => [image, world.nodes.filter((one) => sizeOf(one, image) > 0).length]));
    if ([...holders.values()].every((count) => count === 0)) return undefined;
    const mostBytes = mostBytesPerContainer * containers.length;
    return nodes.map((state) => {
      const bytes = images.reduce(
        (sum, image) => sum + Math.trunc(sizeOf(state, image) * (holders.get(image)! / world.nodes.length)),
        0,
      );
      const counted = Math.min(Math.max(bytes, leastBytes), mostBytes);
      return Math.trunc((bestScore * (counted - leastBytes)) / (mostBytes - leastBytes));
    });
  },
};

function sizeOf({ node }: KnownNode, image: string): number {
  return node.status?.images?.find(({ names }) => names?.includes(image))?.sizeBytes ?? 0;
}

function withTag(image: string): string {
  return image.lastIndexOf(":") <= image.lastIndexOf("/") ? `${image}:latest` : image;
}
