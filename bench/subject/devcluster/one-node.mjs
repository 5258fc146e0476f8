// A real cluster of one node, until standard input ends. Its one image is `node`, with the Node that runs this.
import { join } from "node:path";
import { startOneNode } from "../../../e2e/cluster/start-one-node.ts";
import { upUntilTold } from "./until-told.mjs";

const startedAt = performance.now();
const cluster = await startOneNode({ images: { "docker.io/library/node:latest": { Cmd: ["node"] } } });
const startMs = performance.now() - startedAt;
const { folder } = cluster.server;
const kubeconfig = join(folder, "bench.kubeconfig");
await cluster.server.writeKubeconfig(kubeconfig);
await upUntilTold({ startMs, kubeconfig, folders: [folder, cluster.folder] }, () => cluster[Symbol.asyncDispose]());
