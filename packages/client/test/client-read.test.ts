import { isNotFound, ManualClock, metadataOf } from "@kubewright/api";
import { ApiClient } from "@kubewright/client";
import { describe, expect, test } from "vitest";
import { connect, Deployment, discovery, echo, notFound, Widget, web } from "./client-rig.ts";
import { deferred } from "./deferred.ts";
import { type Reply, ScriptedServer, statusReply } from "./scripted-server.ts";

describe("get and find", () => {
  test("give the object", async () => {
    const { client } = connect(echo);
    expect(await client.get(Deployment, "web")).toEqual(web());
    expect(await client.find(Deployment, "web")).toEqual(web());
  });

  test("get throws NotFound, find gives undefined", async () => {
    const { client } = connect(() => notFound);
    const error = await client.get(Deployment, "web").catch((caught: unknown) => caught);
    expect(isNotFound(error)).toBe(true);
    expect(await client.find(Deployment, "web")).toBeUndefined();
  });

  test("find throws when it is not the object that is missing", async () => {
    const { client } = connect(() => ({ status: 404, text: "404 page not found\n" }));
    await expect(client.find(Deployment, "web")).rejects.toMatchObject({ code: "UNKNOWN_KIND" });
  });

  test("find throws other refusals", async () => {
    const { client } = connect(() => statusReply(403, "Forbidden", "no"));
    await expect(client.find(Deployment, "web")).rejects.toThrow("no");
  });

  test("pass on version, deadline and signal", async () => {
    const { server, client } = connect(echo, { clock: new ManualClock() });
    const { signal } = new AbortController();
    await client.get(Deployment, "web", { resourceVersion: "0", timeoutMs: 5, signal });
    expect(server.last).toMatchObject({
      path: "/apis/apps/v1/namespaces/default/deployments/web?resourceVersion=0",
      timeoutMs: 5,
      signal,
    });
    await client.get(Deployment, "web");
    expect(server.last.timeoutMs).toBe(30_000);
  });

  test("an aborted signal sends nothing", async () => {
    const { server, client } = connect(echo);
    const reason = new Error("enough");
    await expect(client.get(Deployment, "web", { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    expect(server.requests).toEqual([]);
  });

  test("a signal ends the wait for discovery, which goes on for others", async () => {
    const held = deferred();
    const server = new ScriptedServer(async ({ path }) => {
      await held.promise;
      return { json: path === "/apis" ? discovery : { kind: "APIGroupDiscoveryList", items: [] } };
    });
    const client = new ApiClient({ transport: server });
    const controller = new AbortController();
    const aborted = client.get(Widget, "w", { signal: controller.signal });
    const other = client.get(Widget, "w");
    controller.abort(new Error("enough"));
    await expect(aborted).rejects.toThrow("enough");
    held.resolve();
    await other;
    expect(server.lines).toHaveLength(3);
  });
});

describe("list", () => {
  const page = (items: object[], metadata: object = {}): Reply => ({
    json: { kind: "DeploymentList", apiVersion: "apps/v1", metadata: { resourceVersion: "5", ...metadata }, items },
  });

  test("fills in what the items are", async () => {
    const { client } = connect(() => page([{ metadata: { name: "web" } }]));
    const list = await client.list(Deployment);
    expect(list.items).toEqual([{ apiVersion: "apps/v1", kind: "Deployment", metadata: { name: "web" } }]);
    expect(list.metadata.resourceVersion).toBe("5");
  });

  test("takes null for no items", async () => {
    const { client } = connect(() => ({ json: { kind: "DeploymentList", metadata: {}, items: null } }));
    expect((await client.list(Deployment)).items).toEqual([]);
  });

  test.each([
    { options: {}, query: "" },
    { options: { labelSelector: "app=web,tier in (a,b)" }, query: "labelSelector=app=web,tier in (a,b)" },
    { options: { labelSelector: { matchLabels: { app: "web" } } }, query: "labelSelector=app=web" },
    { options: { fieldSelector: { "metadata.name": "web" } }, query: "fieldSelector=metadata.name=web" },
    { options: { fieldSelector: "metadata.name!=web" }, query: "fieldSelector=metadata.name!=web" },
    { options: { limit: 5 }, query: "limit=5" },
    { options: { limit: 5, continue: "c", resourceVersion: "7" }, query: "limit=5&continue=c" },
    {
      options: { resourceVersion: "7", resourceVersionMatch: "Exact" as const },
      query: "resourceVersion=7&resourceVersionMatch=Exact",
    },
  ])("sends $query", async ({ options, query }) => {
    const { server, client } = connect(() => page([]));
    await client.list(Deployment, options);
    const [path, search = ""] = server.last.path.split("?");
    expect(path).toBe("/apis/apps/v1/deployments");
    const values = [...new URLSearchParams(search)].map(([name, value]) => `${name}=${value}`);
    expect(values.join("&")).toBe(query);
  });

  test("is of one namespace when asked", async () => {
    const { server, client } = connect(() => page([]));
    await client.list(Deployment, { namespace: "a" });
    expect(server.lines).toEqual(["GET /apis/apps/v1/namespaces/a/deployments"]);
  });

  test.each([
    { labelSelector: `app=${"x".repeat(64)}` },
    { labelSelector: "in (" },
    { labelSelector: { matchExpressions: [{ key: "a", operator: "In" as const }] } },
    { fieldSelector: "metadata.name" },
  ])("refuses the selector %j before any request", async (options) => {
    const { server, client } = connect(() => page([]));
    await expect(client.list(Deployment, options)).rejects.toMatchObject({ code: "INVALID_SELECTOR" });
    expect(server.requests).toEqual([]);
  });

  test("pages follow the continue token until there is none", async () => {
    const { server, client } = connect(({ path }) =>
      path.includes("continue=next")
        ? page([{ metadata: { name: "b" } }])
        : page([{ metadata: { name: "a" } }], { continue: "next" }),
    );
    const names: string[] = [];
    for await (const { items } of client.listPages(Deployment, { limit: 1, namespace: "x" })) {
      names.push(...items.map(({ metadata }) => metadata.name));
    }
    expect(names).toEqual(["a", "b"]);
    expect(server.lines).toEqual([
      "GET /apis/apps/v1/namespaces/x/deployments?limit=1",
      "GET /apis/apps/v1/namespaces/x/deployments?limit=1&continue=next",
    ]);
  });

  test("pages ask for 500 at a time, and for nothing before the first is wanted", async () => {
    const { server, client } = connect(() => page([]));
    const pages = client.listPages(Deployment);
    expect(server.requests).toEqual([]);
    for await (const _ of pages);
    expect(server.lines).toEqual(["GET /apis/apps/v1/deployments?limit=500"]);
  });
});

describe("metadata only", () => {
  test("asks for the projection and gives objects of the kind", async () => {
    const partial = { kind: "PartialObjectMetadata", apiVersion: "meta.k8s.io/v1", metadata: { name: "web" } };
    const { server, client } = connect(({ path }) =>
      path.endsWith("web") ? { json: partial } : { json: { kind: "PartialObjectMetadataList", items: [partial] } },
    );
    const expected = { kind: "Deployment", apiVersion: "apps/v1", metadata: { name: "web" } };
    expect(await client.get(metadataOf(Deployment), "web")).toEqual(expected);
    expect(server.last.headers?.accept).toBe(
      "application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1,application/json",
    );
    expect((await client.list(metadataOf(Deployment))).items).toEqual([expected]);
    expect(server.last.headers?.accept).toContain("as=PartialObjectMetadataList");
  });

  test("drops the rest when the server cannot project", async () => {
    const { client } = connect(() => ({ json: { ...web(), spec: { replicas: 3 } } }));
    expect(await client.get(metadataOf(Deployment), "web")).toEqual(web());
  });
});
