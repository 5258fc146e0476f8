import { spawn } from "node:child_process";
import { once } from "node:events";
import { type AddressInfo, connect, createServer } from "node:net";
import { ManualClock } from "@kubewright/api";
import { describe, expect, test } from "vitest";
import { systemTestHost } from "../host.ts";
import { watchForLeaks } from "./watch-for-leaks.ts";

describe("watchForLeaks", () => {
  test("passes when all that was opened is closed, though closing takes a moment", async () => {
    await using leaks = watchForLeaks({ settleMs: 10_000 });
    clearTimeout(setTimeout(() => {}, 60_000));
    const server = createServer((socket) => socket.end());
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
    await once(socket, "connect");
    socket.destroy();
    server.close();
    const child = spawn(process.execPath, ["-e", "setTimeout(() => {}, 60_000)"]);
    await once(child, "spawn");
    child.kill("SIGKILL");
    await leaks.check();
  });

  test("leaves what was open before to others", async () => {
    const before = setTimeout(() => {}, 60_000);
    await watchForLeaks({ settleMs: 0 }).check();
    clearTimeout(before);
  });

  test("counts nothing that does not keep the process alive", async () => {
    const leaks = watchForLeaks({ settleMs: 0 });
    const timer = setTimeout(() => {}, 60_000).unref();
    await leaks.check();
    clearTimeout(timer);
  });

  test.each<{ name: string; open: () => Promise<() => void> }>([
    {
      name: "timer",
      open: async () => {
        const timer = setInterval(() => {}, 60_000);
        return () => clearInterval(timer);
      },
    },
    {
      name: "server",
      open: async () => {
        const server = createServer();
        await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
        return () => server.close();
      },
    },
    {
      name: "child process",
      open: async () => {
        const child = spawn(process.execPath, ["-e", "setTimeout(() => {}, 60_000)"], { stdio: "ignore" });
        await once(child, "spawn");
        return () => child.kill("SIGKILL");
      },
    },
  ])("names a $name that was left, and where it was opened", async ({ name, open }) => {
    const leaks = watchForLeaks({ settleMs: 0 });
    const close = await open();
    try {
      const error = await leaks.check().catch((failure: unknown) => failure);
      expect(error).toMatchObject({ name: "TestingError", code: "LEAK" });
      const [first, second, ...origin] = (error as Error).message.split("\n");
      expect(first).toBe("something was opened and not closed:");
      expect(second).toBe(`- ${name}, opened`);
      expect(origin[0]).toContain("watch-for-leaks.test.ts");
    } finally {
      close();
    }
  });

  test("fails a test that ends with it", async () => {
    let timer: NodeJS.Timeout | undefined;
    const body = async (): Promise<void> => {
      await using _leaks = watchForLeaks({ settleMs: 0 });
      timer = setTimeout(() => {}, 60_000);
    };
    await expect(body()).rejects.toMatchObject({ code: "LEAK" });
    clearTimeout(timer);
  });

  test("does not count a type to ignore", async () => {
    const leaks = watchForLeaks({ settleMs: 0, ignore: ["Timeout"] });
    const timer = setTimeout(() => {}, 60_000);
    await leaks.check();
    clearTimeout(timer);
  });

  test("waits for what is about to be gone, and not longer than it may", async () => {
    const clock = new ManualClock();
    const waits: number[] = [];
    let timer: NodeJS.Timeout | undefined;
    // Nothing else moves the time that the check waits for.
    const nextTurn = async (): Promise<void> => {
      waits.push(clock.monotonic());
      if (waits.length === 4) clearTimeout(timer);
      setImmediate(() => clock.advanceToNext());
    };
    const leaks = watchForLeaks({ settleMs: 100, host: { ...systemTestHost(), clock, nextTurn } });
    timer = setTimeout(() => {}, 60_000);
    await leaks.check();
    expect(waits.slice(0, 4)).toEqual([0, 1, 3, 7]);
    expect(waits.at(-1)).toBeLessThan(100);

    const more = watchForLeaks({ settleMs: 100, host: { ...systemTestHost(), clock, nextTurn } });
    timer = setTimeout(() => {}, 60_000);
    waits.length = 10;
    await expect(more.check()).rejects.toMatchObject({ code: "LEAK" });
    clearTimeout(timer);
  });
});
