import { type DynamicObject, defineKind, type KubeObject } from "@kubewright/api";
import { ConfigMap, Node } from "@kubewright/api/core/v1";
import {
  ApiClient,
  type Client,
  ForwardingClient,
  withDryRun,
  withFieldManager,
  withNamespace,
} from "@kubewright/client";
import { describe, expect, test } from "vitest";
import { ScriptedServer } from "./scripted-server.ts";

/** Their place is known only to discovery. */
const Widget = defineKind<DynamicObject>({ group: "example.com", version: "v1", kind: "Widget" });

const discovery: Record<string, object> = {
  "/api": group("", { configmaps: "ConfigMap" }, { nodes: "Node" }),
  "/apis": group("example.com", { widgets: "Widget" }, {}),
};

function group(name: string, namespaced: Record<string, string>, cluster: Record<string, string>): object {
  const resources = [
    ...Object.entries(namespaced).map(([resource, kind]) => ({
      resource,
      responseKind: { kind },
      scope: "Namespaced",
    })),
    ...Object.entries(cluster).map(([resource, kind]) => ({ resource, responseKind: { kind }, scope: "Cluster" })),
  ];
  return { kind: "APIGroupDiscoveryList", items: [{ metadata: { name }, versions: [{ version: "v1", resources }] }] };
}

function connect(wrap: (client: Client) => Client) {
  const server = new ScriptedServer(({ path, body }) => ({
    json: discovery[path] ?? (body === undefined ? config() : JSON.parse(body)),
  }));
  const client = wrap(new ApiClient({ transport: server, fieldManager: "base" }));
  /** What was sent by `call`, discovery aside. */
  const sent = async (call: Promise<unknown>): Promise<string> => {
    await call;
    return server.lines.filter((line) => !Object.keys(discovery).some((path) => line === `GET ${path}`)).at(-1)!;
  };
  return { server, client, sent };
}

function config(namespace?: string): KubeObject {
  return ConfigMap.of({ metadata: { name: "c", ...(namespace !== undefined && { namespace }) } });
}

async function drain(iterable: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of iterable);
}

const patch = { merge: {} };
const maps = "/api/v1/namespaces/shop/configmaps";

describe("withNamespace", () => {
  const inShop = (client: Client) => withNamespace(client, "shop");

  test.each<{ verb: string; call: (client: Client) => Promise<unknown>; line: string }>([
    { verb: "get", call: (c) => c.get(ConfigMap, "c"), line: `GET ${maps}/c` },
    { verb: "find", call: (c) => c.find(ConfigMap, "shop/c"), line: `GET ${maps}/c` },
    { verb: "list", call: (c) => c.list(ConfigMap), line: `GET ${maps}` },
    { verb: "listPages", call: (c) => drain(c.listPages(ConfigMap)), line: `GET ${maps}?limit=500` },
    { verb: "create", call: (c) => c.create(config()), line: `POST ${maps}?fieldManager=base` },
    { verb: "update", call: (c) => c.update(config("shop")), line: `PUT ${maps}/c?fieldManager=base` },
    { verb: "patch", call: (c) => c.patch(ConfigMap, "c", patch), line: `PATCH ${maps}/c?fieldManager=base` },
    { verb: "apply", call: (c) => c.apply(config()), line: `PATCH ${maps}/c?fieldManager=base` },
    { verb: "delete by object", call: (c) => c.delete(config()), line: `DELETE ${maps}/c` },
    { verb: "delete by key", call: (c) => c.delete(ConfigMap, "c"), line: `DELETE ${maps}/c` },
    { verb: "deleteAllOf", call: (c) => c.deleteAllOf(ConfigMap), line: `DELETE ${maps}` },
    { verb: "status.update", call: (c) => c.status.update(config()), line: `PUT ${maps}/c/status?fieldManager=base` },
    {
      verb: "status.patch",
      call: (c) => c.status.patch(ConfigMap, "c", patch),
      line: `PATCH ${maps}/c/status?fieldManager=base`,
    },
    { verb: "status.apply", call: (c) => c.status.apply(config()), line: `PATCH ${maps}/c/status?fieldManager=base` },
    { verb: "subresource", call: (c) => c.subresource("x").get(ConfigMap, "c"), line: `GET ${maps}/c/x` },
    { verb: "logs", call: (c) => drain(c.logs("p")), line: "GET /api/v1/namespaces/shop/pods/p/log" },
    {
      verb: "a kind from discovery",
      call: (c) => c.list(Widget),
      line: "GET /apis/example.com/v1/namespaces/shop/widgets",
    },
    { verb: "get of a cluster-scoped kind", call: (c) => c.get(Node, "n"), line: "GET /api/v1/nodes/n" },
    { verb: "list of a cluster-scoped kind", call: (c) => c.list(Node), line: "GET /api/v1/nodes" },
    {
      verb: "create of a cluster-scoped kind",
      call: (c) => c.create(Node.of({ metadata: { name: "n" } })),
      line: "POST /api/v1/nodes?fieldManager=base",
    },
  ])("confines $verb", async ({ call, line }) => {
    const { client, sent } = connect(inShop);
    expect(await sent(call(client))).toBe(line);
  });

  test("confines watches", async () => {
    const { server, client } = connect(inShop);
    const iterator = client.watch(ConfigMap)[Symbol.asyncIterator]();
    await expect(iterator.next()).rejects.toThrow("no watch event");
    expect(server.last.path.startsWith(`${maps}?watch=true`)).toBe(true);
  });

  test.each<{ verb: string; call: (client: Client) => Promise<unknown> }>([
    { verb: "a key", call: (c) => c.get(ConfigMap, "other/c") },
    { verb: "an object", call: (c) => c.create(config("other")) },
    { verb: "a list", call: (c) => c.list(ConfigMap, { namespace: "other" }) },
    { verb: "a log", call: (c) => drain(c.logs("other/p")) },
    { verb: "deleteAllOf", call: (c) => c.deleteAllOf(ConfigMap, { namespace: "other" }) },
    { verb: "an inner wrapper", call: (c) => withNamespace(c, "other").get(ConfigMap, "c") },
  ])("refuses another namespace in $verb", async ({ call }) => {
    const { server, client } = connect(inShop);
    const message = "this client is confined to the namespace shop, the call names other";
    await expect(call(client)).rejects.toMatchObject({ code: "INVALID_ARGUMENT", message });
    expect(server.lines.filter((line) => !line.endsWith("/api") && !line.endsWith("/apis"))).toEqual([]);
  });

  test("refuses to delete in all namespaces, where there are some", async () => {
    const { server, client } = connect(inShop);
    await expect(client.deleteAllOf(ConfigMap, { allNamespaces: true })).rejects.toMatchObject({
      code: "INVALID_ARGUMENT",
      message: "this client is confined to the namespace shop, the call names all namespaces",
    });
    await expect(client.deleteAllOf(Node, { allNamespaces: true })).rejects.toThrow("Node is cluster-scoped");
    expect(server.requests).toEqual([]);
  });

  test("names its namespace, and leaves the object it was given alone", async () => {
    const { client } = connect(inShop);
    expect(client.namespace).toBe("shop");
    const object = config();
    expect((await client.create(object)).metadata.namespace).toBe("shop");
    expect(object).toEqual(config());
  });
});

