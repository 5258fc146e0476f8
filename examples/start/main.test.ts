import { type ChildProcessByStdio, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";

const program = fileURLToPath(new URL("../dist/start/main.js", import.meta.url));

interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

function start(args: readonly string[], env: NodeJS.ProcessEnv = process.env): Promise<Ended> {
  return new Promise((resolve) => {
    execFile(process.execPath, [program, ...args], { env }, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr });
    });
  });
}

function isRunning(processId: number): boolean {
  try {
    process.kill(processId, 0);
    return true;
  } catch {
    return false;
  }
}

describe("npm start -- --once", () => {
  test.each([
    { what: "the programs of this machine", path: process.env["PATH"] ?? "" },
    { what: "no program but Node", path: "/nowhere" },
  ])(
    "ends with 0 when each of three memcacheds, a process each, kept a value, with $what",
    async ({ path }) => {
      const folder = await mkdtemp(join(tmpdir(), "kubewright-start-test-"));
      const { code, stdout, stderr } = await start(["--once"], { ...process.env, PATH: path, TMPDIR: folder });
      expect(stderr).toBe("");
      expect(code).toBe(0);
      expect(stdout).toMatch(/✓ cluster +Kubernetes API at https:\/\/127\.0\.0\.1:\d+/);
      expect(stdout).toMatch(/✓ sample +memcached memcached-sample, size 3/);
      const kept = [...stdout.matchAll(/([\d.]+):11211 \(process (\d+)\) "kept by memcached-sample-/g)];
      expect(new Set(kept.map(([, address]) => address)).size).toBe(3);
      expect(new Set(kept.map(([, , processId]) => processId)).size).toBe(3);
      expect(stdout).toMatch(/All of it worked, in [\d.]+ s\.\n$/);
      // Nothing stays.
      expect(kept.filter(([, , processId]) => isRunning(Number(processId)))).toEqual([]);
      expect(await readdir(folder)).toEqual([]);
      await rm(folder, { recursive: true });
    },
    60_000,
  );

  test("ends with 1 and says why when a memcached does not run", async () => {
    const folder = await mkdtemp(join(tmpdir(), "kubewright-start-test-"));
    await writeFile(join(folder, "memcached"), "#!/bin/sh\necho broken >&2\nexit 3\n");
    await chmod(join(folder, "memcached"), 0o755);
    const path = `${folder}:${process.env["PATH"]}`;
    const { code, stderr } = await start(["--once", "--timeout", "3"], { ...process.env, PATH: path });
    await rm(folder, { recursive: true });
    expect(code).toBe(1);
    expect(stderr).toMatch(/✗ stopped +\S/);
    expect(stderr).toMatch(/✗ event +memcached-sample-\S+: BackOff: Back-off restarting failed container memcached/);
  }, 60_000);

  test.each([
    { args: ["--timeout", "soon"], problem: '--timeout is a number of seconds above 0, not "soon"' },
    { args: ["--onec"], problem: "Unknown option '--onec'" },
    { args: ["now"], problem: "Unexpected argument 'now'" },
  ])("refuses $args in a line, and says where help is", async ({ args, problem }) => {
    const help = 'Run "npm start -- --help" to see what there is.';
    expect(await start(["--once", ...args])).toMatchObject({ code: 2, stderr: `error: ${problem}\n${help}\n` });
  });
});

describe("npm start", () => {
  type Program = ChildProcessByStdio<null, Readable, null>;

  test.each<{ how: string; after: string; end: (program: Program) => void }>([
    {
      how: "by one Ctrl-C, which comes twice where npm hands it on",
      after: "Ctrl-C stops it",
      end: (program) => {
        // Two of the same that come at once may arrive as one.
        program.kill("SIGINT");
        program.kill("SIGTERM");
      },
    },
    { how: "when its terminal is closed", after: "Ctrl-C stops it", end: (program) => void program.kill("SIGHUP") },
    { how: "when nobody reads on, as with head", after: "cluster", end: (program) => void program.stdout.destroy() },
  ])(
    "is ended $how, and leaves nothing behind",
    async ({ after, end }) => {
      const folder = await mkdtemp(join(tmpdir(), "kubewright-start-test-"));
      const env = { ...process.env, TMPDIR: folder };
      const running: Program = spawn(process.execPath, [program], { env, stdio: ["ignore", "pipe", "inherit"] });
      const ended = once(running, "exit");
      let said = "";
      for await (const chunk of running.stdout.setEncoding("utf8").iterator({ destroyOnReturn: false })) {
        said += chunk;
        if (said.includes(after)) break;
      }
      end(running);
      expect(await ended).toEqual([0, null]);
      expect(await readdir(folder)).toEqual([]);
      await rm(folder, { recursive: true });
    },
    60_000,
  );
});
