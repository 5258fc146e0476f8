import type { DynamicObject } from "@kubewright/api";
import { Deployment } from "@kubewright/api/apps/v1";
import { Pod } from "@kubewright/api/core/v1";
import { DevCluster } from "@kubewright/devcluster";
import { eventually } from "@kubewright/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { deleteObjects } from "./delete-objects.ts";

let cluster: DevCluster;
beforeAll(async () => {
  cluster = await DevCluster.start();
});
afterAll(() => cluster.close());

function deployment(name: string): Deployment {
  const labels = { "control-plane": "controller-manager" };
  const template = { metadata: { labels }, spec: { containers: [{ name: "manager", image: "example.com/op:v1" }] } };
  return Deployment.of({
    metadata: { name, namespace: "default" },
    spec: { selector: { matchLabels: labels }, template },
  });
}

test("pods of another Deployment with the same labels are not waited for", async () => {
  const client = cluster.client();
  const pods = async () => (await client.list(Pod, { namespace: "default" })).items.map(({ metadata }) => metadata);
  for (const name of ["one", "other"]) await client.create(deployment(name));
  await eventually(async () => expect(await pods()).toHaveLength(2));
  await deleteObjects(client, [deployment("one") as unknown as DynamicObject], {
    isDryRun: false,
    ignoreNotFound: false,
    timeoutMs: 30_000,
    signal: new AbortController().signal,
    onOutcome: () => {},
  });
  expect((await pods()).map(({ name }) => name)).toEqual([expect.stringMatching(/^other-/)]);
});
