import { randomInt } from "node:crypto";
import { createSocket } from "node:dgram";
import { once } from "node:events";
import { connect, createServer, type Server, type Socket } from "node:net";
import { ManualClock } from "@kubewright/api";
import { Service, type ServicePort, type ServiceSpec } from "@kubewright/api/core/v1";
import { EndpointSlice } from "@kubewright/api/discovery/v1";
import { ApiServer } from "@kubewright/apiserver";
import { ApiClient } from "@kubewright/client";
import type { EventRecorder } from "@kubewright/runtime";
import { type Check, eventually, type Passed, watchForLeaks } from "@kubewright/testing";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { SharedServiceAddress } from "../src/forward/service-addresses.ts";
import { ServiceForwarder, type ServiceForwarderOptions } from "../src/forward/service-forwarder.ts";
import { ServiceNetwork } from "../src/forward/service-network.ts";

let services: ServiceNetwork;
let server: ApiServer;
let client: ApiClient;
let forwarder: ServiceForwarder;
/** On which nothing listens but what a test starts. */
let network: string;
let port: number;
/** Events of services: `Normal web PortMoved …`. */
let told: string[];
const backends: { readonly server: Server; readonly sockets: Set<Socket> }[] = [];

beforeAll(async () => {
  services = await ServiceNetwork.claim(Math.random);
  server = await ApiServer.start({
    serviceCidr: services.cidr,
    allowLoopbackEndpoints: true,
    serviceAccountAdmission: false,
  });
  client = new ApiClient({ transport: server.transport() });
});

afterAll(async () => {
  await client.close();
  await server.close();
  await services[Symbol.asyncDispose]();
});

beforeEach(async () => {
  network = `127.${randomInt(2, 255)}.${randomInt(0, 256)}`;
  port = await freePort();
  told = [];
  await startForwarder();
});

async function startForwarder(options: Partial<ServiceForwarderOptions> = {}): Promise<void> {
  const events: EventRecorder = {
    normal: ({ metadata }, { reason, note }) => told.push(`Normal ${metadata.name} ${reason} ${note}`),
    warning: ({ metadata }, { reason, note }) => told.push(`Warning ${metadata.name} ${reason} ${note}`),
  };
  forwarder = new ServiceForwarder({ client, events, ...options });
  await forwarder.start();
}

afterEach(async () => {
  await forwarder.stop();
  for (const backend of backends.splice(0)) stop(backend);
  await client.deleteAllOf(EndpointSlice, { namespace: "default" });
  for (const { metadata } of (await client.list(Service, { namespace: "default" })).items) {
    if (metadata.name !== "kubernetes") await client.delete(Service, metadata);
  }
});

