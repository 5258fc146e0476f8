import type { Socket } from "node:net";
import type { KubeObject } from "@kubewright/api";
import { ConfigMap } from "@kubewright/api/core/v1";
import {
  ApiClient,
  type ApiRequest,
  type CallOptions,
  type Client,
  createOrPatch,
  createOrUpdate,
  ForwardingClient,
  intercept,
  retryRequests,
  withDryRun,
  withFieldManager,
  withNamespace,
} from "@kubewright/client";
import { describe, expect, test } from "vitest";
import { deferred } from "./deferred.ts";
import { ScriptedServer } from "./scripted-server.ts";
import { answerJson, echo, failureOf, open, startHttp, startHttps, startTcp } from "./transport-fixture.ts";

const post: ApiRequest = { method: "POST", path: "/api/v1/pods", body: "{}" };

/** Lets requests pass until it is told not to, and counts them. */
class Gate {
  readonly error: Error = new Error("the lease is lost");
  isOpen = true;
  calls = 0;
  readonly pass = (): void => {
    this.calls++;
    if (!this.isOpen) throw this.error;
  };
}

describe("beforeSend of a transport", () => {
  test("is called once, when the connection is there and the server has seen nothing", async () => {
    let requests = 0;
    await using server = await startHttps((request, response) => {
      requests++;
      echo(request, response);
    });
    await using transport = open({ server: `https://127.0.0.1:${server.port}` });
    const seen: number[][] = [];
    await transport.send({ ...post, beforeSend: () => seen.push([server.accepted, requests]) });
    expect(seen).toEqual([[1, 0]]);
  });

  test("what it throws fails the request as it is, and the next request uses the connection", async () => {
    const urls: (string | undefined)[] = [];
    await using server = await startHttps((request, response) => {
      urls.push(request.url);
      echo(request, response);
    });
    await using transport = open({ server: `https://127.0.0.1:${server.port}` });
    const gate = new Gate();
    gate.isOpen = false;
    for (const path of ["/fresh", "/idle"]) {
      expect(await failureOf(transport.send({ ...post, path, beforeSend: gate.pass }))).toBe(gate.error);
    }
    await (await transport.send({ ...post, path: "/later" })).body.text();
    expect(urls).toEqual(["/later"]);
    expect(server.accepted).toBe(1);
  });

  test("keeps a request from being sent that had to wait for a free connection", async () => {
    const urls: (string | undefined)[] = [];
    const arrived = deferred();
    const answer = deferred();
    await using server = await startHttp((request, response) => {
      urls.push(request.url);
      arrived.resolve();
      void answer.promise.then(() => echo(request, response));
    });
    await using transport = open({ server: `http://127.0.0.1:${server.port}` }, { maxConnections: 1 });
    const gate = new Gate();
    const first = transport.send({ ...post, path: "/first", beforeSend: gate.pass });
    await arrived.promise;
    const fenced = failureOf(transport.send({ ...post, path: "/fenced", beforeSend: gate.pass }));
    const last = transport.send({ ...post, path: "/last" });
    gate.isOpen = false;
    expect(gate.calls).toBe(1);
    answer.resolve();
    await (await first).body.text();
    expect(await fenced).toBe(gate.error);
    await (await last).body.text();
    expect(urls).toEqual(["/first", "/last"]);
    expect(server.accepted).toBe(1);
  });

  test("keeps a request from being sent that had to wait for its credential", async () => {
    const credential = deferred<object>();
    await using server = await startHttp(echo);
    await using transport = open({
      server: `http://127.0.0.1:${server.port}`,
      credential: { present: () => credential.promise, reject: () => false },
    });
    const gate = new Gate();
    const fenced = failureOf(transport.send({ ...post, beforeSend: gate.pass }));
    gate.isOpen = false;
    credential.resolve({});
    expect(await fenced).toBe(gate.error);
  });

  test("is called again for the second try after a 401", async () => {
    let requests = 0;
    const gate = new Gate();
    await using server = await startHttp((_request, response) => {
      requests++;
      gate.isOpen = false;
      answerJson(response, {}, 401);
    });
    await using transport = open({
      server: `http://127.0.0.1:${server.port}`,
      credential: { present: async () => ({}), reject: () => true },
    });
    expect(await failureOf(transport.send({ ...post, beforeSend: gate.pass }))).toBe(gate.error);
    expect([requests, gate.calls]).toEqual([1, 2]);
  });

  test("is called again for a read that goes over another connection, the first one being stale", async () => {
    let connections = 0;
    const answer = "HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}";
    await using server = await startTcp((socket: Socket) => {
      const isFirst = ++connections === 1;
      let requests = 0;
      socket.on("data", () => (isFirst && ++requests > 1 ? socket.destroy() : socket.write(answer)));
    });
    await using transport = open({ server: `http://127.0.0.1:${server.port}` });
    const gate = new Gate();
    const get = { method: "GET", path: "/", beforeSend: gate.pass } as const;
    await (await transport.send(get)).body.text();
    expect(gate.calls).toBe(1);
    await (await transport.send(get)).body.text();
    expect([gate.calls, connections]).toEqual([3, 2]);
  });

  test("is called again for each retry, and what it throws is not retried", async () => {
    let requests = 0;
    const gate = new Gate();
    await using server = await startHttp((_request, response) => {
      if (++requests === 2) gate.isOpen = false;
      response.setHeader("retry-after", "0");
      answerJson(response, {}, 429);
    });
    await using transport = open({ server: `http://127.0.0.1:${server.port}` });
    const retrying = intercept(transport, [retryRequests()]);
    expect(await failureOf(retrying.send({ ...post, beforeSend: gate.pass }))).toBe(gate.error);
    expect([requests, gate.calls]).toEqual([2, 3]);
  });

  test("may abort the request, which is then not sent", async () => {
    let requests = 0;
    await using server = await startHttp((request, response) => {
      requests++;
      echo(request, response);
    });
    await using transport = open({ server: `http://127.0.0.1:${server.port}` });
    const controller = new AbortController();
    const reason = new Error("changed my mind");
    const beforeSend = () => controller.abort(reason);
    expect(await failureOf(transport.send({ ...post, signal: controller.signal, beforeSend }))).toBe(reason);
    await (await transport.send(post)).body.text();
    expect([requests, server.accepted]).toEqual([1, 1]);
  });

  test("may close the transport, and the request is not sent", async () => {
    await using server = await startHttp(echo);
    const transport = open({ server: `http://127.0.0.1:${server.port}` });
    const beforeSend = () => void transport.close();
    expect(await failureOf(transport.send({ ...post, beforeSend }))).toMatchObject({ code: "CLOSED" });
  });
});

