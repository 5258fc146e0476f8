import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

const programs = [
  { name: "a scaffolded operator", source: new URL("golden/default/src/main.ts", import.meta.url) },
  { name: "operators/memcached", source: new URL("../../../operators/memcached/src/main.ts", import.meta.url) },
];

describe.each(programs)("$name", ({ source }) => {
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "scaffolded-program-"));
    await using bundle = await rolldown({
      input: fileURLToPath(source),
      platform: "node",
      resolve: { conditionNames: ["@kubewright/source", "import", "node", "default"] },
    });
    await bundle.write({ file: join(folder, "main.mjs"), format: "esm", codeSplitting: false });
    // Of a cluster that is not there.
    const config = {
      "current-context": "none",
      clusters: [{ name: "none", cluster: { server: "http://127.0.0.1:1" } }],
      contexts: [{ name: "none", context: { cluster: "none" } }],
    };
    await writeFile(join(folder, "kubeconfig"), JSON.stringify(config));
  }, 60_000);

  afterAll(() => rm(folder, { recursive: true }));

  function start(...args: string[]): ChildProcess {
    return spawn(process.execPath, ["main.mjs", ...args], { cwd: folder, env: {}, stdio: ["ignore", "pipe", "pipe"] });
  }

  async function run(...args: string[]): Promise<{ code: unknown; output: string; errors: string }> {
    const child = start(...args);
    const [[code], output, errors] = await Promise.all([
      once(child, "close"),
      text(child.stdout!),
      text(child.stderr!),
    ]);
    return { code, output, errors };
  }

  test("tells of its flags", async () => {
    const { code, output, errors } = await run("--help");
    expect([code, errors]).toEqual([0, ""]);
    expect(output).toMatch(/^Usage: node main\.mjs \[flags\]\n/);
    expect(output).toContain("--health-probe-bind-address ADDRESS\n");
    expect(output).toContain('(default: ":8081")\n');
  });

  test("says which flag is wrong, in one line", async () => {
    expect(await run("--leader-elct")).toEqual({
      code: 2,
      output: "",
      errors: "error: there is no flag --leader-elct; did you mean --leader-elect? --help shows all flags\n",
    });
  });

  test("says what keeps it from starting, in one line", async () => {
    const { code, output, errors } = await run("--kubeconfig", "none-such");
    expect([code, output]).toEqual([1, ""]);
    expect(
      errors
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line)),
    ).toMatchObject([{ level: "error", err: { message: expect.stringContaining("none-such does not exist") } }]);
    expect(errors).not.toContain("stack");
  });

  test("takes part in an election when it is told to", async () => {
    // Outside of a cluster, which namespace that is in has to be said.
    const { code, errors } = await run("--kubeconfig=kubeconfig", "--leader-elect=true");
    expect(code).toBe(1);
    expect(
      errors
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line)),
    ).toMatchObject([
      { err: { message: expect.stringContaining('a namespace for the Lease "memcached-operator.example.com"') } },
    ]);
  });

  test("runs with the arguments that its Deployment gives, until it is told to stop", async () => {
    const flags = ["--kubeconfig=kubeconfig", "--leader-elect", "-leader-elect=false", "--metrics-secure=false"];
    const child = start(...flags, "--metrics-bind-address=127.0.0.1:0", "--health-probe-bind-address=127.0.0.1:0");
    const ended = once(child, "close");
    let log = "";
    let isStopped = false;
    for await (const chunk of child.stderr!.setEncoding("utf8")) {
      log += chunk;
      if (!isStopped && log.includes('"starting server"')) isStopped = child.kill("SIGTERM");
    }
    expect([log.split("\n").at(-2), await ended]).toEqual([expect.stringContaining("manager stopped"), [0, null]]);
  });
});
