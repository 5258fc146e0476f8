import { randomInt } from "node:crypto";
import { once } from "node:events";
import { connect, createServer, type Server, type Socket } from "node:net";
import type { Kind, KubeObject, ObjectList } from "@kubewright/api";
import { Service, type ServiceSpec } from "@kubewright/api/core/v1";
import { EndpointSlice } from "@kubewright/api/discovery/v1";
import { ApiServer } from "@kubewright/apiserver";
import { ApiClient, ForwardingClient, type ListOptions, type WatchEvent, type WatchOptions } from "@kubewright/client";
import { eventually } from "@kubewright/testing";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { ServiceForwarder } from "../src/forward/service-forwarder.ts";

/** Sees addresses 10.x.y.z as 127.x.y.z: servers refuse loopback addresses where no node has such. */
class OnLoopback extends ForwardingClient {
  override async list<T extends KubeObject>(kind: Kind<T>, options?: ListOptions): Promise<ObjectList<T>> {
    const list = await super.list(kind, options);
    return { ...list, items: list.items.map(onLoopback) };
  }

  override async *watch<T extends KubeObject>(kind: Kind<T>, options?: WatchOptions): AsyncIterable<WatchEvent<T>> {
    for await (const event of super.watch(kind, options)) {
      yield event.type === "BOOKMARK" ? event : { ...event, object: onLoopback(event.object) };
    }
  }
}

function onLoopback<T extends KubeObject>(object: T): T {
  if (object.kind !== "EndpointSlice") return object;
  return JSON.parse(JSON.stringify(object).replaceAll('"10.', '"127.')) as T;
}

let server: ApiServer;
let client: ApiClient;
let forwarder: ServiceForwarder;
/** On which nothing listens but what a test starts. */
let network: string;
let port: number;
const backends: { readonly server: Server; readonly sockets: Set<Socket> }[] = [];

beforeAll(async () => {
  server = await ApiServer.start();
  client = new ApiClient({ transport: server.transport() });
});

afterAll(async () => {
  await client.close();
  await server.close();
});

beforeEach(async () => {
  network = `127.${randomInt(2, 255)}.${randomInt(0, 256)}`;
  port = await freePort();
  forwarder = new ServiceForwarder({ client: new OnLoopback(client) });
  await forwarder.start();
});

afterEach(async () => {
  await forwarder.stop();
  for (const backend of backends.splice(0)) stop(backend);
  await client.deleteAllOf(EndpointSlice, { namespace: "default" });
  for (const { metadata } of (await client.list(Service, { namespace: "default" })).items) {
    if (metadata.name !== "kubernetes") await client.delete(Service, metadata);
  }
});

function stop({ server: backend, sockets }: { readonly server: Server; readonly sockets: Set<Socket> }): void {
  backend.close();
  for (const socket of sockets) socket.destroy();
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, `${network}.2`);
  await once(probe, "listening");
  const { port: found } = probe.address() as { port: number };
  probe.close();
  await once(probe, "close");
  return found;
}

/** Something that says its name to whoever connects, and then what it hears. */
async function startBackend(host: string) {
  const sockets = new Set<Socket>();
  const backend = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    socket.write(host);
    socket.pipe(socket);
  });
  backend.listen(port, host);
  await once(backend, "listening");
  backends.push({ server: backend, sockets });
  return backends.at(-1)!;
}

async function createService(name: string, spec: Partial<ServiceSpec>): Promise<Service> {
  const service = Service.of({ metadata: { name, namespace: "default" }, spec: { selector: { app: name }, ...spec } });
  return await client.create(service);
}

/** Puts the endpoints of a service; `ready` as they are in the order of the addresses. */
async function setEndpoints(name: string, addresses: Readonly<Record<string, "ready" | "ending">>): Promise<void> {
  const slice = EndpointSlice.of({
    metadata: { name, namespace: "default", labels: { "kubernetes.io/service-name": name } },
    addressType: "IPv4",
    ports: [{ name: "", port, protocol: "TCP" }],
    endpoints: Object.entries(addresses).map(([address, state]) => ({
      addresses: [address.replace("127.", "10.")],
      conditions: { ready: state === "ready", serving: true, terminating: state === "ending" },
      targetRef: { kind: "Pod", name: address },
    })),
  });
  await client.apply(slice, { fieldManager: "test", force: true });
}

/** Who answers. */
async function whoAt(host: string, at: number): Promise<string> {
  const socket = connect({ host, port: at });
  try {
    const [data] = await once(socket, "data");
    return String(data);
  } finally {
    socket.destroy();
  }
}

