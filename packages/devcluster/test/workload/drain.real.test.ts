import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { Deployment } from "@kubewright/api/apps/v1";
import { Pod } from "@kubewright/api/core/v1";
import { PodDisruptionBudget } from "@kubewright/api/policy/v1";
import { eventually, findPrograms, programFolder, systemTestHost } from "@kubewright/testing";
import { expect, test } from "vitest";
import { DevCluster } from "../../src/cluster/dev-cluster.ts";

const labels = { app: "web" };
const metadata = { namespace: "default", name: "web" };

test("kubectl drains a node of pods that only one at a time may be away of", async () => {
  const { kubectl } = await findPrograms(programFolder(systemTestHost()), ["kubectl"]);
  const folder = await mkdtemp(join(tmpdir(), "kubewright-drain-"));
  await using cluster = await DevCluster.start({ simulatedNodes: { count: 2 }, listen: {} });
  try {
    const kubeconfig = join(folder, "kubeconfig");
    await writeFile(kubeconfig, cluster.kubeconfig(), { mode: 0o600 });
    const client = cluster.client();
    const selector = { matchLabels: labels };
    const template = { metadata: { labels }, spec: { containers: [{ name: "web", image: "nginx" }] } };
    await client.create(PodDisruptionBudget.of({ metadata, spec: { selector, maxUnavailable: 1 } }));
    await client.create(Deployment.of({ metadata, spec: { replicas: 4, selector, template } }));
    const allowed = async (): Promise<void> => {
      const { status } = await client.get(PodDisruptionBudget, metadata);
      expect(status).toMatchObject({ expectedPods: 4, currentHealthy: 4, desiredHealthy: 3, disruptionsAllowed: 1 });
    };
    await eventually(allowed, { timeoutMs: 60_000 });
    const drain = [`--kubeconfig=${kubeconfig}`, `--cache-dir=${folder}`, "drain", "node-1", "--timeout=120s"];
    const { stdout } = await promisify(execFile)(kubectl, drain, { timeout: 150_000 });
    expect(stdout).toMatch(/node\/node-1 drained\n$/);
    await eventually(allowed, { timeoutMs: 60_000 });
    const { items } = await client.list(Pod, { namespace: "default" });
    expect(items.map(({ spec }) => spec.nodeName)).toEqual(["node-2", "node-2", "node-2", "node-2"]);
  } finally {
    await rm(folder, { recursive: true });
  }
}, 240_000);
