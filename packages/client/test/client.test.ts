import { type Clock, type DynamicObject, defineKind, type KubeObject, ManualClock } from "@kubewright/api";
import { Node, Pod } from "@kubewright/api/core/v1";
import { ApiClient, type ApiRequest, type Client, ClientError, withNamespace } from "@kubewright/client";
import { describe, expect, test } from "vitest";
import { connect, core, Deployment, discovery, echo, Widget, web } from "./client-rig.ts";
import { deferred } from "./deferred.ts";
import { ScriptedServer, statusReply } from "./scripted-server.ts";
import { turn } from "./turn.ts";

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
    { key: { name: undefined as never }, message: "the name is empty" },
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
