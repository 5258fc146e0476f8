import { once } from "node:events";
import { connect, createServer, type Server, type Socket } from "node:net";
import { ManualClock } from "@kubewright/api";
import { systemClock } from "@kubewright/client";
import { silentLogger } from "@kubewright/runtime";
import { afterEach, describe, expect, test } from "vitest";
import { ForwardedPort, type ForwardedPortOptions } from "./forwarded-port.ts";
import type { Target } from "./port-targets.ts";
import { TargetPicker } from "./target-picker.ts";

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

interface Made {
  readonly port: ForwardedPort;
  /** What it told of: `EADDRINUSE 1234`. */
  readonly troubles: string[];
  /** Gives it other targets. */
  forward(...targets: Target[]): Promise<void>;
}

function make(options: Partial<ForwardedPortOptions> = {}): Made {
  const picker = new TargetPicker(systemClock);
  const troubles: string[] = [];
  const port = new ForwardedPort({
    ...{ host: "127.0.0.1", port: 0, protocol: "TCP", mayMove: true, picker, clock: systemClock, log: silentLogger },
    onTrouble: (error, instead) => troubles.push(`${(error as NodeJS.ErrnoException).code} ${instead}`),
    ...options,
  });
  forwarded.push(port);
  const forward = async (...targets: Target[]) => {
    picker.set({ targets, serving: targets }, undefined);
    await port.update();
  };
  return { port, troubles, forward };
}

async function open(port: number): Promise<Socket> {
  const socket = connect({ host: "127.0.0.1", port });
  opened.push({ close: () => socket.destroy() });
  // It may be reset when nobody waits for anything of it.
  socket.on("error", () => {});
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
    const { port, forward } = make();
    await forward(a, b);
    const answers = [];
    for (let count = 0; count < 4; count++) answers.push(await ask(await open(port.port), "hello"));
    expect(answers).toEqual(["a hello", "b hello", "a hello", "b hello"]);
  });

  test("tries another target when one does not answer", async () => {
    const [a, b] = [await startEcho("a"), await startEcho("b")];
    a.stop();
    const { port, forward } = make();
    await forward(a, b);
    for (let count = 0; count < 4; count++) expect(await ask(await open(port.port), "hello")).toBe("b hello");
  });

  test("waits a moment for the news of a target that answers", async () => {
    const [a, b] = [await startEcho("a"), await startEcho("b")];
    a.stop();
    const { port, forward } = make();
    await forward(a);
    const socket = await open(port.port);
    const answer = ask(socket, "hello");
    await forward(b);
    expect(await answer).toBe("b hello");
  });

  test("breaks the connection off when no target answers", async () => {
    const a = await startEcho("a");
    const { port, forward } = make();
    await forward(a);
    expect(await ask(await open(port.port), "hello")).toBe("a hello");
    a.stop();
    const socket = await open(port.port);
    await expect(once(socket, "data")).rejects.toThrow("ECONNRESET");
  });

  test("goes on with a connection whose target gets no new ones", async () => {
    const [a, b] = [await startEcho("a"), await startEcho("b")];
    const { port, forward } = make();
    await forward(a);
    const socket = await open(port.port);
    expect(await ask(socket, "one")).toBe("a one");
    await forward(b);
    expect(await ask(await open(port.port), "two")).toBe("b two");
    await port.close();
    expect(await ask(socket, "three")).toBe("a three");
  });

  test("refuses connections while there are no targets", async () => {
    const a = await startEcho("a");
    const { port, forward } = make();
    await forward(a);
    const { port: number } = port;
    await forward();
    await expect(open(number)).rejects.toThrow("ECONNREFUSED");
    await forward(a);
    expect(port.port).toBe(number);
    expect(await ask(await open(number), "hello")).toBe("a hello");
  });

  test("passes on that one side has ended while the other still talks", async () => {
    const a = await startEcho("a");
    const { port, forward } = make();
    await forward(a);
    const socket = await open(port.port);
    socket.end();
    const [data] = await once(socket, "data");
    expect(String(data)).toBe("a ends");
    await once(socket, "close");
    expect(socket.errored).toBeNull();
  });

  test("uses another port when its own is taken and it may, and tells of it once", async () => {
    const [a, taken] = [await startEcho("a"), await startEcho("taken")];
    const { port, troubles, forward } = make({ port: taken.port });
    await forward(a);
    expect(port.port).not.toBe(taken.port);
    expect(await ask(await open(port.port), "hello")).toBe("a hello");
    await forward();
    await forward(a);
    expect(troubles).toEqual([`EADDRINUSE ${port.port}`]);
  });

  test("tries again, at the next change or after half a minute, to open a port that was taken", async () => {
    const [a, taken] = [await startEcho("a"), await startEcho("taken")];
    const clock = new ManualClock();
    const { port, troubles, forward } = make({ port: taken.port, mayMove: false, clock });
    await forward(a);
    await forward(a);
    expect([port.port, troubles]).toEqual([taken.port, ["EADDRINUSE undefined"]]);
    taken.stop();
    await once(taken.server, "close");
    clock.advance(30_000);
    await port.update();
    expect(await ask(await open(taken.port), "hello")).toBe("a hello");
    await port.close();
    expect(clock.pending).toBe(0);
  });

  test("waits for a new target that does not listen yet", async () => {
    const late = await startEcho("late");
    const { port: number } = late;
    late.stop();
    await once(late.server, "close");
    const clock = new ManualClock();
    const { port, forward } = make({ clock });
    await forward({ host: "127.0.0.1", port: number });
    let isAnswered = false;
    const answer = ask(await open(port.port), "hello").finally(() => {
      isAnswered = true;
    });
    const passTime = async (untilMs: number) => {
      while (!isAnswered && clock.monotonic() < untilMs) {
        await new Promise((resolve) => setImmediate(resolve));
        if (clock.pending > 0) clock.advance(20);
      }
    };
    await passTime(1_000);
    const server = createServer((socket) => socket.on("data", (data) => socket.end(`late ${data}`)));
    opened.push(server);
    server.listen(number, "127.0.0.1");
    await once(server, "listening");
    await passTime(4_900);
    expect(await answer).toBe("late hello");
  });

  test("ends all connections when it is destroyed", async () => {
    const a = await startEcho("a");
    const { port, forward } = make();
    await forward(a);
    const socket = await open(port.port);
    expect(await ask(socket, "hello")).toBe("a hello");
    socket.on("error", () => {});
    const closed = once(socket, "close");
    await port.destroy();
    await closed;
    expect(port.isBusy).toBe(false);
  });
});
