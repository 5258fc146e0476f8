import { type ChildProcess, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm, utimes, writeFile } from "node:fs/promises";
import { getPriority, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { ManualClock } from "@kubewright/api";
import { systemClock } from "@kubewright/client";
import { describe, expect, test } from "vitest";
import { markedProcesses, markVariable } from "./marked-processes.mjs";
import { createNodeFolder, sweepNodeFolders } from "./node-folder.ts";
import { StartError, Supervisor } from "./supervisor.ts";

const node = process.execPath;
const idle = "setInterval(() => {}, 1000)";

async function start(parent = tmpdir()): Promise<Supervisor & { readonly folder: string }> {
  const folder = await createNodeFolder(parent);
  return Object.assign(new Supervisor({ folder, nodeProgram: node, clock: systemClock }), { folder });
}

function spec(program: string, folder: string, more: object = {}): Parameters<Supervisor["run"]>[0] {
  return {
    argv: [node, "-e", program],
    env: { [markVariable]: `${folder}/x/` },
    cwd: folder,
    mark: `${folder}/x/`,
    ...more,
  };
}

describe("Supervisor", () => {
  test("gives output and exit code of a process", async () => {
    await using supervisor = await start();
    const output: string[] = [];
    const program = `console.log("out"); console.error("err"); process.exitCode = 7`;
    const { exited } = await supervisor.run(spec(program, supervisor.folder), (stream, data) => {
      output.push(`${stream} ${data}`);
    });
    expect(await exited).toBe(7);
    expect(output.sort()).toEqual(["stderr err\n", "stdout out\n"]);
  });

  test("runs processes as nice as they are to be, also several that start at once", { timeout: 60_000 }, async () => {
    await using supervisor = await start();
    const nice = spec(idle, supervisor.folder, { niceness: 3 });
    for (const { pid } of await Promise.all([supervisor.run(nice), supervisor.run(nice)])) {
      expect(getPriority(pid)).toBe(3);
      const session = `/proc/${pid}/autogroup`;
      if (!existsSync(session)) continue;
      await expect.poll(() => readFile(session, "utf8"), { timeout: 50_000 }).toMatch(/ nice 3\n$/);
    }
  });

  test("tells the signal that ended a process by its exit code", async () => {
    await using supervisor = await start();
    const process = await supervisor.run(spec(idle, supervisor.folder));
    process.signal("SIGTERM");
    expect(await process.exited).toBe(143);
  });

  test.each([
    ["no-such-program", "ENOENT"],
    ["/no/such/program", "ENOENT"],
    ["/etc/passwd", "EACCES"],
  ])("says that %s cannot be executed", async (program, code) => {
    await using supervisor = await start();
    const error = await supervisor.run(spec("", supervisor.folder, { argv: [program] })).catch((reason) => reason);
    expect(error).toBeInstanceOf(StartError);
    expect(error.code).toBe(code);
  });

  test("ends what a process started, with it", async () => {
    await using supervisor = await start();
    const program = `require("child_process").spawn(process.execPath, ["-e", "${idle}"], { detached: true, stdio: "inherit" }); setTimeout(() => process.exit(), 100)`;
    const { exited } = await supervisor.run(spec(program, supervisor.folder));
    await exited;
    expect(markedProcesses(`${supervisor.folder}/`)).toEqual([]);
  });

  test("leaves nothing when it is disposed of", async () => {
    const supervisor = await start();
    const { exited } = await supervisor.run(spec(idle, supervisor.folder));
    await supervisor[Symbol.asyncDispose]();
    expect(await exited).toBe(137);
    expect(existsSync(supervisor.folder)).toBe(false);
    expect(markedProcesses(`${supervisor.folder}/`)).toEqual([]);
  });

  test("leaves nothing when it is disposed of while its process is stopped, whatever the time is", async () => {
    const folder = await createNodeFolder(tmpdir());
    const supervisor = new Supervisor({ folder, nodeProgram: node, clock: new ManualClock() });
    const { exited } = await supervisor.run(spec(idle, folder));
    const [pid] = (await readFile(join(folder, "supervisor"), "utf8")).split(" ");
    process.kill(Number(pid), "SIGSTOP");
    await supervisor[Symbol.asyncDispose]();
    expect(await exited).toBe(137);
    expect(existsSync(folder)).toBe(false);
    await expect.poll(() => markedProcesses(`${folder}/`), { interval: 20, timeout: 30_000 }).toEqual([]);
  });

  test("runs processes again after its process was killed, which ended those it had, whoever sweeps meanwhile", async () => {
    const parent = await mkdtemp(join(tmpdir(), "sweep-"));
    await using supervisor = await start(parent);
    const { exited } = await supervisor.run(spec(idle, supervisor.folder));
    const [pid] = (await readFile(join(supervisor.folder, "supervisor"), "utf8")).split(" ");
    process.kill(Number(pid), "SIGKILL");
    expect(await exited).toBe(137);
    await expect.poll(() => markedProcesses(`${supervisor.folder}/`), { interval: 20, timeout: 30_000 }).toEqual([]);
    await sweepNodeFolders(parent);
    const again = await supervisor.run(spec("process.exit(4)", supervisor.folder));
    expect(await again.exited).toBe(4);
    await supervisor[Symbol.asyncDispose]();
    await rm(parent, { recursive: true });
  });
});

describe("what an owner leaves when it is killed", () => {
  /** A process that has the supervisor run something, and says when it runs. */
  async function startOwner(folder: string): Promise<ChildProcess> {
    const script = fileURLToPath(new URL("./supervisor.mjs", import.meta.url));
    const command = { type: "start", id: 1, ...spec(idle, folder) };
    const owner = spawn(
      node,
      [
        "-e",
        `const child = require("child_process").spawn(${JSON.stringify(node)}, ${JSON.stringify([script, folder])}, { detached: true, stdio: ["pipe", "pipe", "ignore"] });
        child.stdin.write(${JSON.stringify(`${JSON.stringify(command)}\n`)});
        child.stdout.on("data", (data) => { if (String(data).includes("started")) console.log("started"); });`,
      ],
      { stdio: ["ignore", "pipe", "ignore"] },
    );
    await new Promise((resolve) => owner.stdout?.once("data", resolve));
    return owner;
  }

  test("is ended by the supervisor", async () => {
    const folder = await createNodeFolder(tmpdir());
    const owner = await startOwner(folder);
    expect(markedProcesses(`${folder}/`)).toHaveLength(1);
    owner.kill("SIGKILL");
    await expect.poll(() => markedProcesses(`${folder}/`), { interval: 20, timeout: 30_000 }).toEqual([]);
    await expect.poll(() => existsSync(folder), { interval: 20, timeout: 30_000 }).toBe(false);
  });

  test("is ended by the next start, if the supervisor was killed as well", async () => {
    const parent = await mkdtemp(join(tmpdir(), "sweep-"));
    const folder = await createNodeFolder(parent);
    const running = await createNodeFolder(parent);
    await writeFile(join(running, "supervisor"), `${process.pid} `);
    const owner = await startOwner(folder);
    const [pid] = (await readFile(join(folder, "supervisor"), "utf8")).split(" ");
    process.kill(Number(pid), "SIGKILL");
    owner.kill("SIGKILL");
    await expect.poll(() => isAlive(Number(pid)), { interval: 20, timeout: 30_000 }).toBe(false);
    expect(markedProcesses(`${folder}/`)).toHaveLength(1);
    await sweepNodeFolders(parent);
    await expect.poll(() => markedProcesses(`${folder}/`), { interval: 20, timeout: 30_000 }).toEqual([]);
    expect([existsSync(folder), existsSync(running)]).toEqual([false, true]);
    await rm(parent, { recursive: true });
  });
});

test("a folder whose node was killed before it had a supervisor is swept when it is old", async () => {
  const parent = await mkdtemp(join(tmpdir(), "sweep-"));
  const [old, young] = [await createNodeFolder(parent), await createNodeFolder(parent)];
  const hourAgo = new Date(systemClock.now() - 3_600_000);
  await utimes(old, hourAgo, hourAgo);
  await sweepNodeFolders(parent);
  expect([existsSync(old), existsSync(young)]).toEqual([false, true]);
  await rm(parent, { recursive: true });
});

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