describe("ServiceForwarder", () => {
  test("gives each service an address of its own, at which its ready endpoints answer in turn", async () => {
    await Promise.all([startBackend(`${network}.2`), startBackend(`${network}.3`)]);
    await createService("web", { ports: [{ port }] });
    await createService("other", { ports: [{ port }] });
    await createService("headless", { clusterIP: "None", ports: [{ port }] });
    await setEndpoints("web", { [`${network}.2`]: "ready", [`${network}.3`]: "ready" });
    const address = await eventually(() => forwarder.addressOf("default", "web") ?? false);
    const other = await eventually(() => forwarder.addressOf("default", "other") ?? false);
    expect(address).toMatch(/^127\./);
    expect(other).not.toBe(address);
    expect(forwarder.addressOf("default", "headless")).toBeUndefined();
    await eventually(() => whoAt(address, port));
    const answers = [await whoAt(address, port), await whoAt(address, port), await whoAt(address, port)];
    expect(new Set(answers)).toEqual(new Set([`${network}.2`, `${network}.3`]));
    expect(answers[0]).toBe(answers[2]);
    await expect(whoAt(other, port)).rejects.toThrow("ECONNREFUSED");
  });

  test("refuses nobody while one endpoint goes and another comes", async () => {
    const first = await startBackend(`${network}.2`);
    await createService("web", { ports: [{ port }] });
    await setEndpoints("web", { [`${network}.2`]: "ready" });
    const address = await eventually(() => forwarder.addressOf("default", "web") ?? false);
    await eventually(() => whoAt(address, port));
    const held = connect({ host: address, port });
    await once(held, "data");
    const answers: string[] = [];
    let isOver = false;
    const asking = (async () => {
      while (!isOver) answers.push(await whoAt(address, port));
    })();
    await startBackend(`${network}.3`);
    await setEndpoints("web", { [`${network}.2`]: "ready", [`${network}.3`]: "ready" });
    await eventually(() => answers.includes(`${network}.3`));
    await setEndpoints("web", { [`${network}.2`]: "ending", [`${network}.3`]: "ready" });
    await eventually(() => answers.slice(-5).every((name) => name === `${network}.3`));
    // The open one goes on with the endpoint that ends.
    held.write("still here");
    expect(String((await once(held, "data"))[0])).toBe("still here");
    stop(first);
    await setEndpoints("web", { [`${network}.3`]: "ready" });
    const count = answers.length;
    await eventually(() => answers.length > count + 5);
    isOver = true;
    await asking;
    held.destroy();
  });

  test("survives an endpoint that dies before anyone knows", async () => {
    const [first] = await Promise.all([startBackend(`${network}.2`), startBackend(`${network}.3`)]);
    await createService("web", { ports: [{ port }] });
    await setEndpoints("web", { [`${network}.2`]: "ready", [`${network}.3`]: "ready" });
    const address = await eventually(() => forwarder.addressOf("default", "web") ?? false);
    await eventually(() => whoAt(address, port));
    stop(first);
    for (let count = 0; count < 4; count++) expect(await whoAt(address, port)).toBe(`${network}.3`);
  });

  test("keeps clients at the endpoint where they were, if the service says so", async () => {
    await Promise.all([startBackend(`${network}.2`), startBackend(`${network}.3`)]);
    await createService("web", { sessionAffinity: "ClientIP", ports: [{ port }] });
    await setEndpoints("web", { [`${network}.2`]: "ready", [`${network}.3`]: "ready" });
    const address = await eventually(() => forwarder.addressOf("default", "web") ?? false);
    const first = await eventually(() => whoAt(address, port));
    for (let count = 0; count < 4; count++) expect(await whoAt(address, port)).toBe(first);
  });

  test("listens at node ports, and at ports that a service has got, no longer at those that it has lost", async () => {
    await startBackend(`${network}.2`);
    const { spec } = await createService("web", { type: "NodePort", ports: [{ port }] });
    await setEndpoints("web", { [`${network}.2`]: "ready" });
    const address = await eventually(() => forwarder.addressOf("default", "web") ?? false);
    const nodePort = spec!.ports![0]!.nodePort!;
    expect(await eventually(() => whoAt("127.0.0.1", nodePort))).toBe(`${network}.2`);
    const ports = [{ port: port + 1, targetPort: port }];
    await client.patch(Service, "default/web", { merge: { spec: { type: "ClusterIP", ports } } });
    expect(await eventually(() => whoAt(address, port + 1))).toBe(`${network}.2`);
    expect(forwarder.portOf("default", "web", port + 1)).toBe(port + 1);
    await expect(whoAt(address, port)).rejects.toThrow("ECONNREFUSED");
    await expect(whoAt("127.0.0.1", nodePort)).rejects.toThrow("ECONNREFUSED");
    await client.delete(Service, "default/web");
    await eventually(() => forwarder.addressOf("default", "web") === undefined);
    await expect(whoAt(address, port + 1)).rejects.toThrow("ECONNREFUSED");
  });
});
