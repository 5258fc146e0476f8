import type { KubeObject } from "@kubewright/api";
import { CustomResourceDefinition } from "@kubewright/api/apiextensions/v1";
import { Deployment } from "@kubewright/api/apps/v1";
import { ConfigMap, Namespace, Node, Pod, ServiceAccount } from "@kubewright/api/core/v1";
import type { Logger } from "@kubewright/runtime";
import { type Check, eventually, type Passed } from "@kubewright/testing";
import { expect, test } from "vitest";
import { DevCluster } from "../src/cluster/dev-cluster.ts";

/** As soon as it is so, with time for a machine that has much else to do. */
function soon<T>(check: Check<T>): Promise<Passed<T>> {
  return eventually(check, { timeoutMs: 30_000 });
}

test("a namespace gets its service account, and its contents go with it", async () => {
  await using cluster = await DevCluster.start();
  const client = cluster.client();
  await client.create(Namespace.of({ metadata: { name: "shop" } }));
  await soon(() => client.get(ServiceAccount, "shop/default"));
  await client.create(ConfigMap.of({ metadata: { name: "settings", namespace: "shop" } }));
  await client.delete(Namespace, { name: "shop" });
  await soon(async () => expect(await client.find(Namespace, { name: "shop" })).toBeUndefined());
});

test("a deployment makes pods, which go with it", async () => {
  await using cluster = await DevCluster.start();
  const client = cluster.client();
  const labels = { app: "web" };
  await client.create(
    Deployment.of({
      metadata: { name: "web", namespace: "default" },
      spec: {
        replicas: 3,
        selector: { matchLabels: labels },
        template: { metadata: { labels }, spec: { containers: [{ name: "web", image: "nginx" }] } },
      },
    }),
  );
  await soon(async () => expect((await client.list(Pod, { namespace: "default" })).items).toHaveLength(3));
  await client.delete(Deployment, "default/web");
  await soon(async () => expect((await client.list(Pod, { namespace: "default" })).items).toHaveLength(0));
});

test("pods of a deployment become ready on simulated nodes, and the deployment available", async () => {
  await using cluster = await DevCluster.start({ simulatedNodes: { count: 2 } });
  const client = cluster.client();
  await soon(async () => {
    const { items } = await client.list(Node);
    expect(items.map(({ metadata, spec }) => [metadata.name, spec?.taints ?? []])).toEqual([
      ["node-1", []],
      ["node-2", []],
    ]);
  });
  const labels = { app: "web" };
  await client.create(
    Deployment.of({
      metadata: { name: "web", namespace: "default" },
      spec: {
        replicas: 4,
        selector: { matchLabels: labels },
        template: { metadata: { labels }, spec: { containers: [{ name: "web", image: "nginx" }] } },
      },
    }),
  );
  await soon(async () => {
    const { status } = await client.get(Deployment, "default/web");
    expect(status).toMatchObject({ replicas: 4, readyReplicas: 4, availableReplicas: 4 });
  });
  const { items } = await client.list(Pod, { namespace: "default" });
  expect(new Set(items.map(({ spec }) => spec?.nodeName))).toEqual(new Set(["node-1", "node-2"]));
  expect(new Set(items.map(({ status }) => status?.podIP)).size).toBe(4);
});

test("that a definition goes is told once, whatever versions it had, and is no warning", async () => {
  const told: string[] = [];
  const say = (level: string) => (fields: object, message: string) => {
    const { resource = "" } = fields as { resource?: string };
    if (level !== "info" || resource !== "") told.push(`${level}: ${message} ${resource}`);
  };
  const log: Logger = { debug() {}, info: say("info"), warn: say("warn"), error: say("error"), child: () => log };
  await using cluster = await DevCluster.start({ log });
  const client = cluster.client();
  const versions = ["v1alpha1", "v1"].map((name) => ({
    name,
    served: true,
    storage: name === "v1",
    schema: { openAPIV3Schema: { type: "object" as const } },
  }));
  const names = { kind: "Thing", plural: "things" };
  const spec = { group: "example.com", scope: "Namespaced", names, versions };
  await client.create(CustomResourceDefinition.of({ metadata: { name: "things.example.com" }, spec }));

  // The controllers watch the kind as soon as what belongs to its objects goes with them.
  const thing = { apiVersion: "example.com/v1", kind: "Thing", metadata: { namespace: "default", name: "owner" } };
  const { apiVersion, kind, metadata } = await soon(() => client.create<KubeObject>(thing));
  const ownerReferences = [{ apiVersion, kind, name: metadata.name, uid: metadata.uid! }];
  await client.create(ConfigMap.of({ metadata: { namespace: "default", name: "child", ownerReferences } }));
  await client.delete<KubeObject>({ apiVersion, kind, metadata });
  await soon(async () => expect(await client.find(ConfigMap, "default/child")).toBeUndefined());

  await client.delete(CustomResourceDefinition, "things.example.com");
  await soon(() => expect(told).toEqual(["info: the server no longer serves this resource things.example.com"]));
});
