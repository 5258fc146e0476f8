import { ConfigMap, Namespace } from "@kubewright/api/core/v1";
import { type Interceptor, responseOf } from "@kubewright/client";
import { afterEach, describe, expect, test } from "vitest";
import { createNamespaceController, namespaceController } from "../../src/controller/namespace/namespace-controller.ts";
import { startEmbeddedPlatform } from "../scenario/embedded-platform.ts";

type Embedded = Awaited<ReturnType<typeof startEmbeddedPlatform>>;

describe("the namespace controller", () => {
  let cluster: Embedded;
  afterEach(async () => {
    await cluster[Symbol.asyncDispose]();
    expect(cluster.clock.pending).toBe(0);
  });

  async function make(): Promise<void> {
    await cluster.client.create<Namespace>({ apiVersion: "v1", kind: "Namespace", metadata: { name: "doomed" } });
    const metadata = { namespace: "doomed", name: "config" };
    await cluster.client.create<ConfigMap>({ apiVersion: "v1", kind: "ConfigMap", metadata });
  }

  const find = (): Promise<Namespace | undefined> => cluster.client.find(Namespace, "doomed");

  test("waits five seconds before it begins", async () => {
    cluster = await startEmbeddedPlatform([namespaceController]);
    await make();
    await cluster.pass(1_000);
    await cluster.client.delete(Namespace, "doomed");
    await cluster.pass(4_900);
    expect(await cluster.client.find(ConfigMap, "doomed/config")).toBeDefined();
    await cluster.pass(1_000);
    expect(await find()).toBeUndefined();
  });

  test("begins at once when it is told to", async () => {
    cluster = await startEmbeddedPlatform([createNamespaceController({ settleMs: 0 })]);
    await make();
    await cluster.client.delete(Namespace, "doomed");
    await cluster.pass(500);
    expect(await find()).toBeUndefined();
  });

  test("says which groups are not known, deletes the rest, and lets the namespace go when they are", async () => {
    const stale = new Set(["metrics.example.com/v1", "apps.example.com/v2"]);
    cluster = await startEmbeddedPlatform([namespaceController], { interceptors: [staleGroups(stale)] });
    await make();
    await cluster.client.delete(Namespace, "doomed");
    await cluster.pass(6_000);
    expect(await cluster.client.find(ConfigMap, "doomed/config")).toBeUndefined();
    expect((await find())?.status?.conditions?.[0]).toMatchObject({
      type: "NamespaceDeletionDiscoveryFailure",
      status: "True",
      reason: "DiscoveryFailed",
      message:
        "Discovery failed for some groups, 2 failing: unable to retrieve the complete list of server APIs: " +
        "apps.example.com/v2: stale GroupVersion discovery: apps.example.com/v2, " +
        "metrics.example.com/v1: stale GroupVersion discovery: metrics.example.com/v1",
    });
    stale.clear();
    await cluster.pass(61_000);
    expect(await find()).toBeUndefined();
  });

  test("says what could not be deleted", async () => {
    let isBroken = true;
    cluster = await startEmbeddedPlatform([namespaceController], {
      interceptors: [
        async (request, next) => {
          if (!isBroken || request.method !== "DELETE" || !request.path.includes("/secrets"))
            return await next(request);
          const status = { kind: "Status", apiVersion: "v1", status: "Failure", code: 500, message: "no disk" };
          return responseOf({
            status: 500,
            headers: { "content-type": "application/json" },
            body: JSON.stringify({ ...status, reason: "InternalError" }),
          });
        },
      ],
    });
    await make();
    await cluster.client.delete(Namespace, "doomed");
    await cluster.pass(6_000);
    expect((await find())?.status?.conditions?.[2]).toMatchObject({
      type: "NamespaceDeletionContentFailure",
      status: "True",
      reason: "ContentDeletionFailed",
      message: "Failed to delete all resource types, 1 remaining: no disk",
    });
    isBroken = false;
    await cluster.pass(61_000);
    expect(await find()).toBeUndefined();
  });
});

/** Has discovery say that nobody knows what these groups serve. */
function staleGroups(stale: ReadonlySet<string>): Interceptor {
  return async (request, next) => {
    const response = await next(request);
    if (request.path !== "/apis" || response.status !== 200) return response;
    const document = JSON.parse(await response.body.text()) as { items: unknown[] };
    const items = [...stale].map((groupVersion) => {
      const [name, version] = groupVersion.split("/");
      return { metadata: { name }, versions: [{ version, freshness: "Stale", resources: [] }] };
    });
    return responseOf({
      status: 200,
      headers: { "content-type": response.headers.get("content-type")?.[0] ?? "application/json" },
      body: JSON.stringify({ ...document, items: [...document.items, ...items] }),
    });
  };
}
