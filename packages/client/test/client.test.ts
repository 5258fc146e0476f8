import {
  type Clock,
  type DynamicObject,
  defineKind,
  isNotFound,
  type Kind,
  type KubeObject,
  ManualClock,
  metadataOf,
} from "@kubewright/api";
import { Node, Pod } from "@kubewright/api/core/v1";
import {
  ApiClient,
  type ApiClientOptions,
  type ApiRequest,
  type Client,
  ClientError,
  type Patch,
  withNamespace,
} from "@kubewright/client";
import { describe, expect, test } from "vitest";
import { deferred } from "./deferred.ts";
import { type Reply, type Script, ScriptedServer, statusReply } from "./scripted-server.ts";
import { turn } from "./turn.ts";

interface Deployment extends KubeObject {
  spec?: { replicas?: number };
}
const Deployment = defineKind<Deployment>({
  group: "apps",
  version: "v1",
  kind: "Deployment",
  plural: "deployments",
  scope: "Namespaced",
});
const Widget = defineKind<DynamicObject>({ group: "example.com", version: "v1", kind: "Widget" });

const discovery = {
  kind: "APIGroupDiscoveryList",
  items: [
    {
      metadata: { name: "apps" },
      versions: [
        {
          version: "v1",
          resources: [{ ...served("deployments", "Deployment"), subresources: [{ subresource: "scale" }] }],
        },
      ],
    },
    {
      metadata: { name: "example.com" },
      versions: [{ version: "v1", resources: [served("widgets", "Widget")] }],
    },
  ],
};

const core = {
  kind: "APIGroupDiscoveryList",
  items: [{ metadata: {}, versions: [{ version: "v1", resources: [served("nodes", "Node", "Cluster")] }] }],
};

function served(resource: string, kind: string, scope = "Namespaced"): object {
  return { resource, responseKind: { kind }, scope, verbs: [] };
}

function connect(script: Script, options: Omit<ApiClientOptions, "transport"> = {}) {
  const server = new ScriptedServer((request) => {
    if (request.path === "/api") return { json: core };
    return request.path === "/apis" ? { json: discovery } : script(request);
  });
  return { server, client: new ApiClient({ transport: server, ...options }) };
}

const echo: Script = ({ body }) => ({ json: body === undefined ? web() : JSON.parse(body) });

function web(more: object = {}): Deployment {
  return Deployment.of({ metadata: { name: "web", namespace: "default", ...more } });
}

const notFound = statusReply(404, "NotFound", 'deployments.apps "web" not found', {
  name: "web",
  group: "apps",
  kind: "deployments",
});

