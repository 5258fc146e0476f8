// etcd, kube-apiserver, kube-controller-manager and kube-scheduler, until standard input ends, with nodes that only pretend to run pods: the
// same that our cluster has, in this process. Argument: how many nodes.
import { join } from "node:path";
import { systemClock } from "@kubewright/client";
import { builtinControllers, SimulatedNodes } from "@kubewright/devcluster";
import { startControllers } from "../../../packages/devcluster/test/scenario/controllers-of.ts";
import { startReferencePlatform } from "../../../packages/devcluster/test/scenario/reference-platform.ts";
import { upUntilTold } from "./until-told.mjs";

const names = Array.from({ length: Number(process.argv[2]) }, (_, index) => `node-${index + 1}`);
const { server, client, ...platform } = await startReferencePlatform(builtinControllers, { whose: "theirs" });
const nodes = new SimulatedNodes({ names });
await nodes.register(client, systemClock);
// Nodes that are not heard of for a while are taken for lost.
const heartbeat = setInterval(() => nodes.register(client, systemClock).catch(() => {}), 10_000);
const kubelets = await startControllers([{ name: "scheduler", addTo: (context) => nodes.addTo(context) }], {
  client,
  clock: systemClock,
  rootCertificate: "",
});
const kubeconfig = join(server.folder, "bench.kubeconfig");
await server.writeKubeconfig(kubeconfig);
await upUntilTold({ startMs: 0, kubeconfig, folders: [server.folder] }, async () => {
  clearInterval(heartbeat);
  await kubelets[Symbol.asyncDispose]();
  await platform[Symbol.asyncDispose]();
});
