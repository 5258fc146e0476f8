import { spawn } from "node:child_process";
import { delimiter, dirname } from "node:path";
import { describe, expect, test } from "vitest";
import { combineAdapters } from "./combine-adapters.ts";
import { findProgram } from "./find-program.ts";
import type { ProgramRequest } from "./image-adapter.ts";
import { imageRepository } from "./image-repository.ts";
import { nodeImages } from "./node-images.ts";
import { pauseImages } from "./pause-images.ts";

const host = { nodeProgram: process.execPath, path: "/usr/bin" };
const images = combineAdapters(nodeImages(host), pauseImages(host));

function request(image: string, more: Partial<ProgramRequest> = {}): ProgramRequest {
  return { image, address: "127.0.0.1", ports: new Map(), canChangeUser: false, ...more };
}

test.each([
  ["memcached", "library/memcached"],
  ["memcached:1.6@sha256:00", "library/memcached"],
  ["docker.io/library/node:22", "library/node"],
  ["bitnami/memcached:1", "bitnami/memcached"],
  ["registry.k8s.io/pause:3.10", "pause"],
  ["localhost:5000/a/b:c", "a/b"],
])("the repository of %s is %s", (image, repository) => {
  expect(imageRepository(image)).toBe(repository);
});

describe("combineAdapters", () => {
  test("an image that none knows has no program", async () => {
    expect(await images.programFor(request("redis:7"))).toBeUndefined();
  });
});

describe("nodeImages", () => {
  test.each<[string, Partial<ProgramRequest>, string[]]>([
    ["nothing", {}, [process.execPath]],
    ["options", { args: ["-e", "1"] }, [process.execPath, "-e", "1"]],
    ["a script", { args: ["server.js"] }, [process.execPath, "server.js"]],
    ["a program", { args: ["npm", "start"] }, ["npm", "start"]],
    ["a command", { command: ["node"], args: ["/app/main.mjs"] }, [process.execPath, "/app/main.mjs"]],
    ["a shell", { command: ["sh", "-c", "node x"] }, ["sh", "-c", "node x"]],
  ])("runs %s", async (_, more, argv) => {
    const program = await images.programFor(request("node:22-alpine", more));
    expect(program?.argv).toEqual(argv);
    expect(program?.env).toMatchObject({ PATH: [dirname(process.execPath), "/usr/bin"].join(delimiter) });
  });
});

describe("pauseImages", () => {
  test("runs until it is told to end", async () => {
    const program = await images.programFor(request("registry.k8s.io/pause:3.10"));
    const [file = "", ...args] = program?.argv ?? [];
    const ready = "process.stdout.write('ready')";
    const child = spawn(file, [args[0] ?? "", `${args[1]}${ready}`], { stdio: ["ignore", "pipe", "inherit"] });
    try {
      await new Promise((resolve) => child.stdout.once("data", resolve));
      child.kill("SIGTERM");
      const code = await new Promise((resolve) => child.once("exit", (...end) => resolve(end)));
      expect(code).toEqual([0, null]);
    } finally {
      child.kill("SIGKILL");
    }
  });
});

test("a program is found in the folders of PATH", async () => {
  const name = process.execPath.slice(dirname(process.execPath).length + 1);
  expect(await findProgram(name, `/nowhere:${dirname(process.execPath)}`)).toBe(process.execPath);
  expect(await findProgram("no-such-program", dirname(process.execPath))).toBeUndefined();
});