describe("paths", () => {
  test.each([
    { kind: Deployment, key: "web", path: "/apis/apps/v1/namespaces/shop/deployments/web" },
    { kind: Deployment, key: "other/web", path: "/apis/apps/v1/namespaces/other/deployments/web" },
    { kind: Deployment, key: { name: "web" }, path: "/apis/apps/v1/namespaces/shop/deployments/web" },
    { kind: Deployment, key: { name: "web", namespace: "" }, path: "/apis/apps/v1/namespaces/shop/deployments/web" },
    { kind: Pod, key: { namespace: "a", name: "b" }, path: "/api/v1/namespaces/a/pods/b" },
    { kind: Node, key: "n1", path: "/api/v1/nodes/n1" },
    { kind: Node, key: "system:node:x", path: "/api/v1/nodes/system:node:x" },
    { kind: Node, key: "é", path: "/api/v1/nodes/%C3%A9" },
    { kind: Node, key: "a b?c#d", path: "/api/v1/nodes/a%20b%3Fc%23d" },
    { kind: Node, key: "a..b", path: "/api/v1/nodes/a..b" },
  ])("$key of $kind.kind is $path", async ({ kind, key, path }) => {
    const { server, client } = connect(echo, { namespace: "shop" });
    await client.get<KubeObject>(kind, key);
    expect(server.lines).toEqual([`GET ${path}`]);
  });

  test.each([
    { key: "", message: 'key "" has no name; write namespace/name, or name' },
    { key: ".", message: "cannot be a name" },
    { key: "..", message: "cannot be a name" },
    { key: "../secrets", message: '".." cannot be a namespace' },
    { key: "a/b/c", message: 'key "a/b/c" has more than one slash; write namespace/name, or name' },
    { key: "/b", message: 'key "/b" has no namespace' },
    { key: "a/", message: 'key "a/" has no name' },
    { key: { name: "" }, message: "the name is empty" },
    { key: "50%", message: '"50%" cannot be a name' },
    { key: { name: "a/b" }, message: '"a/b" cannot be a name' },
    { key: { name: "b", namespace: "a/../b" }, message: '"a/../b" cannot be a namespace' },
    { key: "\ud800", message: "it is not valid Unicode" },
  ])("refuses the key $key before any request", async ({ key, message }) => {
    const { server, client } = connect(echo);
    for (const kind of [Deployment, Widget]) {
      const error = await client.get<KubeObject>(kind, key).catch((caught: unknown) => caught);
      expect(error).toBeInstanceOf(ClientError);
      expect(error).toMatchObject({ code: "INVALID_ARGUMENT", message: expect.stringContaining(message) });
    }
    expect(server.requests).toEqual([]);
  });

  test("refuses a namespace for a cluster-scoped kind", async () => {
    const { server, client } = connect(echo);
    const message = 'Node is cluster-scoped: leave out the namespace "a"';
    await expect(client.get(Node, "a/n1")).rejects.toThrow(message);
    await expect(client.list(Node, { namespace: "a" })).rejects.toThrow(message);
    await expect(client.create(Node.of({ metadata: { name: "n", namespace: "a" } }))).rejects.toThrow(message);
    expect(server.lines).toEqual(["GET /api", "GET /apis"]);
  });

  test("come from discovery for a kind that does not say them", async () => {
    const { server, client } = connect(echo);
    await client.get(Widget, "w");
    await client.get(Widget, "w");
    expect(server.lines.slice(2)).toEqual(Array(2).fill("GET /apis/example.com/v1/namespaces/default/widgets/w"));
  });

  test("an unknown kind is an error that says what to do", async () => {
    const { client } = connect(echo);
    const Gadget = defineKind<DynamicObject>({ group: "example.com", version: "v1", kind: "Gadget" });
    await expect(client.get(Gadget, "g")).rejects.toMatchObject({ code: "UNKNOWN_KIND" });
  });
});

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

