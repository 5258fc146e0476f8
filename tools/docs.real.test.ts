import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { type CustomResource, defineKind, isControlledBy, isInvalid } from "@kubewright/api";
import { Deployment } from "@kubewright/api/apps/v1";
import { type Client, connect, waitFor } from "@kubewright/client";
import {
  eventually,
  eventuallyIn,
  findPrograms,
  programFolder,
  type ReferenceServer,
  startReferenceServer,
  systemTestHost,
} from "@kubewright/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type CompiledDocs, compileDocs, filesOf } from "./docs-blocks.ts";

interface Memcached extends CustomResource<{ size: number }, { ready?: number }> {}
const Memcached = defineKind<Memcached>({ group: "cache.example.com", version: "v1", kind: "Memcached" });

const root = fileURLToPath(new URL("..", import.meta.url));

/** Manages nothing that tests, which run side by side, have only one of: ports. */
function withoutPorts(program: string): void {
  const text = readFileSync(program, "utf8");
  writeFileSync(program, text.replace("Manager.create()", "Manager.create({ metrics: false, health: false })"));
}

/** A program that runs until disposed; it must end well then. */
function running(program: string, kubeconfig: string): AsyncDisposable {
  const env = { ...process.env, KUBECONFIG: kubeconfig };
  const child = spawn(process.execPath, [program], { env, stdio: "ignore" });
  const ended = once(child, "close");
  return {
    async [Symbol.asyncDispose]() {
      child.kill("SIGTERM");
      expect(await ended).toEqual([0, null]);
    },
  };
}

/** Asserts that some program keeps a Deployment for each Memcached. */
async function expectOperator(client: Client): Promise<void> {
  const made = await client.create(Memcached.of({ metadata: { name: "kept" }, spec: { size: 2 } }));
  const soon = eventuallyIn(client, { timeoutMs: 10_000 });
  const deployment = await soon.exists(Deployment, "kept", ({ spec }) => expect(spec.replicas).toBe(2));
  expect(isControlledBy(deployment, made)).toBe(true);
  await client.patch(Deployment, "kept", { merge: { spec: { replicas: 7 } } });
  await soon.exists(Deployment, "kept", ({ spec }) => expect(spec.replicas).toBe(2));
  await client.delete(deployment);
  await soon.replaced(deployment);
  await soon.exists(Memcached, "kept", ({ status }) => expect(status).toEqual({ ready: 0 }));
  await expect(client.create(Memcached.of({ metadata: { name: "empty" }, spec: { size: 0 } }))).rejects.toSatisfy(
    isInvalid,
  );
}

describe("the programs in the README", () => {
  let server: ReferenceServer;
  let docs: CompiledDocs;
  let folder: string;
  let kubeconfig: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "kubewright-docs-"));
    kubeconfig = join(folder, "kubeconfig");
    const definition = join(folder, "crd.yaml");
    writeFileSync(definition, filesOf("README.md").get("crd.yaml")!);
    [server, docs] = await Promise.all([
      startReferenceServer({ definitions: [definition] }),
      compileDocs(["README.md"], "docs-real"),
    ]);
    await server.writeKubeconfig(kubeconfig);
  });

  afterAll(async () => {
    await server?.[Symbol.asyncDispose]();
    rmSync(folder, { recursive: true, force: true });
  });

  const run = async (index: number): Promise<string[]> => {
    const env = { ...process.env, KUBECONFIG: kubeconfig };
    const { stdout } = await promisify(execFile)(process.execPath, [docs.program("README.md", index)], { env });
    return stdout.trim().split("\n");
  };

  test("the first keeps a Deployment for each Memcached, until it is told to end", async () => {
    await using client = await connect({ kubeconfig, namespace: "default" });
    const program = docs.program("README.md", 0);
    withoutPorts(program);
    {
      await using _operator = running(program, kubeconfig);
      await expectOperator(client);
    }
    await client.delete(Memcached, "kept");
    await client.delete(Deployment, "kept");
  });

  test("the second finds, lists, applies, deletes and watches", async () => {
    expect(await run(1)).toEqual(["no such deployment", "ADDED web"]);
  });

  test("the third creates a custom resource, changes it and waits for its controller", async () => {
    await using client = await connect({ kubeconfig, namespace: "default" });
    const program = run(2);
    await waitFor(client, Memcached, "sample", (it) => it?.spec.size === 4);
    await client.status.patch(Memcached, "sample", { merge: { status: { ready: 4 } } });
    expect(await program).toEqual(["{ ready: 4 }"]);
  });
});