const discovery: Record<string, object> = { "/api": served("", "configmaps", "ConfigMap"), "/apis": { items: [] } };

function served(name: string, resource: string, kind: string): object {
  const resources = [{ resource, responseKind: { kind }, scope: "Namespaced" }];
  return { kind: "APIGroupDiscoveryList", items: [{ metadata: { name }, versions: [{ version: "v1", resources }] }] };
}

const list = { kind: "ConfigMapList", apiVersion: "v1", metadata: {}, items: [config()] };

function config(): KubeObject & { data?: Record<string, string> } {
  return ConfigMap.of({ metadata: { name: "c", namespace: "default", uid: "1", resourceVersion: "1" } });
}

function scripted() {
  const server = new ScriptedServer(({ path, body, method }) => {
    if (discovery[path] !== undefined) return { json: discovery[path] };
    if (method === "PATCH") return { json: config() };
    if (method === "GET" && /configmaps(\?|$)/.test(path)) return { json: list };
    return { json: body === undefined || method === "DELETE" ? config() : JSON.parse(body) };
  });
  /** Of each request in order, whether it carries `beforeSend`: `GET`, `POST with`. Discovery aside. */
  const sent = (beforeSend: () => void): string[] =>
    server.requests
      .filter(({ path }) => discovery[path] === undefined)
      .map((request) => (request.beforeSend === beforeSend ? `${request.method} with` : request.method));
  return { server, sent, client: new ApiClient({ transport: server, fieldManager: "base" }) };
}

