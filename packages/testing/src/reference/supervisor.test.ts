import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { systemTestHost, type TestHost } from "../host.ts";
import { type SupervisedProgram, Supervisor } from "./supervisor.ts";

const sleeper = ["-e", "setInterval(() => {}, 1000); console.log('up')"];
const patiently = { timeout: 10_000 };

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

  test.each(["SIGTERM", "SIGKILL"] as const)("stops with %s what a program started, too", async (signal) => {
    await using supervisor = await Supervisor.start(host);
    const { program, child } = await runFamily(supervisor);
    await program.stop(signal);
    expect([stateOf(program.pid), stateOf(child)]).toEqual(["", ""]);
  });

  test("suspends and continues what a program started, too", async () => {
    await using supervisor = await Supervisor.start(host);
    const { program, child } = await runFamily(supervisor);
    const states = (): string[] => [stateOf(program.pid), stateOf(child)];
    await program.signal("SIGSTOP");
    await expect.poll(states, patiently).toEqual(["T", "T"]);
    await program.signal("SIGCONT");
    await expect.poll(states, patiently).not.toContain("T");
  });

  test("a program that ends by itself takes what it started with it", async () => {
    await using supervisor = await Supervisor.start(host);
    const { program, child } = await runFamily(supervisor, "exit 3");
    expect(await program.exited).toEqual({ code: 3, signal: null });
    expect(stateOf(child)).toBe("");
  });

  test("does not wait for what has left the program's process group", async () => {
    await using supervisor = await Supervisor.start(host);
    const { program, child } = await runFamily(supervisor, "exit 3", "setsid sleep 1000");
    expect(await program.exited).toEqual({ code: 3, signal: null });
    process.kill(child, "SIGKILL");
  });

  test("dispose kills what a program started, too", async () => {
    const supervisor = await Supervisor.start(host);
    const { child } = await runFamily(supervisor);
    await supervisor[Symbol.asyncDispose]();
    expect(stateOf(child)).toBe("");
  });

  test("a supervisor process that is killed itself leaves nothing behind either", async () => {
    const supervisor = await Supervisor.start(host);
    const { program, child } = await runFamily(supervisor);
    const parent = await supervisor.run(
      host.nodeProgram,
      ["-e", "process.kill(process.ppid, 'SIGKILL')"],
      join(supervisor.folder, "b.log"),
    );
    await parent.exited;
    await supervisor[Symbol.asyncDispose]();
    await expect.poll(() => isAlive(program.pid) || isAlive(child), patiently).toBe(false);
    expect(existsSync(supervisor.folder)).toBe(false);
  });

  test("ends with the process that started it, even if that is killed with SIGKILL", async () => {
    const before = readdirSync(host.temporaryDirectory);
    const log = join(host.temporaryDirectory, "family.log");
    const script = fileURLToPath(new URL("./supervisor.mjs", import.meta.url));
    const prefix = join(host.temporaryDirectory, "kubewright-");
    const command = { type: "start", id: 1, program: "/bin/sh", args: ["-c", familyOf("wait")], log };
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
    const child = await childIn(log);
    expect(isAlive(started.pid) && isAlive(child)).toBe(true);
    starter.kill("SIGKILL");
    await once(starter, "close");
    const isLeft = (): boolean => isAlive(started.pid) || isAlive(child) || existsSync(ready.folder);
    await expect.poll(isLeft, patiently).toBe(false);
    rmSync(log);
    expect(readdirSync(host.temporaryDirectory)).toEqual(before);
  });
});

/** A shell script that starts a program, prints its process id, and then does `rest`. */
function familyOf(rest: string, started = "sleep 1000"): string {
  return `${started} & echo $!; ${rest}`;
}

/** Runs a shell and a program that it started. */
async function runFamily(
  supervisor: Supervisor,
  rest = "wait",
  started?: string,
): Promise<{ program: SupervisedProgram; child: number }> {
  const log = join(supervisor.folder, "family.log");
  const program = await supervisor.run("/bin/sh", ["-c", familyOf(rest, started)], log);
  return { program, child: await childIn(log) };
}

/** The process id that a family printed. */
async function childIn(log: string): Promise<number> {
  await expect.poll(() => readFileSync(log, "utf8"), patiently).toMatch(/^\d+\n$/);
  return Number(readFileSync(log, "utf8"));
}

/** `S`, `T` …; empty when a process does not run. One that has ended and waits for its parent to notice does not. */
function stateOf(pid: number): string {
  const { stdout } = spawnSync("ps", ["-o", "stat=", "-p", String(pid)], { encoding: "utf8" });
  return stdout.startsWith("Z") ? "" : stdout.slice(0, 1).trim();
}

function isAlive(pid: number): boolean {
  return stateOf(pid) !== "";
}
