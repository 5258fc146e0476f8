import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";

let folder: string;
let program: string;
const children: ChildProcess[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "manager-program-"));
  program = join(folder, "manager-program.mjs");
  await using bundle = await rolldown({
    input: fileURLToPath(new URL("fixture/manager-program.ts", import.meta.url)),
    platform: "node",
    resolve: { conditionNames: ["@kubewright/source", "import", "node", "default"] },
  });
  await bundle.write({ file: program, format: "esm", codeSplitting: false });
}, 30_000);

afterAll(() => rm(folder, { recursive: true }));

afterEach(() => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
});

test("a process whose manager has nothing to do stays until it is told to stop", async () => {
  const { child, ended } = run("idle");
  let log = "";
  child.stderr!.on("data", (chunk) => {
    log += chunk;
  });
  await expect.poll(() => log, { timeout: 15_000 }).toContain("starting manager");
  // Long enough for a process to end that has nothing to wait for.
  const isOver = await Promise.race([ended.then(() => true), once(spawn(process.execPath, ["-e", ""]), "exit")]);
  expect(isOver).not.toBe(true);
  child.kill("SIGTERM");
  expect(await ended).toEqual([0, null]);
});

test.each([
  ["rejection", "a promise failed that nobody awaited", "forgotten"],
  ["exception", "an error was thrown where nobody catches it", "JSON"],
])(
  "a process with an unhandled %s logs it, stops its manager, and says that it failed",
  async (behaviour, message, cause) => {
    const { child, ended } = run(behaviour);
    const lines = (await text(child.stderr!))
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(await ended).toEqual([1, null]);
    expect(lines.filter(({ level }) => level === "error")).toMatchObject([
      {
        msg: expect.stringContaining(message),
        err: { message: expect.stringContaining(cause), stack: expect.any(String) },
      },
    ]);
    expect(lines.at(-1)).toMatchObject({ msg: "manager stopped" });
  },
);

test("a process whose log nobody reads any more ends", async () => {
  const { child, ended } = run("rejection");
  child.stderr!.destroy();
  expect(await ended).toEqual([1, null]);
});

function run(behaviour: string): { child: ChildProcess; ended: Promise<unknown[]> } {
  const child = spawn(process.execPath, [program, behaviour], { stdio: ["ignore", "ignore", "pipe"] });
  children.push(child);
  return { child, ended: once(child, "exit") };
}
