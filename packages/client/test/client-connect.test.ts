import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Pod } from "@kubewright/api/core/v1";
import {
  type Client,
  type ConnectOptions,
  connect,
  type Host,
  type RequestObservation,
  systemClock,
} from "@kubewright/client";
import { expect, test } from "vitest";

type Handler = (request: IncomingMessage, response: ServerResponse, count: number) => void;

async function serve(handler: Handler) {
  let count = 0;
  const server: Server = createServer((request, response) => handler(request, response, ++count));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const shown: string[] = [];
  const host: Host = { clock: systemClock, env: {}, homeDirectory: "/nowhere", showToUser: (text) => shown.push(text) };
  return {
    shown,
    connect: (options: ConnectOptions = {}) =>
      connect({
        server: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
        token: "hunter2",
        host,
        ...options,
      }),
    async [Symbol.asyncDispose](): Promise<void> {
      server.closeAllConnections();
      server.close();
    },
  };
}

function send(response: ServerResponse, object: object, headers: Record<string, string> = {}): void {
  response.writeHead(200, { "content-type": "application/json", ...headers }).end(JSON.stringify(object));
}

const pod = Pod.of({ metadata: { name: "p" }, spec: { containers: [] } });

test("a client sends its credentials, namespace, field manager and user agent", async () => {
  const seen: IncomingMessage[] = [];
  await using server = await serve((request, response) => {
    seen.push(request);
    send(response, pod);
  });
  await using client = await server.connect({ namespace: "shop", fieldManager: "mine", userAgent: "tester/1" });
  await client.patch(Pod, "p", { merge: {} });
  expect(seen[0]).toMatchObject({
    method: "PATCH",
    url: "/api/v1/namespaces/shop/pods/p?fieldManager=mine",
    headers: { authorization: "Bearer hunter2", "user-agent": "tester/1" },
  });
  expect(client.namespace).toBe("shop");
});

test("a request that the server puts off is sent again, unless retries are off", async () => {
  const overloaded: Handler = (_, response, count) => {
    if (count % 2 === 0) send(response, pod);
    else response.writeHead(429, { "retry-after": "0" }).end("slow down");
  };
  await using server = await serve(overloaded);
  const observed: RequestObservation[] = [];
  await using client = await server.connect({ onRequest: (observation) => observed.push(observation) });
  expect(await client.get(Pod, "p")).toEqual(pod);
  expect(observed.map(({ outcome }) => outcome)).toEqual([{ status: 429 }, { status: 200 }]);
  await using strict = await server.connect({ retry: false });
  await expect(strict.get(Pod, "p")).rejects.toThrow("too many requests");
});

test("a warning is shown to the user once, or told to the program", async () => {
  await using server = await serve((_, response) => send(response, pod, { warning: '299 - "v1 Pod is old"' }));
  await using client = await server.connect();
  await client.get(Pod, "p");
  await client.get(Pod, "p");
  expect(server.shown).toEqual(["Warning: v1 Pod is old\n"]);
  const told: string[] = [];
  await using quiet = await server.connect({ onWarning: ({ text }) => told.push(text) });
  await quiet.get(Pod, "p");
  expect(told).toEqual(["v1 Pod is old"]);
  expect(server.shown).toHaveLength(1);
});

test("a logger gets each request, and no credential", async () => {
  await using server = await serve((_, response) => send(response, pod));
  const lines: unknown[] = [];
  const logger = { debug: (fields: object, message: string) => lines.push({ ...fields, message }) };
  await using client = await server.connect({ logger });
  await client.get(Pod, "p", { resourceVersion: "0" });
  expect(lines).toMatchObject([
    { method: "GET", path: "/api/v1/namespaces/default/pods/p", status: 200, message: "request answered" },
  ]);
  expect(JSON.stringify(lines)).not.toContain("hunter2");
});

test("an interceptor sees each try, and can answer itself", async () => {
  await using server = await serve((_, response) => send(response, pod));
  const paths: string[] = [];
  await using client = await server.connect({
    interceptors: [
      async (request, next) => {
        paths.push(request.path);
        return await next(request);
      },
    ],
  });
  await client.get(Pod, "p");
  expect(paths).toEqual(["/api/v1/namespaces/default/pods/p"]);
});

test("without any configuration, the error says where it was looked for", async () => {
  const host: Host = { clock: systemClock, env: {}, homeDirectory: "/nowhere" };
  await expect(connect({ host, inCluster: false })).rejects.toMatchObject({
    code: "NO_CONFIG",
    message: expect.stringContaining("/nowhere/.kube/config"),
  });
});

test.each<[call: string, run: (client: Client) => Promise<unknown>]>([
  ["a read", (client) => client.get(Pod, "p")],
  ["a write, which asks discovery first", (client) => client.create(pod)],
])("%s that is answered with 401 names the server and the credential, not the secret", async (_call, run) => {
  await using server = await serve((_request, response) => {
    const status = { kind: "Status", apiVersion: "v1", status: "Failure", message: "Unauthorized", code: 401 };
    response.writeHead(401, { "content-type": "application/json" }).end(JSON.stringify(status));
  });
  await using client = await server.connect();
  const error = await run(client).catch((caught: unknown) => caught);
  expect((error as Error).message).toMatch(/^Unauthorized: http:\/\/127\.0\.0\.1:\d+ does not accept the token/);
  expect(error).toMatchObject({ status: { message: "Unauthorized" }, code: 401 });
  expect((error as Error).message).not.toContain("hunter2");
});
