import { basename, delimiter, dirname } from "node:path";
import type { ImageAdapter } from "./image-adapter.ts";
import type { ImageHost } from "./image-host.ts";
import { imageRepository } from "./image-repository.ts";
import { listenAtAddress } from "./listen-at-address.ts";

/** Runs containers of the official `node` images with the machine's Node. */
export function nodeImages({ nodeProgram, path }: ImageHost): ImageAdapter {
  return {
    async programFor({ image, command = [], args = [], address, ports }) {
      if (imageRepository(image) !== "library/node") return undefined;
      const [first = "node", ...rest] = command.length > 0 ? [...command, ...args] : withNode(args);
      return {
        argv: [first === "node" ? nodeProgram : first, ...rest],
        env: {
          PATH: [dirname(nodeProgram), path].join(delimiter),
          ...listenAtAddress({ address, ports }, undefined),
        },
        notes: [{ reason: "HostProgram", message: `The image "${image}" runs with the Node of this machine` }],
      };
    },
  };
}

/** As the image's entrypoint does: what is no program is for Node. */
function withNode(args: readonly string[]): string[] {
  const [first = "node"] = args;
  const isProgram = !first.startsWith("-") && !/\.[cm]?js$/.test(basename(first));
  return isProgram ? [...(args.length === 0 ? ["node"] : args)] : ["node", ...args];
}
