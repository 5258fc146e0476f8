import type { KubeObject, OwnerReference } from "@kubewright/api";
import { CustomResourceDefinition } from "@kubewright/api/apiextensions/v1";
import { ConfigMap } from "@kubewright/api/core/v1";
import { type Interceptor, responseOf } from "@kubewright/client";
import { afterEach, describe, expect, test } from "vitest";
import { garbageCollectorController } from "../../src/controller/garbage-collector/garbage-collector-controller.ts";
import { startEmbeddedPlatform } from "../scenario/embedded-platform.ts";
import { installThings } from "../scenario/housekeeping/fixture.ts";

type Embedded = Awaited<ReturnType<typeof startEmbeddedPlatform>>;

describe("the garbage collector", () => {
  let cluster: Embedded;
  afterEach(async () => {
    await cluster[Symbol.asyncDispose]();
    expect(cluster.clock.pending).toBe(0);
  });

  async function start(...interceptors: Interceptor[]): Promise<void> {
    cluster = await startEmbeddedPlatform([garbageCollectorController], { interceptors });
  }

  async function make(name: string, ownerReferences: OwnerReference[] = []): Promise<ConfigMap> {
    return await cluster.client.create<ConfigMap>({
      apiVersion: "v1",
      kind: "ConfigMap",
      metadata: { namespace: "default", name, ownerReferences },
    });
  }

  async function exists(name: string): Promise<boolean> {
    return (await cluster.client.find(ConfigMap, { namespace: "default", name })) !== undefined;
  }

  test("collects what lost its owner while nobody looked", async () => {
    const uid = "11111111-1111-4111-8111-111111111111";
    const isFirstList = { value: true };
    await start(async (request, next) => {
      // Before the collector sees anything.
      if (isFirstList.value && request.path.includes("/configmaps")) {
        isFirstList.value = false;
        await make("left", [{ apiVersion: "v1", kind: "ConfigMap", name: "gone", uid }]);
      }
      return await next(request);
    });
    await cluster.pass(1_000);
    expect(isFirstList.value).toBe(false);
    expect(await exists("left")).toBe(false);
  });

  test("deletes an object that others write meanwhile, as long as its owners stay the same", async () => {
    await start(beforeDelete("child", { labels: { busy: "yes" } }));
    const owner = await make("owner");
    await make("child", [referenceTo(owner)]);
    await cluster.pass(500);
    await cluster.client.delete(owner);
    await cluster.pass(500);
    expect(await exists("child")).toBe(false);
  });

  test("keeps an object that got another owner in the last moment", async () => {
    await start(beforeDelete("child", { ownerReferences: () => [referenceTo(other)] }));
    const other = await make("other");
    const owner = await make("owner");
    await make("child", [referenceTo(owner)]);
    await cluster.pass(500);
    await cluster.client.delete(owner);
    await cluster.pass(5_000);
    expect(await exists("child")).toBe(true);
  });

  test("never deletes another object of the same name", async () => {
    let isReplaced = false;
    await start(async (request, next) => {
      if (request.method === "DELETE" && request.path.endsWith("/configmaps/child") && !isReplaced) {
        isReplaced = true;
        await cluster.client.delete(ConfigMap, { namespace: "default", name: "child" });
        await make("child");
      }
      return await next(request);
    });
    const owner = await make("owner");
    await make("child", [referenceTo(owner)]);
    await cluster.pass(500);
    await cluster.client.delete(owner);
    await cluster.pass(5_000);
    expect(isReplaced).toBe(true);
    expect(await exists("child")).toBe(true);
  });

  test("tries again when the server fails", async () => {
    let failures = 3;
    await start(async (request, next) => {
      if (request.method === "DELETE" && failures-- > 0) return responseOf({ status: 500, body: "no disk" });
      return await next(request);
    });
    const owner = await make("owner");
    await make("child", [referenceTo(owner)]);
    await cluster.pass(500);
    await cluster.client.delete(owner);
    await cluster.pass(5_000);
    expect(failures).toBeLessThan(0);
    expect(await exists("child")).toBe(false);
  });

  test("waits for a kind that is not served yet, then looks for the owner", async () => {
    await start();
    const uid = "11111111-1111-4111-8111-111111111111";
    await make("child", [{ apiVersion: "example.com/v1", kind: "Thing", name: "gone", uid }]);
    await cluster.pass(100_000);
    expect(await exists("child")).toBe(true);
    await installThings(cluster, "example.com");
    await cluster.pass(5_000);
    expect(await exists("child")).toBe(false);
  });

  test("collects what belonged to the objects of a kind that goes soon after it came", async () => {
    await start();
    await installThings(cluster, "example.com");
    await cluster.pass(20);
    const owner = await cluster.client.create<KubeObject>({
      apiVersion: "example.com/v1",
      kind: "Thing",
      metadata: { namespace: "default", name: "owner" },
    });
    await make("child", [referenceTo(owner)]);
    await cluster.pass(20);
    await cluster.client.delete(CustomResourceDefinition, "things.example.com");
    await cluster.pass(5_000);
    expect(await exists("child")).toBe(false);
  });

  test("tells once that a kind is gone, and nothing of versions that come and go", async () => {
    await start();
    await installThings(cluster, "example.com");
    const setVersions = async (...names: string[]): Promise<void> => {
      const { spec } = await cluster.client.get(CustomResourceDefinition, "things.example.com");
      const versions = names.map((name) => ({ ...spec.versions[0]!, name, storage: name === "v1" }));
      await cluster.client.patch(CustomResourceDefinition, "things.example.com", { merge: { spec: { versions } } });
      await cluster.pass(5_000);
    };
    await setVersions("v1", "v2");
    await setVersions("v1");
    await setVersions("v1", "v2", "v3");
    await cluster.client.delete(CustomResourceDefinition, "things.example.com");
    await cluster.pass(100_000);
    const lines = (await cluster.log()).split("\n").filter((line) => /^(warn|error)|things/.test(line));
    expect(lines).toEqual([
      expect.stringMatching(/^info the server no longer serves this resource .*"things.example.com"/),
    ]);
  });

  test("begins when the server answers at last", async () => {
    let failures = 3;
    await start(async (request, next) => {
      if (request.path === "/apis" && failures-- > 0) return responseOf({ status: 503, body: "not yet" });
      return await next(request);
    });
    const owner = await make("owner");
    await make("child", [referenceTo(owner)]);
    await cluster.client.delete(owner);
    await cluster.pass(10_000);
    expect(failures).toBeLessThan(0);
    expect(await exists("child")).toBe(false);
  });

  test("lets an owner go only when all its dependents were orphaned", async () => {
    let isBroken = true;
    await start(async (request, next) => {
      const isMeant = request.method === "PATCH" && request.path.includes("/configmaps/child-2");
      return isBroken && isMeant ? responseOf({ status: 500, body: "no disk" }) : await next(request);
    });
    const owner = await make("owner");
    for (let index = 0; index < 3; index++) await make(`child-${index}`, [referenceTo(owner)]);
    await cluster.pass(500);
    await cluster.client.delete(owner, { propagationPolicy: "Orphan" });
    await cluster.pass(3_000);
    expect(await exists("owner")).toBe(true);
    isBroken = false;
    await cluster.pass(10_000);
    expect(await exists("owner")).toBe(false);
    const { items } = await cluster.client.list(ConfigMap, { namespace: "default" });
    expect(items.map(({ metadata }) => [metadata.name, metadata.ownerReferences])).toEqual([
      ["child-0", undefined],
      ["child-1", undefined],
      ["child-2", undefined],
    ]);
  });

  test("does not ask for an owner that it saw go, however many dependents it had", async () => {
    const asked: string[] = [];
    await start(async (request, next) => {
      if (request.method === "GET" && request.path.endsWith("/configmaps/owner")) asked.push(request.path);
      return await next(request);
    });
    const owner = await make("owner");
    for (let index = 0; index < 50; index++) await make(`child-${index}`, [referenceTo(owner)]);
    await cluster.pass(500);
    await cluster.client.delete(owner);
    await cluster.pass(1_000);
    const { items } = await cluster.client.list(ConfigMap, { namespace: "default" });
    expect(items).toEqual([]);
    expect(asked).toEqual([]);
  });

  /** Changes an object when the collector is about to delete it, once. */
  function beforeDelete(
    name: string,
    change: { labels?: object; ownerReferences?: () => OwnerReference[] },
  ): Interceptor {
    let isDone = false;
    return async (request, next) => {
      if (request.method === "DELETE" && request.path.endsWith(`/configmaps/${name}`) && !isDone) {
        isDone = true;
        const { labels, ownerReferences } = change;
        const metadata = {
          ...(labels && { labels }),
          ...(ownerReferences && { ownerReferences: ownerReferences() }),
        };
        await cluster.client.patch(ConfigMap, { namespace: "default", name }, { merge: { metadata } as object });
      }
      return await next(request);
    };
  }
});

function referenceTo({ apiVersion, kind, metadata: { name, uid = "" } }: KubeObject): OwnerReference {
  return { apiVersion, kind, name, uid };
}
