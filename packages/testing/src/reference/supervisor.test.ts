import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { systemTestHost, type TestHost } from "../host.ts";
import { Supervisor } from "./supervisor.ts";

const sleeper = ["-e", "setInterval(() => {}, 1000); console.log('up')"];

describe("Supervisor", () => {
  let host: TestHost;

  beforeAll(() => {
    host = { ...systemTestHost(), temporaryDirectory: mkdtempSync(join(tmpdir(), "kubewright-supervisor-")) };
  });
  afterAll(() => rmSync(host.temporaryDirectory, { recursive: true }));

  test("runs a program with its output in the log, and says how it ended", async () => {
    await using supervisor = await Supervisor.start(host);
    const log = join(supervisor.folder, "node.log");
    const script = "console.log(process.cwd(), Object.keys(process.env)); console.error('bye'); process.exit(3)";
    const program = await supervisor.run(host.nodeProgram, ["-e", script], log);
    expect(await program.stop("SIGCONT")).toEqual({ code: 3, signal: null });
    expect(readFileSync(log, "utf8")).toBe(`${supervisor.folder} []\nbye\n`);
  });

  test("stops a program, also a suspended one", async () => {
    await using supervisor = await Supervisor.start(host);
    const program = await supervisor.run(host.nodeProgram, sleeper, join(supervisor.folder, "a.log"));
    await program.signal("SIGSTOP");
    expect(await program.stop("SIGKILL")).toEqual({ code: null, signal: "SIGKILL" });
    await program.signal("SIGTERM");
    expect(isAlive(program.pid)).toBe(false);
  });

  test("rejects for a program that is not there", async () => {
    await using supervisor = await Supervisor.start(host);
    await expect(supervisor.run("/does/not/exist", [], join(supervisor.folder, "a.log"))).rejects.toThrow("ENOENT");
  });

  test("says so when it cannot start itself", async () => {
    await expect(Supervisor.start({ ...host, nodeProgram: "/does/not/exist" })).rejects.toThrow(
      /\/does\/not\/exist .*supervisor.mjs did not start: .*ENOENT/,
    );
    const temporaryDirectory = join(host.temporaryDirectory, "does-not-exist");
    await expect(Supervisor.start({ ...host, temporaryDirectory })).rejects.toThrow("did not start");
  });

  test("dispose kills the programs, removes the folder, and can be repeated", async () => {
    const supervisor = await Supervisor.start(host);
    const program = await supervisor.run(host.nodeProgram, sleeper, join(supervisor.folder, "a.log"));
    expect(existsSync(supervisor.folder)).toBe(true);
    await supervisor[Symbol.asyncDispose]();
    await supervisor[Symbol.asyncDispose]();
    expect(isAlive(program.pid)).toBe(false);
    expect(existsSync(supervisor.folder)).toBe(false);
    expect(await program.exited).toEqual({ code: null, signal: "SIGKILL" });
    await expect(supervisor.run(host.nodeProgram, [], "a.log")).rejects.toThrow("already disposed of");
  });

  test("a supervisor process that is killed itself leaves nothing behind either", async () => {
    const supervisor = await Supervisor.start(host);
    const program = await supervisor.run(host.nodeProgram, sleeper, join(supervisor.folder, "a.log"));
    const parent = await supervisor.run(
      host.nodeProgram,
      ["-e", "process.kill(process.ppid, 'SIGKILL')"],
      join(supervisor.folder, "b.log"),
    );
    await parent.exited;
    await supervisor[Symbol.asyncDispose]();
    await expect.poll(() => isAlive(program.pid)).toBe(false);
    expect(existsSync(supervisor.folder)).toBe(false);
  });

  test("ends with the process that started it, even if that is killed with SIGKILL", async () => {
    const before = readdirSync(host.temporaryDirectory);
    const script = fileURLToPath(new URL("./supervisor.mjs", import.meta.url));
    const prefix = join(host.temporaryDirectory, "kubewright-");
    const command = { type: "start", id: 1, program: host.nodeProgram, args: sleeper, log: "/dev/null" };
    const starter = spawn(host.nodeProgram, [
      "-e",
      `const child = require("node:child_process").spawn(process.execPath, ${JSON.stringify([script, prefix])}, { detached: true });
       child.stdout.pipe(process.stdout);
       child.stdin.write(${JSON.stringify(`${JSON.stringify(command)}\n`)});`,
    ]);
    let output = "";
    for await (const chunk of starter.stdout) {
      output += chunk;
      if (output.includes('"started"')) break;
    }
    const [ready, started] = output
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(isAlive(started.pid)).toBe(true);
    starter.kill("SIGKILL");
    await once(starter, "close");
    await expect.poll(() => isAlive(started.pid) || existsSync(ready.folder), { timeout: 10_000 }).toBe(false);
    expect(readdirSync(host.temporaryDirectory)).toEqual(before);
  });
});

/** Whether a process runs. One that has ended and waits for its parent to notice does not. */
function isAlive(pid: number): boolean {
  const { stdout } = spawnSync("ps", ["-o", "stat=", "-p", String(pid)], { encoding: "utf8" });
  return stdout.trim() !== "" && !stdout.startsWith("Z");
}