const defaultMaps = "/api/v1/namespaces/default/configmaps";
const role = { apiVersion: "v1", kind: "X", metadata: { name: "c" } };

describe("withDryRun", () => {
  test.each<{ verb: string; call: (client: Client) => Promise<unknown> }>([
    { verb: "create", call: (c) => c.create(config()) },
    { verb: "update", call: (c) => c.update(config(), { dryRun: false }) },
    { verb: "patch", call: (c) => c.patch(ConfigMap, "c", patch) },
    { verb: "apply", call: (c) => c.apply(config()) },
    { verb: "delete", call: (c) => c.delete(ConfigMap, "c") },
    { verb: "delete by object", call: (c) => c.delete(config()) },
    { verb: "deleteAllOf", call: (c) => c.deleteAllOf(ConfigMap, { namespace: "default" }) },
    { verb: "status.update", call: (c) => c.status.update(config()) },
    { verb: "status.patch", call: (c) => c.status.patch(ConfigMap, "c", patch) },
    { verb: "status.apply", call: (c) => c.status.apply(config()) },
    { verb: "subresource.create", call: (c) => c.subresource("x").create(ConfigMap, "c", role) },
    { verb: "subresource.update", call: (c) => c.subresource("x").update(ConfigMap, "c", role) },
    { verb: "subresource.patch", call: (c) => c.subresource("x").patch(ConfigMap, "c", patch) },
    { verb: "subresource.apply", call: (c) => c.subresource("x").apply(ConfigMap, "c", role) },
    { verb: "request", call: (c) => c.request({ method: "POST", path: "/x?a=b" }) },
  ])("makes $verb a dry run", async ({ call }) => {
    const { server, client } = connect(withDryRun);
    await call(client);
    const { method, path, body } = server.last;
    const isDryRun =
      path.includes("/x?a=b") || method !== "DELETE" ? path.includes("dryRun=All") : body?.includes('"dryRun":["All"]');
    expect(isDryRun).toBe(true);
  });

  test("reads as before", async () => {
    const { client, sent } = connect(withDryRun);
    expect(await sent(client.get(ConfigMap, "c"))).toBe(`GET ${defaultMaps}/c`);
    expect(await sent(client.list(ConfigMap))).toBe("GET /api/v1/configmaps");
    expect(await sent(client.request({ method: "GET", path: "/version" }))).toBe("GET /version");
  });
});

