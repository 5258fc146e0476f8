import { ManualClock } from "@kubewright/api";
import { ConfigMap } from "@kubewright/api/core/v1";
import { eventuallyIn } from "@kubewright/testing";
import { describe, expect, test } from "vitest";
import { MemoryServer } from "../../runtime/test/fixture/memory-server.ts";

function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

function start() {
  const clock = new ManualClock();
  const server = new MemoryServer({ kinds: [ConfigMap], clock });
  const client = server.client();
  return { clock, server, client, soon: eventuallyIn(client, { clock, timeoutMs: 1_000 }) };
}

const settings = (colour: string) => ConfigMap.of({ metadata: { name: "settings" }, data: { colour } });

describe("eventuallyIn", () => {
  test("gives an object as soon as it exists", async () => {
    const { client, clock, soon } = start();
    const found = soon.exists(ConfigMap, "settings");
    await turn();
    const made = await client.create(settings("red"));
    expect(await found).toEqual(made);
    expect(clock.pending).toBe(0);
  });

  test("gives an object as soon as the check passes", async () => {
    const { client, soon } = start();
    await client.create(settings("red"));
    const found = soon.exists(ConfigMap, "settings", ({ data }) => expect(data).toEqual({ colour: "blue" }));
    await turn();
    await client.patch(ConfigMap, "settings", { merge: { data: { colour: "green" } } });
    await client.patch(ConfigMap, "settings", { merge: { data: { colour: "blue" } } });
    expect((await found).data).toEqual({ colour: "blue" });
  });

  test("tells how the object was last seen, and what the check said", async () => {
    const { client, clock, server, soon } = start();
    await client.create(settings("red"));
    const check = ({ data }: ConfigMap): void => {
      if (data?.colour !== "blue") throw new Error(`it is ${data?.colour}`);
    };
    const found = soon.exists(ConfigMap, "settings", check).catch((error: unknown) => error);
    await turn();
    clock.advance(1_000);
    expect(await found).toMatchObject({
      code: "NOT_EVENTUALLY",
      message:
        "eventually exists: ConfigMap settings is not as waited for after 1000 ms: it exists and has no conditions; " +
        "the check fails: it is red",
      cause: new Error("it is red"),
    });
    expect(server.openWatches).toBe(0);
  });

  test("says that what should exist does not", async () => {
    const { clock, soon } = start();
    const found = soon.exists(ConfigMap, "settings").catch((error: unknown) => error);
    await turn();
    clock.advance(1_000);
    expect(await found).toMatchObject({
      message: "eventually exists: ConfigMap settings is not as waited for after 1000 ms: it does not exist",
      cause: { code: "TIMEOUT" },
    });
  });

  test("waits until an object is gone", async () => {
    const { client, soon } = start();
    const made = await client.create(settings("red"));
    const gone = Promise.all([soon.gone(made), soon.gone(ConfigMap, "settings")]);
    await turn();
    await client.delete(made);
    await gone;
  });

  test("takes an object for gone when another one has its name", async () => {
    const { client, clock, soon } = start();
    const made = await client.create(settings("red"));
    await client.delete(made);
    await client.create(settings("blue"));
    await soon.gone(made);
    const byName = soon.gone(ConfigMap, "settings").catch((error: unknown) => error);
    await turn();
    clock.advance(1_000);
    expect(await byName).toMatchObject({ code: "NOT_EVENTUALLY" });
  });

  test("gives the object that replaced another, and takes no change for that", async () => {
    const { client, soon } = start();
    const made = await client.create(settings("red"));
    const replaced = soon.replaced(made);
    await turn();
    await client.patch(ConfigMap, "settings", { merge: { data: { colour: "green" } } });
    await client.delete(made);
    await turn();
    const next = await client.create(settings("blue"));
    expect(await replaced).toEqual(next);
  });

  test("takes no promise for a pass", async () => {
    const { client, clock, soon } = start();
    await client.create(settings("red"));
    const found = soon.exists(ConfigMap, "settings", async () => {}).catch((error: unknown) => error);
    await turn();
    clock.advance(1_000);
    expect(await found).toMatchObject({ message: expect.stringContaining("the check is asynchronous") });
  });

  test("throws at once what waiting cannot mend", async () => {
    const { server, soon } = start();
    server.unserve(ConfigMap);
    await expect(soon.exists(ConfigMap, "settings")).rejects.toMatchObject({ code: "UNKNOWN_KIND" });
  });
});
