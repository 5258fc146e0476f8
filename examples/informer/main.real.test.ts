import { Deployment } from "@kubewright/api/apps/v1";
import { eventually } from "@kubewright/testing";
import { expect, test } from "vitest";
import { running, startExampleCluster } from "../example-cluster.ts";
import { main } from "./main.ts";

const deployment = (name: string, image: string) =>
  Deployment.of({
    metadata: { name },
    spec: {
      replicas: 2,
      selector: { matchLabels: { app: name } },
      template: { metadata: { labels: { app: name } }, spec: { containers: [{ name: "main", image }] } },
    },
  });

test("informer tells of Deployments and of their changes, without a manager", async () => {
  await using cluster = await startExampleCluster();
  const { client, kubeconfig } = cluster;
  const lines: string[] = [];
  await client.create(deployment("api", "shop:1"));
  await using _program = running((signal) => main({ kubeconfig, signal, print: (line) => lines.push(line) }));
  await eventually(() =>
    expect(lines).toEqual(["there are 1 Deployments", "default/api: 0 of 2 ready, 0 others run shop:1"]),
  );
  await client.create(deployment("web", "shop:1"));
  await eventually(() => expect(lines.at(-1)).toBe("default/web: 0 of 2 ready, 1 others run shop:1"));
  await client.status.patch(Deployment, "web", {
    merge: { status: { replicas: 2, readyReplicas: 1 } },
  });
  await eventually(() => expect(lines.at(-1)).toBe("default/web: 1 of 2 ready, 1 others run shop:1"));
  await client.delete(Deployment, "api");
  await eventually(() => expect(lines.at(-1)).toBe("default/api is gone"));
});