describe("withFieldManager", () => {
  const named = (client: Client) => withFieldManager(client, "mine");

  test("names the manager of writes that name none", async () => {
    const { client, sent } = connect(named);
    expect(await sent(client.create(config()))).toBe(`POST ${defaultMaps}?fieldManager=mine`);
    expect(await sent(client.apply(config()))).toBe(`PATCH ${defaultMaps}/c?fieldManager=mine`);
    expect(await sent(client.status.apply(config()))).toBe(`PATCH ${defaultMaps}/c/status?fieldManager=mine`);
    expect(await sent(client.apply(config(), { fieldManager: "other", force: true }))).toBe(
      `PATCH ${defaultMaps}/c?fieldManager=other&force=true`,
    );
    expect(await sent(client.delete(config()))).toBe(`DELETE ${defaultMaps}/c`);
  });

  test("refuses an empty name", () => {
    expect(() => connect((client) => withFieldManager(client, ""))).toThrow("the field manager is empty");
  });
});

describe("ForwardingClient", () => {
  const forwarding = (client: Client) => new ForwardingClient(client);

  test.each<{ verb: string; call: (client: Client) => Promise<unknown>; line: string }>([
    { verb: "get", call: (c) => c.get(ConfigMap, "c"), line: `GET ${defaultMaps}/c` },
    { verb: "find", call: (c) => c.find(ConfigMap, "c"), line: `GET ${defaultMaps}/c` },
    { verb: "list", call: (c) => c.list(ConfigMap, { limit: 5 }), line: "GET /api/v1/configmaps?limit=5" },
    { verb: "listPages", call: (c) => drain(c.listPages(ConfigMap)), line: "GET /api/v1/configmaps?limit=500" },
    { verb: "create", call: (c) => c.create(config()), line: `POST ${defaultMaps}?fieldManager=base` },
    { verb: "update", call: (c) => c.update(config()), line: `PUT ${defaultMaps}/c?fieldManager=base` },
    { verb: "patch", call: (c) => c.patch(ConfigMap, "c", patch), line: `PATCH ${defaultMaps}/c?fieldManager=base` },
    { verb: "apply", call: (c) => c.apply(config()), line: `PATCH ${defaultMaps}/c?fieldManager=base` },
    { verb: "delete by object", call: (c) => c.delete(config()), line: `DELETE ${defaultMaps}/c` },
    { verb: "delete by key", call: (c) => c.delete(ConfigMap, "c"), line: `DELETE ${defaultMaps}/c` },
    { verb: "deleteAllOf", call: (c) => c.deleteAllOf(ConfigMap), line: `DELETE ${defaultMaps}` },
    {
      verb: "status",
      call: (c) => c.status.update(config()),
      line: `PUT ${defaultMaps}/c/status?fieldManager=base`,
    },
    { verb: "subresource", call: (c) => c.subresource("x").get(ConfigMap, "c"), line: `GET ${defaultMaps}/c/x` },
    { verb: "logs", call: (c) => drain(c.logs("p")), line: "GET /api/v1/namespaces/default/pods/p/log" },
    { verb: "request", call: (c) => c.request({ method: "GET", path: "/version" }), line: "GET /version" },
  ])("hands $verb on", async ({ call, line }) => {
    const { client, sent } = connect(forwarding);
    expect(await sent(call(client))).toBe(line);
  });

  test("hands watches on, and has the namespace and discovery of its client", async () => {
    const { server, client } = connect(forwarding);
    await expect(drain(client.watch(ConfigMap, { timeoutSeconds: 7 }))).rejects.toThrow("no watch event");
    expect(server.last.path).toContain("timeoutSeconds=7");
    expect(client.namespace).toBe("default");
    expect((await client.discovery.resourceNamed("widgets")).kind).toBe("Widget");
  });
});

test("wrappers compose", async () => {
  const { client, sent } = connect((base) => withDryRun(withFieldManager(withNamespace(base, "shop"), "mine")));
  expect(await sent(client.create(config()))).toBe(`POST ${maps}?dryRun=All&fieldManager=mine`);
  expect(client.namespace).toBe("shop");
});

test("closing a wrapper closes what it wraps", async () => {
  const { server, client } = connect((base) => withDryRun(withNamespace(base, "shop")));
  await client[Symbol.asyncDispose]();
  expect(server.isClosed).toBe(true);
});

test.each<{ name: string; wrap: (client: Client) => Client }>([
  { name: "withNamespace", wrap: (client) => withNamespace(client, "default") },
  { name: "withDryRun", wrap: withDryRun },
  { name: "withFieldManager", wrap: (client) => withFieldManager(client, "mine") },
  { name: "ForwardingClient", wrap: (client) => new ForwardingClient(client) },
])("$name says what the server said of a deletion", async ({ wrap }) => {
  const gone = config("default");
  const server = new ScriptedServer(({ path }) => ({ json: path.endsWith("/c") ? gone : { items: [gone] } }));
  const client = wrap(new ApiClient({ transport: server }));
  expect(await client.delete(ConfigMap, "c")).toEqual({ object: gone });
  expect(await client.deleteAllOf(ConfigMap, { namespace: "default" })).toEqual([gone]);
});
