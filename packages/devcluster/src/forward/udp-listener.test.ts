import { createSocket, type Socket } from "node:dgram";
import { once } from "node:events";
import { ManualClock } from "@kubewright/api";
import { silentLogger } from "@kubewright/runtime";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Target } from "./port-targets.ts";
import { TargetPicker } from "./target-picker.ts";
import { UdpListener } from "./udp-listener.ts";

const opened: Socket[] = [];
let clock: ManualClock;
let picker: TargetPicker;
let listener: UdpListener;
let port: number;

beforeEach(async () => {
  clock = new ManualClock();
  picker = new TargetPicker(clock);
  listener = new UdpListener({ picker, clock, log: silentLogger });
  port = await listener.open("127.0.0.1", 0);
});

afterEach(() => {
  listener.destroy();
  for (const socket of opened.splice(0)) socket.close();
  expect(clock.pending).toBe(0);
});

/** Answers each datagram with its name and the datagram. */
async function startEcho(name: string): Promise<Target> {
  const socket = createSocket("udp4");
  opened.push(socket);
  socket.on("message", (data, from) => socket.send(`${name} ${data}`, from.port, from.address));
  socket.bind(0, "127.0.0.1");
  await once(socket, "listening");
  return { host: "127.0.0.1", port: socket.address().port };
}

async function client(): Promise<Socket> {
  const socket = createSocket("udp4");
  opened.push(socket);
  socket.connect(port, "127.0.0.1");
  await once(socket, "connect");
  return socket;
}

async function ask(socket: Socket, text: string): Promise<string> {
  const answer = once(socket, "message");
  socket.send(text);
  const [data] = await answer;
  return String(data);
}

function setTargets(...targets: Target[]): void {
  picker.set({ targets, serving: targets }, undefined);
  listener.targetsChanged();
}

describe("UdpListener", () => {
  test("gives clients to the targets in turn, and each stays with its own", async () => {
    setTargets(await startEcho("a"), await startEcho("b"));
    const [one, two] = [await client(), await client()];
    expect(await ask(one, "1")).toBe("a 1");
    expect(await ask(two, "2")).toBe("b 2");
    expect(await ask(one, "3")).toBe("a 3");
    expect(await ask(two, "4")).toBe("b 4");
  });

  test("sends again to another target what went to one that is not there", async () => {
    const gone = await startEcho("gone");
    opened.pop()?.close();
    setTargets(gone, await startEcho("b"));
    expect(await ask(await client(), "hello")).toBe("b hello");
  });

  test("keeps clients at a target that serves, and moves those of one that does not", async () => {
    const [a, b] = [await startEcho("a"), await startEcho("b")];
    setTargets(a);
    const socket = await client();
    expect(await ask(socket, "1")).toBe("a 1");
    picker.set({ targets: [b], serving: [a, b] }, undefined);
    listener.targetsChanged();
    expect(await ask(socket, "2")).toBe("a 2");
    setTargets(b);
    expect(await ask(socket, "3")).toBe("b 3");
  });

  test("forgets clients that have been silent for two minutes", async () => {
    const [a, b] = [await startEcho("a"), await startEcho("b")];
    setTargets(a, b);
    const socket = await client();
    expect(await ask(socket, "1")).toBe("a 1");
    clock.advance(119_999);
    expect(await ask(socket, "2")).toBe("a 2");
    clock.advance(120_000);
    expect(clock.pending).toBe(0);
    expect(await ask(socket, "3")).toBe("b 3");
  });

  test("refuses when it is closed", async () => {
    setTargets(await startEcho("a"));
    const socket = await client();
    expect(await ask(socket, "1")).toBe("a 1");
    listener.close();
    await new Promise((resolve) => setImmediate(resolve));
    socket.send("2");
    await expect(once(socket, "message")).rejects.toThrow("ECONNREFUSED");
  });

  test("throws what stands in the way of a port", async () => {
    const { port: taken } = await startEcho("taken");
    const other = new UdpListener({ picker, clock, log: silentLogger });
    await expect(other.open("127.0.0.1", taken)).rejects.toThrow("EADDRINUSE");
  });
});
