import type { ImageAdapter } from "./image-adapter.ts";
import type { ImageHost } from "./image-host.ts";
import { imageRepository } from "./image-repository.ts";

/** Does nothing until it is told to end; an open port keeps Node running. */
const pause =
  "for (const name of ['SIGTERM', 'SIGINT']) process.on(name, () => process.exit(0));" +
  "globalThis.channel = new MessageChannel(); channel.port1.onmessage = () => {};";

/** Runs `registry.k8s.io/pause`, which does nothing, as a program for Node. */
export function pauseImages({ nodeProgram }: ImageHost): ImageAdapter {
  return {
    async programFor({ image, command = [], canChangeUser }) {
      const repository = imageRepository(image);
      if (repository !== "pause" && !repository.endsWith("/pause")) return undefined;
      const [first = "/pause"] = command;
      // The image has no other program.
      if (first !== "/pause") return { argv: [first] };
      return {
        argv: [nodeProgram, "-e", pause],
        ...(canChangeUser && { user: { uid: 65535, gid: 65535 } }),
      };
    },
  };
}
