import { mkdir, rm, symlink } from "node:fs/promises";
import { join } from "node:path";
import { eventually } from "@kubewright/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runTypedFlow } from "../packages/kubewright/test/flow/typed/run-typed-flow.ts";
import { typedFlows } from "../packages/kubewright/test/flow/typed/typed-flows.ts";
import { TypedShell } from "../packages/kubewright/test/flow/typed/typed-shell.ts";
import { clusterState } from "./cluster/cluster-state.ts";
import { type E2eCluster, startE2eCluster } from "./cluster/start-e2e-cluster.ts";
import { installPackages } from "./project/install-packages.ts";
import { userEnvironment } from "./project/user-environment.ts";

const images = ["docker.io/library/memcached:1.4.36-alpine", "docker.io/library/memcached:1.6.26-alpine3.19"];
const waiting = { timeoutMs: 60_000, intervalMs: 200 };

let packages: string;
/** Absent when there is none yet, or the one that was is no longer as it should be. */
let cluster: E2eCluster | undefined;

beforeAll(async () => {
  packages = await installPackages();
});

afterAll(async () => {
  await cluster?.[Symbol.asyncDispose]();
  if (packages !== undefined) await rm(packages, { recursive: true });
});

test.each(typedFlows)("flow $name as typed on a real cluster: $claim", async (flow) => {
  cluster ??= await startE2eCluster(images);
  const folder = join(packages, flow.name);
  await mkdir(folder);
  try {
    const before = await clusterState(cluster);
    await runTypedFlow(flow, placeOn(cluster, folder));
    await eventually(async () => expect(await clusterState(cluster!)).toEqual(before), waiting);
  } catch (error) {
    await cluster[Symbol.asyncDispose]();
    cluster = undefined;
    throw error;
  }
});

function placeOn(
  { kubeconfig, baseArchive, importImages }: E2eCluster,
  folder: string,
): Parameters<typeof runTypedFlow>[1] {
  const env = userEnvironment(packages, kubeconfig);
  return {
    folder,
    env,
    installPackages: (project) => symlink(join(packages, "node_modules"), join(project, "node_modules")),
    async bringImage(image, project) {
      await using shell = new TypedShell(project, env);
      const archive = join(folder, "operator.tar");
      const line = `kubewright image --image ${image} --archive ${archive} --base ${baseArchive}`;
      const { code, text } = await shell.type(line);
      expect(code, text).toBe(0);
      await importImages(archive);
    },
  };
}
