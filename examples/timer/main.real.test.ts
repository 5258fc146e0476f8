import { ConfigMap, Pod } from "@kubewright/api/core/v1";
import { eventuallyIn } from "@kubewright/testing";
import { expect, test } from "vitest";
import { running, startExampleCluster } from "../example-cluster.ts";
import { main } from "./main.ts";

test("timer counts pods again and again", async () => {
  await using cluster = await startExampleCluster();
  const { client, options } = cluster;
  const soon = eventuallyIn(client);
  await using _operator = running((signal) => main({ ...options, everyMs: 50 }, signal));
  const map = await soon.exists(ConfigMap, "pod-census");
  expect(map.data).toBeUndefined();
  for (const name of ["a", "b"]) {
    await client.create(Pod.of({ metadata: { name }, spec: { containers: [{ name: "a", image: "a" }] } }));
  }
  await soon.exists(ConfigMap, "pod-census", ({ data }) => expect(data).toEqual({ Pending: "2" }));
  await client.status.patch(Pod, "a", { merge: { status: { phase: "Running" } } });
  await soon.exists(ConfigMap, "pod-census", ({ data }) => expect(data).toEqual({ Pending: "1", Running: "1" }));
});
