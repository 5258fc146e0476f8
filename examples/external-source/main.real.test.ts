import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { ConfigMap } from "@kubewright/api/core/v1";
import { eventually, eventuallyIn } from "@kubewright/testing";
import { expect, test } from "vitest";
import { running, startExampleCluster } from "../example-cluster.ts";
import { main } from "./main.ts";

test("external-source follows a server outside of the cluster", async () => {
  let flags = "dark-mode";
  let status = 200;
  let failures = 0;
  const server = createServer((_, response) => {
    if (status !== 200) failures++;
    response.writeHead(status).end(flags);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    await using cluster = await startExampleCluster();
    const { client, options } = cluster;
    const soon = eventuallyIn(client);
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    await using _operator = running((signal) => main({ ...options, url, everyMs: 20 }, signal));
    const map = await soon.exists(ConfigMap, "flags");
    expect(map.data).toEqual({ flags: "dark-mode" });

    // It fails for a while, and is asked again.
    status = 500;
    await eventually(() => failures > 0);
    flags = "dark-mode beta";
    status = 200;
    await soon.exists(ConfigMap, "flags", ({ data }) => expect(data).toEqual({ flags: "dark-mode beta" }));

    await client.delete(map);
    const next = await soon.replaced(map);
    expect(next.data).toEqual({ flags: "dark-mode beta" });
  } finally {
    server.close();
    server.closeAllConnections();
  }
});
