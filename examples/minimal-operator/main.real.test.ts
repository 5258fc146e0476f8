import { ConfigMap, Namespace } from "@kubewright/api/core/v1";
import { eventuallyIn, watchForLeaks } from "@kubewright/testing";
import { expect, test } from "vitest";
import { running, startExampleCluster } from "../example-cluster.ts";
import { main } from "./main.ts";

test("minimal-operator keeps a ConfigMap as the label of its namespace says", async () => {
  await using cluster = await startExampleCluster();
  const { client } = cluster;
  const soon = eventuallyIn(client);
  await client.create(Namespace.of({ metadata: { name: "shop", labels: { team: "red" } } }));
  {
    await using _leaks = watchForLeaks();
    await using _operator = running((signal) => main(cluster.options, signal));
    const map = await soon.exists(ConfigMap, "shop/team");
    expect(map.data).toEqual({ team: "red" });
    expect(map.metadata.managedFields?.map(({ manager }) => manager)).toEqual(["team"]);

    await client.patch(Namespace, "shop", { merge: { metadata: { labels: { team: "blue" } } } });
    await soon.exists(ConfigMap, "shop/team", ({ data }) => expect(data).toEqual({ team: "blue" }));

    await client.delete(map);
    await soon.replaced(map);

    await client.patch(ConfigMap, "shop/team", { merge: { data: { team: "nobody" } } });
    await soon.exists(ConfigMap, "shop/team", ({ data }) => expect(data).toEqual({ team: "blue" }));
  }
});
