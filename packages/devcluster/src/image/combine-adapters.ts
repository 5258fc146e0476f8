import type { ImageAdapter } from "./image-adapter.ts";

/** An adapter that knows what any of these know; the first that knows an image decides. */
export function combineAdapters(...adapters: readonly ImageAdapter[]): ImageAdapter {
  return {
    async programFor(request) {
      for (const adapter of adapters) {
        const program = await adapter.programFor(request);
        if (program !== undefined) return program;
      }
      return undefined;
    },
  };
}
