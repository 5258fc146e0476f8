import { join } from "node:path";
import { writeNodeImages } from "./images.ts";
import { writeMemcachedImages } from "./memcached-images.ts";
import { type OneNode, startOneNode } from "./start-one-node.ts";

/** A real cluster for operators of memcached. */
export interface E2eCluster extends OneNode {
  /** An archive with this machine's Node, to build images of operators upon. */
  readonly baseArchive: string;
}

/** Starts a real cluster of one node with services, and the memcached images of these names. Needs a machine that has memcached. */
export async function startE2eCluster(memcachedImages: readonly string[]): Promise<E2eCluster> {
  const node = await startOneNode({ hasServices: true, uses: ["memcached"] });
  try {
    await node.importImages(await writeMemcachedImages(join(node.folder, "memcached"), memcachedImages));
    const base = { "example.com/one-node/node:v1": { Entrypoint: ["/usr/bin/node"] } };
    return { ...node, baseArchive: await writeNodeImages(join(node.folder, "base"), base) };
  } catch (error) {
    await node[Symbol.asyncDispose]();
    throw error;
  }
}
