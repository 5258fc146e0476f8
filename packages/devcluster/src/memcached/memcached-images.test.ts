import { type ChildProcess, spawn } from "node:child_process";
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { ProgramRequest } from "../image/image-adapter.ts";
import { memcachedImages } from "./memcached-images.ts";

const request: ProgramRequest = { image: "memcached:1.6", address: "127.0.0.1", ports: new Map(), canChangeUser: true };
const standIn = memcachedImages({ nodeProgram: process.execPath, path: "/nowhere" });

describe("memcachedImages", () => {
  test("the machine's memcached listens on the pod's address and not as root", async () => {
    const folder = await mkdtemp(join(tmpdir(), "memcached-images-"));
    try {
      await writeFile(join(folder, "memcached"), "");
      await chmod(join(folder, "memcached"), 0o755);
      const images = memcachedImages({ nodeProgram: process.execPath, path: `/nowhere:${folder}` });
      const args = ["-m=64", "-o", "modern", "-v", "-l", "0.0.0.0"];
      const program = await images.programFor({ ...request, args, address: "127.9.0.4" });
      expect(program?.argv).toEqual([
        ...[join(folder, "memcached"), "-l", "127.9.0.4", "-p", "11211"],
        ...["-m", "64", "-o", "modern", "-v"],
      ]);
      expect(program?.user).toEqual({ uid: 11211, gid: 11211 });
      expect(program?.notes).toEqual([
        {
          reason: "ArgumentRewritten",
          message: 'memcached gets "-m 64" in place of "-m=64", which memcached 1.6 refuses',
        },
      ]);
      const asUser = await images.programFor({ ...request, canChangeUser: false });
      expect(asUser?.user).toBeUndefined();
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  test.each<[string, Partial<ProgramRequest>, string[]]>([
    ["no arguments", {}, ["-l", "127.0.0.1", "-p", "11211"]],
    ["a command", { command: ["memcached", "-p", "11300"] }, ["-l", "127.0.0.1", "-p", "11300"]],
    ["the entrypoint", { command: ["docker-entrypoint.sh"], args: ["memcached"] }, ["-l", "127.0.0.1", "-p", "11211"]],
    ["a mapped port", { ports: new Map([[11211, 40001]]) }, ["-l", "127.0.0.1", "-p", "40001"]],
    ["long options", { args: ["--port=1", "--listen", "::", "-vv"] }, ["-l", "127.0.0.1", "-p", "1", "-vv"]],
  ])("without memcached, a server in Node gets the arguments: %s", async (_, more, args) => {
    const program = await standIn.programFor({ ...request, ...more });
    expect(program?.argv.slice(2)).toEqual(args);
    expect(program?.argv[0]).toBe(process.execPath);
    expect(program?.notes?.map(({ reason }) => reason)).toEqual(["MemcachedStandIn"]);
  });

  test("another command runs as it is", async () => {
    const program = await standIn.programFor({ ...request, command: ["sh", "-c", "true"] });
    expect(program).toEqual({ argv: ["sh", "-c", "true"] });
  });

  test.each(["memcached-exporter:1", "example.com/memcached-operator", "redis:7"])(
    "does not know %s",
    async (image) => {
      expect(await standIn.programFor({ ...request, image })).toBeUndefined();
    },
  );

  test("the server in Node serves, and ends with 0 when it is told to", async () => {
    const port = await freePort();
    const program = await standIn.programFor({ ...request, args: ["-p", String(port), "-v", "-o", "modern"] });
    const [file = "", ...args] = program?.argv ?? [];
    const child = spawn(file, args, { stdio: ["ignore", "ignore", "pipe"] });
    try {
      await new Promise((resolve) => child.stderr.once("data", resolve));
      const answer = await talk(port, "set a 0 0 2\r\nhi\r\nget a\r\nstats\r\nquit\r\n");
      expect(answer).toMatch(/^STORED\r\nVALUE a 0 2\r\nhi\r\nEND\r\n/);
      expect(answer).toContain(`STAT pid ${child.pid}\r\n`);
      child.kill("SIGTERM");
      expect(await exitOf(child)).toBe(0);
    } finally {
      child.kill("SIGKILL");
    }
  });
});

async function freePort(): Promise<number> {
  const { serveMemcached } = await import("./memcached-server.mjs");
  const { parseOptions } = await import("./memcached-options.mjs");
  const options = parseOptions(["-l", "127.0.0.1", "-p", "0"]);
  const server = await serveMemcached({ ...options, now: () => 0, pid: 1 });
  await server.close();
  return server.port;
}

function talk(port: number, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: "127.0.0.1" });
    let answer = "";
    socket.on("data", (data) => {
      answer += data.toString("latin1");
    });
    socket.on("end", () => resolve(answer));
    socket.on("error", reject);
    socket.write(text);
  });
}

function exitOf(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve) => child.once("exit", (code) => resolve(code)));
}
