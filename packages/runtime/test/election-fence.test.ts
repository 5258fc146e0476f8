import { ConfigMap } from "@kubewright/api/core/v1";
import { describe, expect, test } from "vitest";
import { withFence } from "../src/election/with-fence.ts";
import { startCandidate, World, watched } from "./election-world.ts";

describe("withFence", () => {
  type Client = ReturnType<typeof withFence>;
  const config = ConfigMap.of({ metadata: { name: "c", namespace: "system" } });
  const patch = { merge: {} };

  test.each<[verb: string, call: (client: Client) => Promise<unknown>]>([
    ["create", (c) => c.create(config)],
    ["update", (c) => c.update(config)],
    ["patch", (c) => c.patch(ConfigMap, "system/c", patch)],
    ["apply", (c) => c.apply(config, { fieldManager: "x" })],
    ["delete", (c) => c.delete(config)],
    ["delete by key", (c) => c.delete(ConfigMap, "system/c")],
    ["deleteAllOf", (c) => c.deleteAllOf(ConfigMap, { namespace: "system" })],
    ["status.update", (c) => c.status.update(config)],
    ["status.patch", (c) => c.status.patch(ConfigMap, "system/c", patch)],
    ["status.apply", (c) => c.status.apply(config, { fieldManager: "x" })],
    ["subresource.create", (c) => c.subresource("x").create(ConfigMap, "system/c", config)],
    ["subresource.update", (c) => c.subresource("x").update(ConfigMap, "system/c", config)],
    ["subresource.patch", (c) => c.subresource("x").patch(ConfigMap, "system/c", patch)],
    ["subresource.apply", (c) => c.subresource("x").apply(ConfigMap, "system/c", config, { fieldManager: "x" })],
    ["request", (c) => c.request({ method: "POST", path: "/api/v1/namespaces/system/configmaps", body: "{}" })],
  ])("holds %s back once the lease is lost, at the moment of sending", async (_verb, call) => {
    const world = new World();
    const a = startCandidate(world, "a");
    await world.pass(10);
    const client = withFence(a.process.client, a.elector.fence);
    world.journey = ({ path }) => (path.includes("/leases") ? { fault: "refused" } : { waitMs: 5_000 });
    await world.pass(6_000);
    const write = watched(call(client));
    await world.pass(6_000);
    expect(write.error).toMatchObject({ name: "RuntimeError", code: "LEASE_LOST" });
    expect(a.process.writes).toBe(0);
  });

  test("lets reads pass, and has the namespace and discovery of its client", async () => {
    const world = new World();
    const a = startCandidate(world, "a");
    await world.pass(10);
    const client = withFence(a.process.client, a.elector.fence);
    a.stop();
    await world.pass(10);
    const list = watched(client.list(ConfigMap));
    const raw = watched(client.request({ method: "GET", path: "/api/v1/configmaps" }));
    const write = watched(client.create(config));
    await world.pass(10);
    expect([list.state, raw.state, write.state]).toEqual(["resolved", "resolved", "rejected"]);
    expect(client.namespace).toBe(a.process.client.namespace);
    expect(client.discovery).toBe(a.process.client.discovery);
  });

  test("asks the fence after a beforeSend of the call, and lets writes pass while the lease is held", async () => {
    const world = new World();
    const a = startCandidate(world, "a");
    await world.pass(10);
    const order: string[] = [];
    const fence = { check: () => void order.push("fence"), remainingMs: 1 };
    const client = withFence(a.process.client, fence);
    const beforeSend = () => void order.push("call");
    const write = watched(client.create(config, { beforeSend }));
    await world.pass(10);
    expect([write.state, order, a.process.writes]).toEqual(["resolved", ["call", "fence"], 1]);
    const refused = new Error("not now");
    const second = watched(
      client.delete(config, {
        beforeSend: () => {
          throw refused;
        },
      }),
    );
    await world.pass(10);
    expect(second.error).toBe(refused);
    expect(order).toEqual(["call", "fence"]);
  });
});
