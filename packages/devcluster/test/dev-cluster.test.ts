import { Deployment } from "@kubewright/api/apps/v1";
import { ConfigMap, Namespace, Pod, ServiceAccount } from "@kubewright/api/core/v1";
import { eventually } from "@kubewright/testing";
import { expect, test } from "vitest";
import { DevCluster } from "../src/cluster/dev-cluster.ts";

test("a namespace gets its service account, and its contents go with it", async () => {
  await using cluster = await DevCluster.start();
  const client = cluster.client();
  await client.create(Namespace.of({ metadata: { name: "shop" } }));
  await eventually(() => client.get(ServiceAccount, "shop/default"));
  await client.create(ConfigMap.of({ metadata: { name: "settings", namespace: "shop" } }));
  await client.delete(Namespace, { name: "shop" });
  await eventually(async () => expect(await client.find(Namespace, { name: "shop" })).toBeUndefined());
});

test("a deployment makes pods, which go with it", async () => {
  await using cluster = await DevCluster.start();
  const client = cluster.client();
  const labels = { app: "web" };
  await eventually(() => client.get(ServiceAccount, "default/default"));
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
  await eventually(async () => expect((await client.list(Pod, { namespace: "default" })).items).toHaveLength(3));
  await client.delete(Deployment, "default/web");
  await eventually(async () => expect((await client.list(Pod, { namespace: "default" })).items).toHaveLength(0));
});
