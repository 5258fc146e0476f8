import { request } from "node:https";
import { badRequestError, ManualClock } from "@kubewright/api";
import { afterEach, describe, expect, test } from "vitest";
import type { InProcessTransport } from "../http/transport/in-process-transport.ts";
import { ApiServer } from "./api-server.ts";
import type { ApiServerOptions } from "./server-options.ts";

const open: ApiServer[] = [];

afterEach(async () => {
  await Promise.all(open.splice(0).map((server) => server.close()));
});

describe("ApiServer", () => {
  test("has what a fresh server has", async () => {
    const server = await start();
    const names = async (path: string): Promise<string[]> => {
      const { items } = (await get(server.transport(), path)) as { items: { metadata: { name: string } }[] };
      return items.map(({ metadata }) => metadata.name);
    };
    expect(await names("/api/v1/namespaces")).toEqual(["default", "kube-node-lease", "kube-public", "kube-system"]);
    expect(await names("/apis/scheduling.k8s.io/v1/priorityclasses")).toEqual([
      "system-cluster-critical",
      "system-node-critical",
    ]);
    expect(await names("/apis/rbac.authorization.k8s.io/v1/clusterroles")).toContain("cluster-admin");
    expect(await get(server.transport(), "/api/v1/namespaces/default/services/kubernetes")).toMatchObject({
      metadata: { uid: expect.stringMatching(/^[0-9a-f-]{36}$/), creationTimestamp: expect.any(String) },
      spec: { clusterIP: "10.0.0.1" },
    });
  });

  test("takes addresses from the range that it was given", async () => {
    const server = await start({ serviceCidr: "10.96.0.0/16" });
    const transport = server.transport();
    expect(await get(transport, "/api/v1/namespaces/default/services/kubernetes")).toMatchObject({
      spec: { clusterIP: "10.96.0.1", clusterIPs: ["10.96.0.1"] },
    });
    expect(await get(transport, "/apis/networking.k8s.io/v1/servicecidrs/kubernetes")).toMatchObject({
      spec: { cidrs: ["10.96.0.0/16"] },
    });
    await expect(ApiServer.start({ serviceCidr: "everything" })).rejects.toMatchObject({
      code: "INVALID_OPTION",
      message: 'serviceCidr: "everything" is no range such as 10.0.0.0/24',
    });
  });

  test("allows endpoints in the loopback range only if it is told to", async () => {
    const slice = {
      metadata: { name: "web" },
      addressType: "IPv4",
      endpoints: [{ addresses: ["127.9.9.2"] }],
      ports: [{ port: 80 }],
    };
    const endpoints = { metadata: { name: "web" }, subsets: [{ addresses: [{ ip: "127.9.9.2" }] }] };
    const writes: [path: string, object: object][] = [
      ["/apis/discovery.k8s.io/v1/namespaces/default/endpointslices", slice],
      ["/api/v1/namespaces/default/endpoints", endpoints],
    ];
    for (const [isAllowed, code] of [
      [false, 422],
      [true, 201],
    ] as const) {
      const transport = (await start({ allowLoopbackEndpoints: isAllowed })).transport();
      for (const [path, object] of writes) {
        const response = await transport.send({ method: "POST", path, body: JSON.stringify(object) });
        const text = await response.body.text();
        expect(response.status).toBe(code);
        expect(text.includes("may not be in the loopback range (127.0.0.0/8, ::1/128)")).toBe(!isAllowed);
      }
    }
    const transport = (await start({ allowLoopbackEndpoints: true })).transport();
    const body = JSON.stringify({ ...slice, endpoints: [{ addresses: ["169.254.0.1", "127.0.0.1"] }] });
    const { status: code, body: answer } = await transport.send({ method: "POST", path: writes[0]![0], body });
    expect(code).toBe(422);
    expect(JSON.parse(await answer.text()).details.causes).toHaveLength(1);
  });

  test("answers at paths of its owner, to those who may use them", async () => {
    const server = await start({
      endpoints: {
        "/example/echo": async (request) => {
          if (request.method !== "POST") throw badRequestError("only POST");
          return { status: 202, headers: { "content-type": "text/plain" }, body: await request.body() };
        },
      },
    });
    const response = await server.transport().send({ method: "POST", path: "/example/echo", body: "hello" });
    expect([response.status, await response.body.text()]).toEqual([202, "hello"]);
    expect(await body(server.transport(), "/example/echo")).toMatchObject({ code: 400, message: "only POST" });
    expect(await status(server.transport({ user: "bob" }), "/example/echo")).toBe(403);
    expect(await status(server.transport(), "/example/other")).toBe(404);
  });

  test("lets the administrator do everything, and others what roles allow", async () => {
    const server = await start({ tokens: { secret: { name: "jane", groups: ["dev"] } } });
    expect(await status(server.transport(), "/api/v1/secrets")).toBe(200);
    expect(await status(server.transport({ user: "bob" }), "/api/v1/secrets")).toBe(403);
    expect(await status(server.transport({ user: "bob" }), "/version")).toBe(200);
    const jane = await body(server.transport({ token: "secret" }), "/api/v1/secrets");
    expect(jane).toMatchObject({ code: 403, message: expect.stringContaining('User "jane" cannot list') });
    expect(await status(server.transport({ token: "wrong" }), "/api/v1/secrets")).toBe(401);
    const open = await start({ authorization: "AlwaysAllow" });
    expect(await status(open.transport({ user: "bob" }), "/api/v1/secrets")).toBe(200);
  });

  test("forgets on demand: who lists from then on is told", async () => {
    const server = await start();
    const before = server.revision;
    await create(server.transport(), "a");
    expect(server.revision).toBe(before + 1);
    server.compact();
    const path = `/api/v1/configmaps?resourceVersion=${before}&resourceVersionMatch=Exact`;
    expect(await body(server.transport(), path)).toMatchObject({ code: 410, reason: "Expired" });
  });

  test("forgets by itself what happened before the last time", async () => {
    const clock = new ManualClock();
    const server = await start({ clock, compactionIntervalMs: 1_000 });
    const exactly = (revision: number): Promise<number> => {
      return status(server.transport(), `/api/v1/configmaps?resourceVersion=${revision}&resourceVersionMatch=Exact`);
    };
    const before = server.revision;
    await create(server.transport(), "a");
    await clock.advance(1_000);
    expect(await exactly(before)).toBe(200);
    await clock.advance(1_000);
    expect(await exactly(before)).toBe(410);
  });

  test("suffers the faults that it was started with, and those that are added", async () => {
    const server = await start({ faults: [{ verb: "list", times: 1, fault: { type: "status", status: 503 } }] });
    expect(await status(server.transport(), "/api/v1/pods")).toBe(503);
    expect(await status(server.transport(), "/api/v1/pods")).toBe(200);
    server.faults.add({ fault: { type: "lost-answer" } });
    await expect(get(server.transport(), "/api/v1/pods")).rejects.toMatchObject({ code: "CONNECTION_FAILED" });
  });

  test("listens with a certificate of its own, and knows people by certificates", async () => {
    const server = await start();
    expect(() => server.kubeconfig()).toThrow("call listen() first");
    const { url, port, certificateAuthority } = await server.listen();
    expect(url).toBe(`https://127.0.0.1:${port}`);
    const ask = (identity: { cert?: string; key?: string }): Promise<number> => {
      return new Promise((resolve, reject) => {
        const outgoing = request(`${url}/api/v1/secrets`, { ca: certificateAuthority, agent: false, ...identity });
        outgoing.on("error", reject);
        outgoing.on("response", (response) => {
          response.resume();
          resolve(response.statusCode ?? 0);
        });
        outgoing.end();
      });
    };
    expect(await ask({})).toBe(403);
    expect(await ask(server.issueClientCertificate())).toBe(200);
    expect(await ask(server.issueClientCertificate({ user: "bob" }))).toBe(403);
    expect(await ask((await start()).issueClientCertificate())).toBe(401);
    expect(server.kubeconfig()).toContain(`server: ${url}`);
    await expect(server.listen()).rejects.toMatchObject({ code: "CANNOT_LISTEN" });
    const { revision } = server;
    await server.stopListening();
    expect([server.address, server.revision]).toEqual([undefined, revision]);
    await server.stopListening();
    expect(await server.listen({ port })).toEqual({ url, port, certificateAuthority });
  });

  test("closing ends watches and requests, and is the end", async () => {
    const server = await start();
    const transport = server.transport();
    const { body: stream } = await transport.send({ method: "GET", path: "/api/v1/pods?watch=1", isStream: true });
    const next = stream[Symbol.asyncIterator]().next();
    await server.close();
    await expect(next).rejects.toMatchObject({ code: "CLOSED" });
    expect(() => server.transport()).toThrow("the server was closed");
    await expect(server.listen()).rejects.toMatchObject({ code: "CLOSED" });
    await server.close();
  });
});

async function start(options: ApiServerOptions = {}): Promise<ApiServer> {
  const server = await ApiServer.start(options);
  open.push(server);
  return server;
}

async function get(transport: InProcessTransport, path: string): Promise<unknown> {
  const response = await transport.send({ method: "GET", path });
  expect(response.status).toBe(200);
  return JSON.parse(await response.body.text());
}

async function body(transport: InProcessTransport, path: string): Promise<unknown> {
  return JSON.parse(await (await transport.send({ method: "GET", path })).body.text());
}

async function status(transport: InProcessTransport, path: string): Promise<number> {
  return (await transport.send({ method: "GET", path })).status;
}

async function create(transport: InProcessTransport, name: string): Promise<void> {
  const path = "/api/v1/namespaces/default/configmaps";
  const response = await transport.send({ method: "POST", path, body: JSON.stringify({ metadata: { name } }) });
  expect(response.status).toBe(201);
}