async function drain(iterable: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of iterable);
}

const body = { apiVersion: "v1", kind: "X", metadata: { name: "c" } };
const patch = { merge: {} };
const json = { json: [] };

const verbs: [name: string, call: (client: Client, options: CallOptions) => Promise<unknown>][] = [
  ["get", (c, o) => c.get(ConfigMap, "c", o)],
  ["find", (c, o) => c.find(ConfigMap, "c", o)],
  ["list", (c, o) => c.list(ConfigMap, o)],
  ["listPages", (c, o) => drain(c.listPages(ConfigMap, o))],
  ["create", (c, o) => c.create(config(), o)],
  ["update", (c, o) => c.update(config(), o)],
  ["patch", (c, o) => c.patch(ConfigMap, "c", patch, o)],
  ["apply", (c, o) => c.apply(config(), o)],
  ["delete by object", (c, o) => c.delete(config(), o)],
  ["delete by key", (c, o) => c.delete(ConfigMap, "c", o)],
  ["deleteAllOf", (c, o) => c.deleteAllOf(ConfigMap, { ...o, namespace: "default" })],
  ["status.update", (c, o) => c.status.update(config(), o)],
  ["status.patch", (c, o) => c.status.patch(ConfigMap, "c", patch, o)],
  ["status.apply", (c, o) => c.status.apply(config(), o)],
  ["subresource.get", (c, o) => c.subresource("x").get(ConfigMap, "c", o)],
  ["subresource.create", (c, o) => c.subresource("x").create(ConfigMap, "c", body, o)],
  ["subresource.update", (c, o) => c.subresource("x").update(ConfigMap, "c", body, o)],
  ["subresource.patch", (c, o) => c.subresource("x").patch(ConfigMap, "c", json, o)],
  ["subresource.apply", (c, o) => c.subresource("x").apply(ConfigMap, "c", body, o)],
  ["logs", (c, o) => drain(c.logs("p", o))],
  ["watch", (c, o) => drain(c.watch(ConfigMap, o)).catch(() => {})],
  ["request", (c, o) => c.request({ ...post, ...o })],
];

describe.each<[name: string, wrap: (client: Client) => Client]>([
  ["a client", (client) => client],
  ["ForwardingClient", (client) => new ForwardingClient(client)],
  ["withNamespace", (client) => withNamespace(client, "default")],
  ["withDryRun", (client) => withDryRun(client)],
  ["withFieldManager", (client) => withFieldManager(client, "mine")],
])("beforeSend of %s", (_name, wrap) => {
  test.each(verbs)("reaches the request of %s, and not discovery", async (_verb, call) => {
    const { server, sent, client } = scripted();
    const beforeSend = () => {};
    await call(wrap(client), { beforeSend });
    expect(sent(beforeSend)).toEqual([expect.stringMatching(/^[A-Z]+ with$/)]);
    expect(server.requests.filter((request) => request.beforeSend !== undefined)).toHaveLength(1);
  });
});

describe("beforeSend", () => {
  test("of deleteAllOf in all namespaces reaches each deletion, not the list before them", async () => {
    const { sent, client } = scripted();
    const beforeSend = () => {};
    await client.deleteAllOf(ConfigMap, { allNamespaces: true, beforeSend });
    expect(sent(beforeSend)).toEqual(["GET", "DELETE with"]);
  });

  test.each([
    ["createOrUpdate", createOrUpdate, "PUT"],
    ["createOrPatch", createOrPatch, "PATCH"],
  ])("of %s reaches the write, not the read before it", async (_name, flow, method) => {
    const { sent, client } = scripted();
    const beforeSend = () => {};
    const change = (object: ReturnType<typeof config>) => {
      object.data = { a: "b" };
    };
    await flow(client, config(), change, { beforeSend });
    expect(sent(beforeSend)).toEqual(["GET", `${method} with`]);
  });
});