describe("the tour in the README", () => {
  /** What is the same each time. */
  const neutral = (text: string) => {
    return text
      .replace(/\b127\.\d+\.\d+\.\d+/g, "ADDRESS")
      .replace(/\b(\d+[smh])+$/gm, "AGE")
      .replace(/ +/g, " ")
      .trim();
  };

  test("prints what it says", async () => {
    const [, ...blocks] = [...readFileSync(join(root, "README.md"), "utf8").matchAll(/^```console\n([\s\S]*?)^```$/gm)];
    const steps = blocks.flatMap(([, block = ""]) => block.split(/^\$ /m).slice(1));
    expect(steps.length).toBeGreaterThan(6);
    const { kubectl } = await findPrograms(programFolder(systemTestHost()), ["kubectl"]);
    const start = spawn(process.execPath, [join(root, "examples/dist/start/main.js")], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    const ended = once(start, "close");
    try {
      const kubeconfig = await exportedKubeconfig(start.stdout);
      const env = { ...process.env, KUBECONFIG: kubeconfig, PATH: `${dirname(kubectl)}:${process.env.PATH}` };
      for (const step of steps) {
        const [command = "", ...lines] = step.split("\n");
        const check = async () => {
          const { stdout } = await promisify(execFile)("bash", ["-c", `${command} 2>&1 || true`], { env });
          expect(neutral(stdout)).toBe(neutral(lines.join("\n")));
        };
        // What is looked at becomes so; all else is typed once.
        await (command.startsWith("kubectl get") ? eventually(check, { timeoutMs: 30_000 }) : check());
      }
    } finally {
      start.kill("SIGTERM");
      expect(await ended).toEqual([0, null]);
    }
  }, 180_000);

  async function exportedKubeconfig(output: AsyncIterable<Buffer>): Promise<string> {
    let text = "";
    for await (const piece of output) {
      text += piece.toString();
      if (text.includes("Ctrl-C")) break;
    }
    return /export KUBECONFIG=(\S+)/.exec(text)?.[1] ?? "";
  }
});

describe("the guide to operators, copied", () => {
  const folder = join(root, "node_modules/.cache/guide");
  const file = (path: string) => join(folder, path);
  const programs = programFolder(systemTestHost());

  beforeAll(() => {
    rmSync(folder, { recursive: true, force: true });
    for (const [path, text] of filesOf("docs/guide/operator.md")) {
      mkdirSync(dirname(file(path)), { recursive: true });
      writeFileSync(file(path), text);
    }
  });

  test("gives tests that pass", async () => {
    const env = { ...process.env, KUBEBUILDER_ASSETS: programs };
    const { stdout } = await promisify(execFile)("npm", ["test"], { cwd: folder, env });
    expect(stdout).toMatch(/pass 2$/m);
  });

  test("gives an operator that its service account has all rights for", async () => {
    await using server = await startReferenceServer();
    await server.writeKubeconfig(file("admin"));
    await server.writeKubeconfig(
      file("operator"),
      server.addUser({ name: "system:serviceaccount:memcached-operator:memcached-operator" }),
    );
    const { kubectl } = await findPrograms(programs, ["kubectl"]);
    const apply = async (...manifests: string[]): Promise<void> => {
      const files = manifests.flatMap((name) => ["-f", `manifests/${name}.yaml`]);
      const options = ["--kubeconfig", "admin", "--cache-dir", "cache"];
      await promisify(execFile)(kubectl, [...options, "apply", ...files], { cwd: folder });
    };
    await promisify(execFile)("npm", ["run", "build"], { cwd: folder });
    withoutPorts(file("dist/main.js"));
    await apply("crd", "rbac", "deployment");
    await using client = await connect({ kubeconfig: file("admin"), namespace: "default" });
    await using _operator = running(file("dist/main.js"), file("operator"));
    await eventually(() => apply("sample"), { timeoutMs: 30_000 });
    const soon = eventuallyIn(client, { timeoutMs: 10_000 });
    await soon.exists(Deployment, "sample", ({ spec }) => expect(spec.replicas).toBe(3));
    await expectOperator(client);
  });
});