/** As soon as it is so, with time for a machine that has much else to do. */
function soon<T>(check: Check<T>): Promise<Passed<T>> {
  return eventually(check, { timeoutMs: 15_000 });
}

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
    ports: ["", "tcp", "udp"].map((name) => ({ name, port, protocol: name === "udp" ? "UDP" : "TCP" })),
    endpoints: Object.entries(addresses).map(([address, state]) => ({
      addresses: [address],
      conditions: { ready: state === "ready", serving: true, terminating: state === "ending" },
      targetRef: { kind: "Pod", namespace: "default", name: address, uid: address },
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
    const address = await soon(() => forwarder.addressOf("default", "web") ?? false);
    const other = await soon(() => forwarder.addressOf("default", "other") ?? false);
    expect(address).toBe((await client.get(Service, "default/web")).spec?.clusterIP);
    expect(other).not.toBe(address);
    expect(forwarder.addressOf("default", "headless")).toBeUndefined();
    await soon(() => whoAt(address, port));
    const answers = [await whoAt(address, port), await whoAt(address, port), await whoAt(address, port)];
    expect(new Set(answers)).toEqual(new Set([`${network}.2`, `${network}.3`]));
    expect(answers[0]).toBe(answers[2]);
    await expect(whoAt(other, port)).rejects.toThrow("ECONNREFUSED");
  });

  test("refuses nobody while one endpoint goes and another comes", async () => {
    const first = await startBackend(`${network}.2`);
    await createService("web", { ports: [{ port }] });
    await setEndpoints("web", { [`${network}.2`]: "ready" });
    const address = await soon(() => forwarder.addressOf("default", "web") ?? false);
    await soon(() => whoAt(address, port));
    const held = connect({ host: address, port }).on("error", () => {});
    await once(held, "data");
    const answers: string[] = [];
    let isOver = false;
    const asking = (async () => {
      while (!isOver) answers.push(await whoAt(address, port));
    })();
    await startBackend(`${network}.3`);
    await setEndpoints("web", { [`${network}.2`]: "ready", [`${network}.3`]: "ready" });
    await soon(() => answers.includes(`${network}.3`));
    await setEndpoints("web", { [`${network}.2`]: "ending", [`${network}.3`]: "ready" });
    await soon(() => answers.slice(-5).every((name) => name === `${network}.3`));
    // The open one goes on with the endpoint that ends.
    held.write("still here");
    expect(String((await once(held, "data"))[0])).toBe("still here");
    stop(first);
    await setEndpoints("web", { [`${network}.3`]: "ready" });
    const count = answers.length;
    await soon(() => answers.length > count + 5);
    isOver = true;
    await asking;
    held.destroy();
  });

  test("survives an endpoint that dies before anyone knows", async () => {
    const [first] = await Promise.all([startBackend(`${network}.2`), startBackend(`${network}.3`)]);
    await createService("web", { ports: [{ port }] });
    await setEndpoints("web", { [`${network}.2`]: "ready", [`${network}.3`]: "ready" });
    const address = await soon(() => forwarder.addressOf("default", "web") ?? false);
    await soon(() => whoAt(address, port));
    stop(first);
    for (let count = 0; count < 4; count++) expect(await whoAt(address, port)).toBe(`${network}.3`);
  });

  test("keeps clients at the endpoint where they were, if the service says so", async () => {
    await Promise.all([startBackend(`${network}.2`), startBackend(`${network}.3`)]);
    await createService("web", { sessionAffinity: "ClientIP", ports: [{ port }] });
    await setEndpoints("web", { [`${network}.2`]: "ready", [`${network}.3`]: "ready" });
    const address = await soon(() => forwarder.addressOf("default", "web") ?? false);
    const first = await soon(() => whoAt(address, port));
    for (let count = 0; count < 4; count++) expect(await whoAt(address, port)).toBe(first);
  });

  test("listens at node ports, and at ports that a service has got, no longer at those that it has lost", async () => {
    await startBackend(`${network}.2`);
    const { spec } = await createService("web", { type: "NodePort", ports: [{ port }] });
    await setEndpoints("web", { [`${network}.2`]: "ready" });
    const address = await soon(() => forwarder.addressOf("default", "web") ?? false);
    const nodePort = spec!.ports![0]!.nodePort!;
    expect(await soon(() => whoAt("127.0.0.1", nodePort))).toBe(`${network}.2`);
    const ports = [{ port: port + 1, targetPort: port }];
    await client.patch(Service, "default/web", { merge: { spec: { type: "ClusterIP", ports } } });
    expect(await soon(() => whoAt(address, port + 1))).toBe(`${network}.2`);
    expect(forwarder.portOf("default", "web", port + 1)).toBe(port + 1);
    await expect(whoAt(address, port)).rejects.toThrow("ECONNREFUSED");
    await expect(whoAt("127.0.0.1", nodePort)).rejects.toThrow("ECONNREFUSED");
    await client.delete(Service, "default/web");
    await soon(() => forwarder.addressOf("default", "web") === undefined);
    await expect(whoAt(address, port + 1)).rejects.toThrow("ECONNREFUSED");
  });

  test("takes datagrams to endpoints and answers back, at a port that TCP has, too", async () => {
    const backend = createSocket("udp4");
    backend.on("message", (data, from) => backend.send(`heard ${data}`, from.port, from.address));
    backend.bind(port, `${network}.2`);
    const asking = createSocket("udp4");
    try {
      await startBackend(`${network}.2`);
      const ports: ServicePort[] = [
        { name: "udp", port, protocol: "UDP" },
        { name: "tcp", port },
      ];
      await createService("web", { ports });
      await setEndpoints("web", { [`${network}.2`]: "ready" });
      const address = await soon(() => forwarder.addressOf("default", "web") ?? false);
      const answer = once(asking, "message");
      // Datagrams before there is someone to take them are lost.
      const [data, from] = await soon(async () => {
        asking.send("hello", port, address);
        return await Promise.race([answer, new Promise<false>((resolve) => setTimeout(resolve, 50, false))]);
      });
      expect([String(data), from.address, from.port]).toEqual(["heard hello", address, port]);
      expect(forwarder.portOf("default", "web", port, "UDP")).toBe(port);
    } finally {
      asking.close();
      backend.close();
    }
  });

  test("withdraws a pod before its endpoint says that it ends, when it has answered whom it has to", async () => {
    const answering: Socket[] = [];
    const slow = createServer((socket) => answering.push(socket)).listen(port, `${network}.2`);
    await once(slow, "listening");
    const waiting: Socket[] = [];
    try {
      await forwarder.stop();
      await startForwarder({ clock: new ManualClock() });
      await startBackend(`${network}.3`);
      await createService("web", { ports: [{ port }] });
      await setEndpoints("web", { [`${network}.2`]: "ready", [`${network}.3`]: "ready" });
      const address = await soon(() => forwarder.addressOf("default", "web") ?? false);
      await soon(async () => {
        waiting.push(connect({ host: address, port }));
        await once(waiting.at(-1)!, "connect");
        return answering.length > 0;
      });
      let isWithdrawn = false;
      const withdrawn = forwarder.withdraw(`${network}.2`).then(() => {
        isWithdrawn = true;
      });
      const answers = await Promise.all([1, 2, 3, 4].map(() => whoAt(address, port)));
      expect(answers).toEqual(Array(4).fill(`${network}.3`));
      expect([isWithdrawn, answering.length]).toEqual([false, 1]);
      answering[0]!.write("answer");
      await withdrawn;
      await forwarder.withdraw("unknown");
    } finally {
      for (const socket of [...waiting, ...answering]) socket.destroy();
      slow.close();
    }
  });

  test("tells of node ports that are taken, and of what it cannot forward", async () => {
    await startBackend(`${network}.2`);
    const { spec } = await createService("web", { type: "NodePort", ports: [{ port }] });
    const nodePort = spec!.ports![0]!.nodePort!;
    const taken = createServer().listen(nodePort, "127.0.0.1");
    await once(taken, "listening");
    try {
      await setEndpoints("web", { [`${network}.2`]: "ready" });
      await soon(() => told.length > 0);
      expect(told).toEqual([
        `Warning web NotForwarded Node port ${nodePort} is not forwarded: listen EADDRINUSE: address already in use 127.0.0.1:${nodePort}`,
      ]);
      expect(await soon(() => whoAt(spec!.clusterIP!, port))).toBe(`${network}.2`);
    } finally {
      taken.close();
    }
    await createService("sctp", { ports: [{ port, protocol: "SCTP" }] });
    await soon(() => told.length > 1);
    expect(told[1]).toBe(`Warning sctp NotForwarded Port ${port} is not forwarded: SCTP is not supported`);
  });

  test("follows a service that is made again with another address", async () => {
    await startBackend(`${network}.2`);
    await createService("web", { clusterIP: `${services.prefix}.100`, ports: [{ port }] });
    await setEndpoints("web", { [`${network}.2`]: "ready" });
    await soon(() => whoAt(`${services.prefix}.100`, port));
    await client.delete(Service, "default/web");
    await createService("web", { clusterIP: `${services.prefix}.101`, ports: [{ port }] });
    expect(await soon(() => whoAt(`${services.prefix}.101`, port))).toBe(`${network}.2`);
    await expect(whoAt(`${services.prefix}.100`, port)).rejects.toThrow("ECONNREFUSED");
  });

  test("with one address for all, services have other ports, and so have pods", async () => {
    await forwarder.stop();
    await startBackend("127.0.0.1");
    // The pods' ports are all at the same place here, where they could not be told apart.
    const mappedPort = (podUid: string) => (podUid === "mapped" ? port : undefined);
    const elsewhere = await ApiServer.start({ allowLoopbackEndpoints: true });
    const before = client;
    client = new ApiClient({ transport: elsewhere.transport() });
    try {
      await startForwarder({ addresses: new SharedServiceAddress(), mappedPort });
      for (const name of ["one", "two"]) {
        await createService(name, { ports: [{ port, targetPort: 9 }] });
        const slice = EndpointSlice.of({
          metadata: { name, namespace: "default", labels: { "kubernetes.io/service-name": name } },
          addressType: "IPv4",
          ports: [{ name: "", port: 9, protocol: "TCP" }],
          endpoints: [{ addresses: ["127.0.0.1"], targetRef: { kind: "Pod", name, uid: "mapped" } }],
        });
        await client.create(slice);
        const at = await soon(() => {
          const place = forwarder.portOf("default", name, port);
          return place !== undefined && place !== port && place;
        });
        expect(await soon(() => whoAt("127.0.0.1", at))).toBe("127.0.0.1");
        expect(told.at(-1)).toContain(`Normal ${name} PortMoved Port ${port} is at 127.0.0.1:${at}: listen EADDRINUSE`);
      }
    } finally {
      await forwarder.stop();
      await client.close();
      await elsewhere.close();
      client = before;
    }
  });

  test("leaves nothing open", async () => {
    await forwarder.stop();
    await startBackend(`${network}.2`);
    const asking = createSocket("udp4");
    const leaks = watchForLeaks();
    await startForwarder();
    const ports: ServicePort[] = [
      { name: "tcp", port },
      { name: "udp", port, protocol: "UDP" },
    ];
    await createService("web", { type: "NodePort", ports });
    // Nobody is at its port, so that connections wait for someone.
    await createService("late", { ports: [{ port }] });
    await setEndpoints("web", { [`${network}.2`]: "ready" });
    await setEndpoints("late", { [`${network}.9`]: "ready" });
    const address = await soon(() => forwarder.addressOf("default", "web") ?? false);
    const late = await soon(() => forwarder.addressOf("default", "late") ?? false);
    await soon(() => whoAt(address, port));
    asking.send("hello", port, address);
    const held = [
      { host: address, port },
      { host: late, port },
    ].map((at) => connect(at).on("error", () => {}));
    const ended = held.map((socket) => new Promise((resolve) => socket.once("close", resolve)));
    await Promise.all(held.map((socket) => once(socket, "connect")));
    await forwarder.stop();
    await Promise.all(ended);
    asking.close();
    for (const backend of backends.splice(0)) stop(backend);
    await leaks.check();
  });
});
