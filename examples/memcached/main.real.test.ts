import { Deployment } from "@kubewright/api/apps/v1";
import { Pod } from "@kubewright/api/core/v1";
import { Event } from "@kubewright/api/events/v1";
import { isControlledBy, isInvalid, Result } from "@kubewright/operator";
import { consistently, eventually, eventuallyIn, run } from "@kubewright/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type ExampleCluster, running, startExampleCluster } from "../example-cluster.ts";
import { MemcachedReconciler, main } from "./main.ts";
import { Memcached } from "./memcached.ts";

const manifest = (name: string) => new URL(`manifests/${name}`, import.meta.url);

const sample = (size: number) =>
  Memcached.of({ metadata: { name: "memcached-sample", namespace: "default" }, spec: { size } });

/** As a ReplicaSet makes it. */
const pod = (name: string) =>
  Pod.of({
    metadata: { name, namespace: "default", labels: { app: "memcached", memcached_cr: "memcached-sample" } },
    spec: { containers: [{ name: "memcached", image: "memcached:1.4.36-alpine" }] },
  });

describe("memcached", () => {
  let cluster: ExampleCluster;
  beforeAll(async () => {
    cluster = await startExampleCluster(manifest("cache.example.com_memcacheds.yaml"));
  });
  afterAll(async () => {
    await cluster?.[Symbol.asyncDispose]();
  });

  test("keeps the Deployment and the status of a Memcached", async () => {
    const { client } = cluster;
    const soon = eventuallyIn(client);
    await cluster.apply(manifest("rbac.yaml"));
    await cluster.apply(manifest("role.yaml"));
    const account = { namespace: "memcached-operator", name: "memcached-operator" };
    const options = await cluster.optionsFor(account);
    await using _operator = running((signal) => main(options, signal));

    await cluster.apply(manifest("sample.yaml"));
    const memcached = await client.get(Memcached, "memcached-sample");
    const deployment = await soon.exists(Deployment, "memcached-sample");
    expect(isControlledBy(deployment, memcached)).toBe(true);
    expect(deployment.spec).toMatchObject({
      replicas: 3,
      selector: { matchLabels: { app: "memcached", memcached_cr: "memcached-sample" } },
      template: {
        metadata: { labels: { app: "memcached", memcached_cr: "memcached-sample" } },
        spec: {
          containers: [
            {
              image: "memcached:1.4.36-alpine",
              command: ["memcached", "-m=64", "-o", "modern", "-v"],
              ports: [{ containerPort: 11211, name: "memcached" }],
            },
          ],
        },
      },
    });
    await eventually(async () => {
      const { items } = await client.list(Event, { namespace: "default" });
      expect(items.map(({ reason, note }) => [reason, note])).toContainEqual(["Created", "made a Deployment of 3"]);
    });

    // Pods come and go, as in a cluster that has the controllers for it.
    for (const name of ["c", "a", "b"]) await client.create(pod(name));
    await soon.exists(Memcached, "memcached-sample", ({ status }) => expect(status?.nodes).toEqual(["a", "b", "c"]));
    await client.delete(Pod, "b", { gracePeriodSeconds: 0 });
    await soon.exists(Memcached, "memcached-sample", ({ status }) => expect(status?.nodes).toEqual(["a", "c"]));

    await client.patch(Memcached, "memcached-sample", { merge: { spec: { size: 5 } } });
    await soon.exists(Deployment, "memcached-sample", ({ spec }) => expect(spec.replicas).toBe(5));

    // By hand: it is put back.
    await client.patch(Deployment, "memcached-sample", { merge: { spec: { replicas: 1 } } });
    await soon.exists(Deployment, "memcached-sample", ({ spec }) => expect(spec.replicas).toBe(5));
    await client.delete(deployment);
    const next = await soon.replaced(deployment);
    expect(next.spec.replicas).toBe(5);

    // The collector of a cluster does the rest; nobody here does.
    await client.delete(memcached);
    await client.delete(next);
    await consistently(async () => expect(await client.find(Deployment, "memcached-sample")).toBeUndefined());
    await expect(client.create(sample(0))).rejects.toSatisfy(isInvalid);
  });

  test.each([
    {
      name: "a new Memcached gets a Deployment and an empty status",
      objects: [sample(2)],
      requests: [
        "create deployments.apps memcached-sample",
        "update memcacheds.cache.example.com/status memcached-sample",
      ],
      nodes: [],
    },
    {
      name: "its pods are its nodes",
      objects: [sample(2), pod("a")],
      requests: [
        "create deployments.apps memcached-sample",
        "update memcacheds.cache.example.com/status memcached-sample",
      ],
      nodes: ["a"],
    },
  ])("$name", async ({ objects, requests, nodes }) => {
    const here = objects.map((object) => ({ ...object, metadata: { ...object.metadata } }));
    for (const { metadata } of here) delete metadata.namespace;
    const outcome = await run(new MemcachedReconciler(), { client: cluster.client, objects: here });
    expect(outcome.error).toBeUndefined();
    expect(outcome.result).toEqual(Result.done());
    expect(outcome.requests).toEqual(requests);
    expect(outcome.objects.get(Deployment).spec.replicas).toBe(2);
    expect(outcome.objects.get(Memcached).status).toEqual({ nodes });
    expect(outcome.events.map(({ reason }) => reason)).toEqual(["Created"]);
  });

  test("a second reconcile has nothing to do", async () => {
    const memcached = Memcached.of({ metadata: { name: "memcached-sample" }, spec: { size: 2 } });
    const outcome = await run(new MemcachedReconciler(), {
      client: cluster.client,
      objects: [memcached],
      until: "settled",
    });
    expect(outcome.reconciles).toBe(2);
    expect(outcome.changes).toMatchObject([
      { type: "updated", kind: "Memcached" },
      { type: "created", kind: "Deployment", name: "memcached-sample" },
    ]);
  });
});