describe("the deadline of a call", () => {
  /** A server whose discovery answers when it is released. */
  function slowDiscovery() {
    const clock = new ManualClock();
    const held = deferred();
    const server = new ScriptedServer(async ({ path, body }) => {
      if (path !== "/api" && path !== "/apis") return { json: body === undefined ? widget : JSON.parse(body) };
      await held.promise;
      return { json: path === "/apis" ? discovery : core };
    });
    const client = new ApiClient({ transport: server, clock, fieldManager: "me" });
    return { clock, held, server, client };
  }

  const widget = Widget.of({ metadata: { name: "w", namespace: "default" } });

  const calls: { verb: string; call: (client: Client, options: { timeoutMs?: number }) => Promise<unknown> }[] = [
    { verb: "get", call: (client, options) => client.get(Widget, "w", options) },
    { verb: "find", call: (client, options) => client.find(Widget, "w", options) },
    { verb: "list", call: (client, options) => client.list(Widget, options) },
    { verb: "create", call: (client, options) => client.create(widget, options) },
    { verb: "update", call: (client, options) => client.update(widget, options) },
    { verb: "patch", call: (client, options) => client.patch(Widget, "w", { merge: {} }, options) },
    { verb: "apply", call: (client, options) => client.apply(widget, options) },
    { verb: "delete", call: (client, options) => client.delete(widget, options) },
    { verb: "deleteAllOf", call: (client, options) => client.deleteAllOf(Widget, options) },
    { verb: "status.update", call: (client, options) => client.status.update(widget, options) },
    { verb: "subresource.get", call: (client, options) => client.subresource("x").get(Widget, "w", options) },
    { verb: "watch", call: (client, options) => client.watch(Widget, options)[Symbol.asyncIterator]().next() },
  ];
  const wrappers = [
    { of: "a client", wrap: (client: Client) => client },
    { of: "a confined client", wrap: (client: Client, clock: Clock) => withNamespace(client, "default", { clock }) },
  ];
  const table = wrappers.flatMap((wrapper) => calls.map((call) => ({ ...wrapper, ...call })));

  test.each(table)("ends $verb of $of while discovery hangs", async ({ wrap, call }) => {
    const { clock, server, client } = slowDiscovery();
    const failed = expect(call(wrap(client, clock), { timeoutMs: 100 })).rejects.toMatchObject({
      code: "TIMEOUT",
      message: expect.stringContaining("within 100 ms"),
    });
    await turn();
    clock.advance(100);
    await failed;
    expect(clock.pending).toBe(0);
    expect(server.lines).toEqual(["GET /api", "GET /apis"]);
  });

  test.each(table)("leaves $verb of $of what discovery did not take", async ({ wrap, call }) => {
    const { clock, held, server, client } = slowDiscovery();
    const result = call(wrap(client, clock), { timeoutMs: 100 }).catch(() => {});
    await turn();
    clock.advance(30);
    held.resolve();
    await result;
    expect(server.last.timeoutMs).toBe(70);
  });

  test("is 30 seconds, discovery included", async () => {
    const { clock, held, server, client } = slowDiscovery();
    const result = client.get(Widget, "w");
    await turn();
    clock.advance(10_000);
    held.resolve();
    await result;
    expect(server.last.timeoutMs).toBe(20_000);
  });

  test("is not there for a stream, and for a call that wants none", async () => {
    const { server, client } = connect(echo);
    await client.get(Deployment, "web", { timeoutMs: Number.POSITIVE_INFINITY });
    expect(server.last.timeoutMs).toBeUndefined();
    await withNamespace(client, "default").get(Deployment, "web", { timeoutMs: Number.POSITIVE_INFINITY });
    expect(server.last.timeoutMs).toBeUndefined();
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

describe("writes", () => {
  const options = { dryRun: true, fieldManager: "me", fieldValidation: "Strict" as const };
  const query = "?dryRun=All&fieldManager=me&fieldValidation=Strict";
  const path = "/apis/apps/v1/namespaces/default/deployments";

  test("create posts to the namespace of the object, or of the client", async () => {
    const { server, client } = connect(echo, { namespace: "shop" });
    await client.create(web(), options);
    expect(server.lines.at(-1)).toBe(`POST ${path}${query}`);
    const made = await client.create(Deployment.of({ metadata: { name: "web" } }));
    expect(server.lines.at(-1)).toBe("POST /apis/apps/v1/namespaces/shop/deployments");
    expect(made.metadata.name).toBe("web");
  });

  test("create takes an object whose name the server makes", async () => {
    const { server, client } = connect(({ body }) => {
      const object = JSON.parse(body!);
      return { json: { ...object, metadata: { ...object.metadata, name: "web-x7f2" } } };
    });
    const made = await client.create({ apiVersion: "apps/v1", kind: "Deployment", metadata: { generateName: "web-" } });
    expect(made.metadata.name).toBe("web-x7f2");
    expect(server.lines.at(-1)).toBe(`POST ${path}`);
  });

  test("update puts", async () => {
    const { server, client } = connect(echo);
    expect(await client.update(web({ resourceVersion: "3" }), options)).toEqual(web({ resourceVersion: "3" }));
    expect(server.lines.at(-1)).toBe(`PUT ${path}/web${query}`);
    expect(server.last.headers).toMatchObject({ "content-type": "application/json", accept: "application/json" });
  });

  test.each<{ patch: Patch; type: string }>([
    { patch: { merge: { spec: { replicas: 2 } } }, type: "application/merge-patch+json" },
    { patch: { json: [{ op: "remove", path: "/spec" }] }, type: "application/json-patch+json" },
    { patch: { strategic: { spec: {} } }, type: "application/strategic-merge-patch+json" },
    { patch: { apply: { apiVersion: "apps/v1", kind: "Deployment" } }, type: "application/apply-patch+yaml" },
  ])("patch sends $type", async ({ patch, type }) => {
    const { server, client } = connect(() => ({ json: web() }));
    expect(await client.patch(Deployment, "web", patch, options)).toEqual(web());
    expect(server.lines).toEqual([`PATCH ${path}/web${query}`]);
    expect(server.last.headers?.["content-type"]).toBe(type);
    expect(JSON.parse(server.last.body!)).toEqual(Object.values(patch)[0]);
  });

  test.each([
    { patch: {}, message: "got none" },
    { patch: { merge: {}, json: [] }, message: "got merge, json" },
    { patch: { yaml: {} }, message: "got yaml" },
  ])("patch refuses $patch", async ({ patch, message }) => {
    const { client } = connect(echo);
    await expect(client.patch(Deployment, "web", patch as Patch)).rejects.toThrow(message);
  });

  test("patch refuses force where it means nothing", async () => {
    const { client } = connect(echo);
    await expect(client.patch(Deployment, "web", { merge: {} }, { force: true })).rejects.toThrow("force is for apply");
  });

  test("apply sends the object without managed fields, under the client's field manager", async () => {
    const { server, client } = connect(echo, { fieldManager: "operator" });
    await client.apply(web({ managedFields: [{ manager: "x" }] }), { force: true });
    expect(server.lines.at(-1)).toBe(`PATCH ${path}/web?fieldManager=operator&force=true`);
    expect(JSON.parse(server.last.body!)).toEqual(web());
  });

  test("an apply patch says what it is about", async () => {
    const { server, client } = connect(echo);
    await client.patch(Deployment, "web", { apply: { spec: { replicas: 2 } } }, { fieldManager: "me" });
    const expected = { apiVersion: "apps/v1", kind: "Deployment", spec: { replicas: 2 } };
    expect(JSON.parse(server.last.body!)).toEqual(expected);
    await client.subresource("scale").patch(Deployment, "web", { apply: { spec: {} } }, { fieldManager: "me" });
    expect(JSON.parse(server.last.body!)).toEqual({ spec: {} });
  });

  test("apply without a field manager says how to give one", async () => {
    const { server, client } = connect(echo);
    for (const call of [() => client.apply(web()), () => client.patch(Deployment, "web", { apply: web() })]) {
      await expect(call()).rejects.toMatchObject({
        code: "INVALID_ARGUMENT",
        message: expect.stringContaining("withFieldManager"),
      });
    }
    expect(server.lines.filter((line) => line.startsWith("PATCH"))).toEqual([]);
  });

  test.each([
    {
      object: { metadata: { name: "a" } },
      message: "without apiVersion and kind: make it with its kind, as in Deployment.of(",
    },
    { object: { apiVersion: "v1", metadata: { name: "a" } }, message: "without kind" },
    { object: { kind: "Pod", metadata: { name: "a" } }, message: "without apiVersion" },
    { object: { apiVersion: "v1", kind: "Pod" }, message: "a Pod without metadata" },
    { object: undefined, message: "undefined: it is no object" },
  ])("refuse $object", async ({ object, message }) => {
    const { server, client } = connect(echo, { fieldManager: "me" });
    const bad = object as unknown as KubeObject;
    const calls = [client.create(bad), client.update(bad), client.apply(bad), client.status.update(bad)];
    for (const call of calls) await expect(call).rejects.toThrow(message);
    expect(server.requests).toEqual([]);
  });

  test("keep integers beyond 2^53", async () => {
    const { server, client } = connect(({ body }) => ({
      text: body!,
      headers: { "content-type": "application/json" },
    }));
    const object = { ...web(), spec: { big: 9007199254740993n } };
    expect(await client.update(object)).toEqual(object);
    expect(server.last.body).toContain('"big":9007199254740993');
  });
});

describe("delete", () => {
  const path = "/apis/apps/v1/namespaces/default/deployments";

  test("takes an object or a kind and key", async () => {
    const { server, client } = connect(() => ({ json: { kind: "Status", status: "Success" } }));
    await client.delete(web());
    await client.delete(Deployment, "web");
    expect(server.lines.slice(2)).toEqual([`DELETE ${path}/web`, `DELETE ${path}/web`]);
    expect(server.last.body).toBeUndefined();
  });

  test("sends what it is told as DeleteOptions", async () => {
    const { server, client } = connect(() => ({ json: web() }));
    await client.delete(Deployment, "web", {
      dryRun: true,
      propagationPolicy: "Foreground",
      gracePeriodSeconds: 0,
      preconditions: { uid: "u" },
    });
    expect(JSON.parse(server.last.body!)).toEqual({
      apiVersion: "v1",
      kind: "DeleteOptions",
      dryRun: ["All"],
      propagationPolicy: "Foreground",
      gracePeriodSeconds: 0,
      preconditions: { uid: "u" },
    });
  });

  const kept = { ...web(), metadata: { name: "web", uid: "u", deletionTimestamp: "2026-01-01T00:00:00Z" } };

  test.each([
    {
      name: "a Status that names the object",
      reply: { json: { kind: "Status", apiVersion: "v1", metadata: {}, status: "Success", details: { uid: "u" } } },
      deletion: { uid: "u" },
    },
    {
      name: "a Status that names nothing",
      reply: { json: { kind: "Status", apiVersion: "v1", metadata: {}, status: "Success" } },
      deletion: {},
    },
    { name: "the object", reply: { json: kept }, deletion: { uid: "u", object: kept } },
    { name: "nothing", reply: { status: 204, text: "" }, deletion: {} },
  ])("says what the server said: $name", async ({ reply, deletion }) => {
    const { client } = connect(() => reply);
    expect(await client.delete(Deployment, "web")).toEqual(deletion);
  });

  test("of all gives what the server deleted, saying its kind", async () => {
    const items = [{ metadata: { name: "a" } }, { metadata: { name: "b" } }];
    const { client } = connect(() => ({
      json: { kind: "DeploymentList", apiVersion: "apps/v1", metadata: {}, items },
    }));
    expect(await client.deleteAllOf(Deployment)).toEqual(
      ["a", "b"].map((name) => ({ apiVersion: "apps/v1", kind: "Deployment", metadata: { name } })),
    );
  });

  test("of all gives nothing when the server says no more than that it was done", async () => {
    const { client } = connect(() => ({ json: { kind: "Status", apiVersion: "v1", status: "Success" } }));
    expect(await client.deleteAllOf(Deployment)).toEqual([]);
  });

  test("of all in one namespace is one request", async () => {
    const { server, client } = connect(() => ({ json: {} }));
    await client.deleteAllOf(Deployment, { namespace: "a", labelSelector: "app=web", gracePeriodSeconds: 0 });
    expect(server.lines).toEqual(["DELETE /apis/apps/v1/namespaces/a/deployments?labelSelector=app%3Dweb"]);
  });

  test("of all of a cluster-scoped kind is one request", async () => {
    const { server, client } = connect(() => ({ json: {} }));
    await client.deleteAllOf(Node);
    expect(server.lines).toEqual(["DELETE /api/v1/nodes"]);
  });

  test("of all is in the client's namespace when none is named", async () => {
    const { server, client } = connect(() => ({ json: {} }), { namespace: "shop" });
    await client.deleteAllOf(Deployment);
    await client.deleteAllOf(Deployment, { allNamespaces: false });
    await client.deleteAllOf(Deployment, { namespace: "" });
    expect(server.lines).toEqual(Array(3).fill("DELETE /apis/apps/v1/namespaces/shop/deployments"));
  });

  test.each([
    {
      name: "a namespace and all namespaces",
      kind: Deployment,
      options: { namespace: "a", allNamespaces: true },
      message: "deleteAllOf is told to delete in the namespace a and in all namespaces: leave out one of them",
    },
    {
      name: "all namespaces of a cluster-scoped kind",
      kind: Node,
      options: { allNamespaces: true },
      message: "Node is cluster-scoped: leave out allNamespaces",
    },
    {
      name: "a namespace of a cluster-scoped kind",
      kind: Node,
      options: { namespace: "a" },
      message: 'Node is cluster-scoped: leave out the namespace "a"',
    },
  ])("of all refuses $name", async ({ kind, options, message }) => {
    const { server, client } = connect(() => ({ json: {} }));
    await expect(client.deleteAllOf(kind as Kind, options)).rejects.toMatchObject({
      code: "INVALID_ARGUMENT",
      message,
    });
    expect(server.requests).toEqual([]);
  });

  test("of all everywhere is one request for each namespace that has some", async () => {
    const items = ["a", "b", "a"].map((namespace, at) => ({ metadata: { name: `d${at}`, namespace } }));
    const { server, client } = connect(({ method, path }) => ({
      json: {
        items: method === "GET" ? items : items.filter(({ metadata }) => path.includes(`/${metadata.namespace}/`)),
      },
    }));
    const deleted = await client.deleteAllOf(Deployment, { allNamespaces: true, labelSelector: "app=web" });
    expect(deleted.map(({ metadata }) => metadata.name)).toEqual(["d0", "d2", "d1"]);
    expect(server.lines).toEqual([
      "GET /apis/apps/v1/deployments?labelSelector=app%3Dweb&limit=500",
      "DELETE /apis/apps/v1/namespaces/a/deployments?labelSelector=app%3Dweb",
      "DELETE /apis/apps/v1/namespaces/b/deployments?labelSelector=app%3Dweb",
    ]);
    expect(server.requests[0]?.headers?.accept).toContain("PartialObjectMetadataList");
  });
});

describe("what JavaScript does not check", () => {
  const notUndefined = undefined as never;

  test.each<[name: string, call: (client: ApiClient) => Promise<unknown>, message: string]>([
    ["a name for a kind", (client) => client.get("ConfigMap" as never, "a"), '"ConfigMap" is no kind: import one'],
    ["no kind", (client) => client.list(notUndefined), "undefined is no kind: import one"],
    ["no key", (client) => client.get(Deployment, notUndefined), 'the key is undefined, but must be "name"'],
    ["a bare JSON patch", (client) => client.patch(Deployment, "a", [] as never), "a JSON patch is { json: [...] }"],
  ])("is refused with what to do: %s", async (_name, call, message) => {
    const { server, client } = connect(echo);
    const error = await call(client).catch((caught: unknown) => caught);
    expect(error).toMatchObject({ code: "INVALID_ARGUMENT" });
    expect((error as Error).message).toContain(message);
    expect(server.requests).toEqual([]);
  });
});

describe("an error", () => {
  test("of the server tells what was asked", async () => {
    const { client } = connect(() => statusReply(404, "NotFound", 'deployments.apps "web" not found'));
    const error = await client.get(Deployment, "web", { resourceVersion: "0" }).catch((caught: unknown) => caught);
    expect(error).toMatchObject({
      message: 'deployments.apps "web" not found',
      request: { method: "GET", path: "/apis/apps/v1/namespaces/default/deployments/web" },
    });
  });

  test("of the connection has the caller in its stack", async () => {
    const { client } = connect(async () => {
      const { promise, resolve } = deferred();
      setImmediate(resolve);
      await promise;
      throw new ClientError("CONNECTION_FAILED", "refused");
    });
    async function theCaller(): Promise<void> {
      await client.get(Deployment, "web");
    }
    const error = await theCaller().catch((caught: unknown) => caught);
    expect((error as Error).stack).toContain("theCaller");
  });
});

describe("subresources", () => {
  const path = "/apis/apps/v1/namespaces/default/deployments/web";

  test("status is updated, patched and applied", async () => {
    const { server, client } = connect(echo, { fieldManager: "me" });
    await client.status.update(web());
    await client.status.patch(Deployment, "web", { merge: { status: {} } as object });
    await client.status.apply(web());
    expect(server.lines.slice(2)).toEqual([
      `PUT ${path}/status?fieldManager=me`,
      `PATCH ${path}/status?fieldManager=me`,
      `PATCH ${path}/status?fieldManager=me`,
    ]);
  });

  test("any other is read, created, updated, patched and applied", async () => {
    const { server, client } = connect(echo);
    const scale = client.subresource("scale");
    const body = { apiVersion: "autoscaling/v1", kind: "Scale", metadata: { name: "web" }, spec: { replicas: 2 } };
    await scale.get(Deployment, "web");
    expect(await scale.create(Deployment, "web", body)).toEqual(body);
    expect(await scale.update(Deployment, "web", body, { dryRun: true })).toEqual(body);
    await scale.patch(Deployment, "web", { merge: { spec: { replicas: 2 } } });
    await scale.apply(Deployment, "web", body, { fieldManager: "me" });
    expect(server.lines).toEqual([
      `GET ${path}/scale`,
      `POST ${path}/scale`,
      `PUT ${path}/scale?dryRun=All`,
      `PATCH ${path}/scale`,
      `PATCH ${path}/scale?fieldManager=me`,
    ]);
  });

  test("a subresource that the kind does not have is an error that says so", async () => {
    const { client } = connect(() => notFound);
    const error = await client.status.update(web()).catch((caught: unknown) => caught);
    expect(error).toMatchObject({
      code: "UNKNOWN_KIND",
      message: expect.stringContaining("the subresource status of apps/v1 Deployment"),
    });
    expect(isNotFound(error)).toBe(true);
    expect(
      isNotFound(
        await client
          .subresource("scale")
          .get(Deployment, "web")
          .catch((caught: unknown) => caught),
      ),
    ).toBe(true);
  });

  test("refuses a name that is no path segment", async () => {
    const { client } = connect(echo);
    await expect(client.subresource("../pods").get(Deployment, "web")).rejects.toThrow("cannot be a subresource");
  });
});

describe("answers that no API server sends", () => {
  test.each([
    { name: "HTML from a proxy", reply: { text: "<html>Sign in</html>", headers: { "content-type": "text/html" } } },
    {
      name: "truncated JSON",
      reply: { text: '{"kind":"Deployment","metad', headers: { "content-type": "application/json" } },
    },
    { name: "nothing", reply: { text: "" } },
    { name: "JSON that is no object", reply: { json: [1] } },
  ])("$name is an error that names the request", async ({ reply }) => {
    const { client } = connect(() => reply);
    await expect(client.get(Deployment, "web")).rejects.toMatchObject({
      code: "UNEXPECTED_RESPONSE",
      message: expect.stringContaining("/apis/apps/v1/namespaces/default/deployments/web"),
    });
  });

  test("a 3 MB object is sent, and the server's refusal is readable", async () => {
    const { server, client } = connect(() =>
      statusReply(413, "RequestEntityTooLarge", "Request entity too large: limit is 3145728"),
    );
    const big = Deployment.of({ metadata: { name: "web", annotations: { big: "x".repeat(3_200_000) } } });
    await expect(client.create(big)).rejects.toThrow("limit is 3145728");
    expect(server.last.body?.length).toBeGreaterThan(3_200_000);
  });

  test("a 3 MB object is read", async () => {
    const big = { ...web(), data: "x".repeat(3_200_000) };
    const { client } = connect(() => ({ json: big }));
    expect(await client.get(Deployment, "web")).toEqual(big);
  });
});

test("request sends anything over the client's transport", async () => {
  const { server, client } = connect(() => ({ text: "ok" }));
  const request: ApiRequest = { method: "GET", path: "/healthz" };
  expect(await (await client.request(request)).body.text()).toBe("ok");
  expect(server.last).toBe(request);
});

test("closing the client closes its transport", async () => {
  const { server, client } = connect(echo);
  {
    await using _ = client;
  }
  expect(server.isClosed).toBe(true);
});
