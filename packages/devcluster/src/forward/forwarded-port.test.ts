import { once } from "node:events";
import { connect, createServer, type Server, type Socket } from "node:net";
import { systemClock } from "@kubewright/client";
import { silentLogger } from "@kubewright/runtime";
import { afterEach, describe, expect, test } from "vitest";
import { ForwardedPort } from "./forwarded-port.ts";
import type { Target } from "./port-targets.ts";

const opened: { close(): unknown }[] = [];
const forwarded: ForwardedPort[] = [];

afterEach(async () => {
  await Promise.all(forwarded.splice(0).map((port) => port.destroy()));
  for (const one of opened.splice(0)) one.close();
});

/** Answers each line with its name and the line; ends when the other side does. */
async function startEcho(name: string): Promise<Target & { readonly server: Server; stop(): void }> {
  const sockets = new Set<Socket>();
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    socket.on("data", (data) => socket.write(`${name} ${data}`));
    socket.on("end", () => socket.end(`${name} ends`));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  opened.push(server);
  const stop = (): void => {
    server.close();
    for (const socket of sockets) socket.destroy();
  };
  opened.push({ close: stop });
  return { host: "127.0.0.1", port: (server.address() as { port: number }).port, server, stop };
}

function forwardedPort(): ForwardedPort {
  const port = new ForwardedPort({ host: "127.0.0.1", port: 0, clock: systemClock, log: silentLogger });
  forwarded.push(port);
  return port;
}

async function open(port: number): Promise<Socket> {
  const socket = connect({ host: "127.0.0.1", port });
  opened.push({ close: () => socket.destroy() });
  await once(socket, "connect");
  return socket;
}

async function ask(socket: Socket, text: string): Promise<string> {
  socket.write(text);
  const [data] = await once(socket, "data");
  return String(data);
}

describe("ForwardedPort", () => {
  test("gives connections to the targets in turn", async () => {
    const [a, b] = [await startEcho("a"), await startEcho("b")];
    const port = forwardedPort();
    await port.forward([a, b], undefined);
    const answers = [];
    for (let count = 0; count < 4; count++) answers.push(await ask(await open(port.port), "hello"));
    expect(answers).toEqual(["a hello", "b hello", "a hello", "b hello"]);
  });

  test("tries another target when one does not answer", async () => {
    const [a, b] = [await startEcho("a"), await startEcho("b")];
    a.stop();
    const port = forwardedPort();
    await port.forward([a, b], undefined);
    for (let count = 0; count < 4; count++) expect(await ask(await open(port.port), "hello")).toBe("b hello");
  });

  test("waits a moment for the news of a target that answers", async () => {
    const [a, b] = [await startEcho("a"), await startEcho("b")];
    a.stop();
    const port = forwardedPort();
    await port.forward([a], undefined);
    const socket = await open(port.port);
    const answer = ask(socket, "hello");
    await port.forward([b], undefined);
    expect(await answer).toBe("b hello");
  });

  test("breaks the connection off when no target answers", async () => {
    const a = await startEcho("a");
    a.stop();
    const port = forwardedPort();
    await port.forward([a], undefined);
    const socket = await open(port.port);
    await expect(once(socket, "data")).rejects.toThrow("ECONNRESET");
  });

  test("goes on with a connection whose target gets no new ones", async () => {
    const [a, b] = [await startEcho("a"), await startEcho("b")];
    const port = forwardedPort();
    await port.forward([a], undefined);
    const socket = await open(port.port);
    expect(await ask(socket, "one")).toBe("a one");
    await port.forward([b], undefined);
    expect(await ask(await open(port.port), "two")).toBe("b two");
    await port.close();
    expect(await ask(socket, "three")).toBe("a three");
  });

  test("refuses connections while there are no targets", async () => {
    const a = await startEcho("a");
    const port = forwardedPort();
    await port.forward([a], undefined);
    const { port: number } = port;
    await port.forward([], undefined);
    await expect(open(number)).rejects.toThrow("ECONNREFUSED");
    await port.forward([a], undefined);
    expect(port.port).toBe(number);
    expect(await ask(await open(number), "hello")).toBe("a hello");
  });

  test("passes on that one side has ended while the other still talks", async () => {
    const a = await startEcho("a");
    const port = forwardedPort();
    await port.forward([a], undefined);
    const socket = await open(port.port);
    socket.end();
    const [data] = await once(socket, "data");
    expect(String(data)).toBe("a ends");
    await once(socket, "close");
    expect(socket.errored).toBeNull();
  });

  test("uses another port when its own is taken", async () => {
    const [a, taken] = [await startEcho("a"), await startEcho("taken")];
    const port = new ForwardedPort({ host: "127.0.0.1", port: taken.port, clock: systemClock, log: silentLogger });
    forwarded.push(port);
    await port.forward([a], undefined);
    expect(port.port).not.toBe(taken.port);
    expect(await ask(await open(port.port), "hello")).toBe("a hello");
  });

  test("ends all connections when it is destroyed", async () => {
    const a = await startEcho("a");
    const port = forwardedPort();
    await port.forward([a], undefined);
    const socket = await open(port.port);
    expect(await ask(socket, "hello")).toBe("a hello");
    socket.on("error", () => {});
    const closed = once(socket, "close");
    await port.destroy();
    await closed;
    expect(port.hasConnections).toBe(false);
  });
});
