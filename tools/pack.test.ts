import { execFile } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { DevCluster } from "@kubewright/devcluster";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

const run = promisify(execFile);
const root = fileURLToPath(new URL("..", import.meta.url));
const packages = readdirSync(join(root, "packages"));
const nameOf = (folder: string): string => (folder === "kubewright" ? folder : `@kubewright/${folder}`);
/** What the packages depend on, and what that depends on. Packed as it is installed here, so that nothing is fetched. */
const outside = ["@opentelemetry/api", "bintrees", "commander", "prom-client", "tdigest", "typescript", "yaml"];
/** The program of TypeScript for this platform, of which typescript has one for each. */
const platformPrograms = readdirSync(join(root, "node_modules/@typescript")).map((name) => `@typescript/${name}`);
const isPlatformProgram = (name: string) => name.startsWith("@typescript/");

interface Packed {
  name: string;
  version: string;
  filename: string;
  files: { path: string }[];
}

const listProgram = `
import assert from "node:assert/strict";
import { isNotFound, Quantity, Selector } from "@kubewright/api";
import { Deployment } from "@kubewright/api/apps/v1";
import { connect } from "@kubewright/client";

assert.equal(Deployment.of({ metadata: { name: "web" } }).apiVersion, "apps/v1");
assert.ok(Selector.parse("app in (web)").matches({ app: "web" }));
assert.equal(Quantity.parse("1024Mi").toString(), "1Gi");

const client = await connect({ server: process.argv[2], token: "token", namespace: "shop" });
try {
  const { items } = await client.list(Deployment, { namespace: "shop" });
  console.log(items.map(({ kind, metadata }) => kind + " " + metadata.name).join());
  await assert.rejects(client.get(Deployment, "absent"), isNotFound);
} finally {
  await client.close();
}
`;

const operatorProgram = `
import assert from "node:assert/strict";
import { defineKind, exponentialBackOff, Manager, Result, setControllerReference, TerminalError, WorkQueue } from "@kubewright/operator";

assert.equal(typeof Manager.create, "function");
assert.deepEqual(Result.requeueAfter(5), { type: "requeue-after", delayMs: 5 });
assert.equal(new TerminalError("never").name, "TerminalError");
const Tea = defineKind({ group: "kitchen.example.com", version: "v1", kind: "Tea" });
const owner = Tea.of({ metadata: { name: "now", uid: "1" } });
assert.equal(setControllerReference(owner, { metadata: {} }), true);

const queue = new WorkQueue({ id: String, rateLimiter: exponentialBackOff() });
queue.add("low", { priority: -1 });
queue.add("high");
const { item } = await queue.take();
queue.done(item);
await queue.shutDown();
console.log(item);
`;

const serverProgram = `
import assert from "node:assert/strict";
import { ConfigMap } from "@kubewright/api/core/v1";
import { ApiServer } from "@kubewright/apiserver";
import { ApiClient } from "@kubewright/client";

const server = await ApiServer.start();
const client = new ApiClient({ transport: server.transport() });
await client.create(ConfigMap.of({ metadata: { name: "settings", namespace: "default" } }));
const { items } = await client.list(ConfigMap, { namespace: "default" });
await client.close();
await server.close();
console.log(items.map(({ metadata }) => metadata.name).join());
`;

const metricsProgram = `
import assert from "node:assert/strict";
import { Metrics } from "@kubewright/operator";
import { Counter, Registry } from "prom-client";

const { registry } = new Metrics();
assert.ok(registry instanceof Registry);
new Counter({ name: "mine_total", help: "Mine", registers: [registry] }).inc();
console.log((await registry.metrics()).match(/^mine_total .*/m)[0]);
`;

// What the first program does, plus what must not compile.
const typedProgram = `
import { type CustomResource, defineKind, type Kind } from "@kubewright/api";
import { Deployment, type DeploymentSpec } from "@kubewright/api/apps/v1";
import type { ConfigMap } from "@kubewright/api/core/v1";
import { type Client, ClientError, connect, waitFor } from "@kubewright/client";

interface Tea extends CustomResource<{ minutes: number }, { state: "Ready" }> {}
const Tea: Kind<Tea> = defineKind<Tea>({ group: "kitchen.example.com", version: "v1", kind: "Tea" });

export async function use(): Promise<DeploymentSpec> {
  await using client: Client = await connect({ fieldManager: "me" });
  const web = await client.get(Deployment, "shop/web");
  const tea = await client.create(Tea.of({ metadata: { name: "now" }, spec: { minutes: 4 } }));
  tea.spec.minutes satisfies number;
  // @ts-expect-error: a Deployment is no ConfigMap
  web satisfies ConfigMap;
  // @ts-expect-error: minutes are a number
  Tea.of({ metadata: { name: "never" }, spec: { minutes: "4" } });
  for await (const event of client.watch(Tea)) if (event.type !== "BOOKMARK") event.object.status?.state satisfies "Ready" | undefined;
  await waitFor(client, Tea, "now", (found) => found?.status?.state === "Ready");
  if (web.spec === undefined) throw new ClientError("UNEXPECTED_RESPONSE", "no spec");
  return web.spec;
}
`;

const typedOperator = `
import { Deployment } from "@kubewright/api/apps/v1";
import {
  type CustomResource,
  defineKind,
  generationChanged,
  type Kind,
  Manager,
  type ReconcileContext,
  type Reconciler,
  Result,
  withFinalizer,
} from "@kubewright/operator";
import { Counter } from "prom-client";

interface Tea extends CustomResource<{ minutes: number }, { state: "Ready" }> {}
const Tea: Kind<Tea> = defineKind<Tea>({ group: "kitchen.example.com", version: "v1", kind: "Tea" });

class TeaReconciler implements Reconciler {
  async reconcile({ key, client, signal }: ReconcileContext): Promise<Result> {
    const tea = await client.find(Tea, key, { signal });
    tea?.spec.minutes satisfies number | undefined;
    // @ts-expect-error: a tea has no hours
    tea?.spec.hours;
    return Result.requeueAfter(30_000);
  }
}

export async function use(): Promise<void> {
  const manager = await Manager.create({ leaderElection: { id: "tea.kitchen.example.com" } });
  new Counter({ name: "teas_total", help: "Teas made", registers: [manager.metrics.registry] }).inc();
  manager.controller("tea").for(Tea, { predicates: [generationChanged()] }).owns(Deployment).reconcile(new TeaReconciler());
  manager.controller("spill").for(Tea).reconcile(
    withFinalizer({
      kind: Tea,
      finalizer: "kitchen.example.com/spill",
      cleanup: async (tea) => { tea.spec.minutes satisfies number; },
      reconcile: async () => Result.done(),
    }),
  );
  // @ts-expect-error: it is no reconciler
  manager.controller("never").for(Tea).reconcile("tea");
  await manager.start();
}
`;

const pureProgram = `
import { parseJson, Quantity, setCondition, StatusError } from "@kubewright/api";
import type { Pod } from "@kubewright/api/core/v1";
export const all: unknown[] = [parseJson, Quantity, setCondition, StatusError];
export const phase = (pod: Pod): string | undefined => pod.status?.phase;
`;

const hooks = `
import { appendFileSync } from "node:fs";
let file;
export function initialize(data) { file = data.file; }
export async function load(url, context, next) {
  appendFileSync(file, url + "\\n");
  return next(url, context);
}
`;

const register = `
import { register } from "node:module";
register("./hooks.mjs", import.meta.url, { data: { file: process.env.LOADED } });
`;

const shared = { module: "nodenext", target: "es2022", strict: true, noEmit: true };
const consumerConfigs = {
  /** As most users have it, but also checking the declarations that we ship. */
  typed: {
    ...shared,
    lib: ["es2023", "esnext.disposable"],
    typeRoots: [join(root, "node_modules/@types")],
    types: ["node"],
  },
  operator: {
    ...shared,
    lib: ["es2023", "esnext.disposable"],
    typeRoots: [join(root, "node_modules/@types")],
    types: ["node"],
  },
  /** Neither Node nor a browser. */
  pure: { ...shared, lib: ["es2023"], types: [] },
};

describe("the packages, packed and installed into an empty folder", () => {
  let folder: string;
  let packed: Packed[];
  let server: Server;
  const asked: string[] = [];

  beforeAll(async () => {
    for (const name of packages) {
      expect(existsSync(join(root, "packages", name, "dist/index.js")), `${name} is built (tsc -b)`).toBe(true);
    }
    folder = await mkdtemp(join(tmpdir(), "kubewright-pack-"));
    const subjects = [
      ...packages.map((name) => `./packages/${name}`),
      ...[...outside, ...platformPrograms].map((name) => `./node_modules/${name}`),
    ];
    const options = ["--ignore-scripts", "--json", "--pack-destination", folder];
    const { stdout } = await run("npm", ["pack", ...subjects, ...options], { cwd: root });
    packed = JSON.parse(stdout) as Packed[];
    const dependencies = Object.fromEntries(packed.map(({ name, filename }) => [name, `file:${filename}`]));
    const files = {
      "package.json": JSON.stringify({ private: true, type: "module", dependencies }),
      "list.mjs": listProgram,
      "operator.mjs": operatorProgram,
      "server.mjs": serverProgram,
      "metrics.mjs": metricsProgram,
      "typed.ts": typedProgram,
      "operator.ts": typedOperator,
      "pure.ts": pureProgram,
      "hooks.mjs": hooks,
      "register.mjs": register,
      "one-group.mjs": 'import { Deployment } from "@kubewright/api/apps/v1";\nconsole.log(Deployment.apiVersion);\n',
      ...Object.fromEntries(
        Object.entries(consumerConfigs).map(([name, compilerOptions]) => [
          `tsconfig.${name}.json`,
          JSON.stringify({ compilerOptions, files: [`${name}.ts`] }),
        ]),
      ),
    };
    await Promise.all(Object.entries(files).map(([name, text]) => writeFile(join(folder, name), text)));
    const flags = ["--offline", "--ignore-scripts", "--no-audit", "--no-fund", "--no-package-lock"];
    await run("npm", ["install", ...flags], { cwd: folder });

    server = createServer((request, response) => {
      asked.push(`${request.method} ${request.url} ${request.headers.authorization}`);
      const isList = request.url?.endsWith("/deployments");
      response.writeHead(isList ? 200 : 404, { "content-type": "application/json" });
      const status = { kind: "Status", apiVersion: "v1", status: "Failure", reason: "NotFound", code: 404 };
      const list = {
        kind: "DeploymentList",
        apiVersion: "apps/v1",
        metadata: {},
        items: [{ metadata: { name: "web" } }],
      };
      response.end(JSON.stringify(isList ? list : status));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  }, 60_000);

  afterAll(async () => {
    server?.close();
    if (folder !== undefined) await rm(folder, { recursive: true });
  });

  /** Runs the compiler of this repository on one of the programs. */
  async function check(project: string): Promise<string> {
    const compiler = join(root, "node_modules/typescript/lib/tsc.js");
    const options = [compiler, "-p", join(folder, `tsconfig.${project}.json`)];
    return await run(process.execPath, options, { cwd: folder }).then(
      () => "",
      (error: Error & { stdout?: string }) => error.stdout || error.message,
    );
  }

  test("work from JavaScript", async () => {
    const { port } = server.address() as AddressInfo;
    const { stdout } = await run(process.execPath, ["list.mjs", `http://127.0.0.1:${port}`], { cwd: folder });
    expect(stdout).toBe("Deployment web\n");
    expect(asked).toEqual([
      "GET /apis/apps/v1/namespaces/shop/deployments Bearer token",
      "GET /apis/apps/v1/namespaces/shop/deployments/absent Bearer token",
    ]);
  });

  test("make an operator with one import", async () => {
    const { stdout } = await run(process.execPath, ["operator.mjs"], { cwd: folder });
    expect(stdout).toBe("high\n");
  });

  test("are an API server", async () => {
    const { stdout } = await run(process.execPath, ["server.mjs"], { cwd: folder });
    expect(stdout).toBe("settings\n");
  });

  test("have a command line", async () => {
    const { stdout } = await run("npx", ["--offline", "kubewright", "--version"], { cwd: folder });
    expect(stdout).toBe("0.1.0\n");
  });

  describe("with a project of theirs", () => {
    /** A scaffolded project beside the packages. What it is developed with besides is this repository's. */
    async function projectOf(name: string): Promise<string> {
      const project = join(folder, name);
      await cp(join(root, "packages/kubewright/test/golden", name), project, { recursive: true });
      for (const tool of ["vitest", "vite", "@types", ".bin/vitest"]) {
        await mkdir(dirname(join(project, "node_modules", tool)), { recursive: true });
        await symlink(join(root, "node_modules", tool), join(project, "node_modules", tool));
      }
      return project;
    }

    async function type(line: string, cwd: string, env: NodeJS.ProcessEnv = process.env): Promise<string> {
      const [program, ...args] = line.split(" ");
      return (await run(program!, args, { cwd, env })).stdout;
    }

    test("scaffold it again as it is, test it and compile it", async () => {
      const project = await projectOf("deploy-image");
      expect(await type("npx --offline kubewright init", project)).not.toMatch(/created|updated|overwrote|kept/);
      expect(await type("npm test", project)).toMatch(/Tests .*6 passed/);
      expect(await type("npm run build", project)).toContain("tsc");
      expect(existsSync(join(project, "dist/main.js"))).toBe(true);
    }, 120_000);

    test.each([
      ["default", 1],
      ["two-groups", 3],
    ])(
      "test the project %s, and deploy it on an embedded cluster",
      async (name, tests) => {
        const project = await projectOf(name);
        expect(await type("npm test", project)).toMatch(new RegExp(`Tests .*${tests} passed`));
        await using cluster = await DevCluster.start({ processNodes: { count: 1 } });
        await writeFile(join(project, "kubeconfig"), cluster.kubeconfig());
        const env = { ...process.env, KUBECONFIG: join(project, "kubeconfig") };
        const deployed = await type("npx --offline kubewright deploy --image example.com/operator:v1", project, env);
        expect(deployed).toMatch(/ is available\n$/);
      },
      120_000,
    );
  });

  test("show a user's metrics beside their own", async () => {
    const { stdout } = await run(process.execPath, ["metrics.mjs"], { cwd: folder });
    expect(stdout).toBe("mine_total 1\n");
  });

  test.each(["typed", "operator"])("work from TypeScript, declarations checked: %s", async (project) => {
    expect(await check(project)).toBe("");
  });

  test("need neither Node nor a browser for the types of api", async () => {
    expect(await check("pure")).toBe("");
  });

  /** Runs a program: what it prints, and the URLs of all that it imports, directly or not. */
  async function load(program: string): Promise<{ stdout: string; urls: string[] }> {
    const loaded = join(folder, `${program}.txt`);
    const options = ["--import", "./register.mjs", program];
    const { stdout } = await run(process.execPath, options, { cwd: folder, env: { ...process.env, LOADED: loaded } });
    return { stdout, urls: readFileSync(loaded, "utf8").trimEnd().split("\n") };
  }

  test("load one group of built-in types, not the others", async () => {
    const { stdout, urls } = await load("one-group.mjs");
    expect(stdout).toBe("apps/v1\n");
    const files = urls.flatMap((url) => url.split("/@kubewright/api/dist/").slice(1));
    expect(files.filter((file) => file.startsWith("types/"))).toEqual(["types/apps/v1.js"]);
    expect(files).not.toContain("index.js");
    expect(files.length).toBeLessThan(8);
  });

  test("load of prom-client and Node only what an operator needs from the beginning", async () => {
    const { urls } = await load("operator.mjs");
    const parts = urls.flatMap((url) => url.split("/prom-client/").slice(1));
    expect(parts.sort()).toEqual(["lib/counter.js", "lib/gauge.js", "lib/registry.js"]);
    const costly = ["node:http", "node:https", "node:net", "node:tls", "node:crypto", "node:zlib"];
    expect(urls.filter((url) => costly.includes(url))).toEqual([]);
  });

  test("are all there is, but for four dependencies from outside and what some of them need", () => {
    const modules = join(folder, "node_modules");
    const installed = readdirSync(modules)
      .filter((name) => !name.startsWith(".") && name !== "@kubewright" && name !== "kubewright")
      .flatMap((name) =>
        name.startsWith("@") ? readdirSync(join(modules, name)).map((part) => `${name}/${part}`) : [name],
      );
    expect(installed.filter((name) => !isPlatformProgram(name)).sort()).toEqual(outside);
  });

  describe.each(packages)("%s", (name) => {
    const files = (): string[] => packed.find((each) => each.name === nameOf(name))!.files.map(({ path }) => path);
    const installed = (path: string): string => join(folder, "node_modules", nameOf(name), path);

    test("carries its licence, and no tests or sources", () => {
      expect(files()).toEqual(
        expect.arrayContaining(["LICENSE", "NOTICE", "package.json", "dist/index.js", "dist/index.d.ts"]),
      );
      const others = files().filter((path) => !/^(LICENSE|NOTICE|README\.md|api\.md|package\.json)$/.test(path));
      const stray = others.filter(
        (path) =>
          !/^(?:dist|bin)\/.*\.(js|mjs|d\.ts|d\.mts)$|^data\/.*\.(json|jsonl|txt)(\.gz)?$/.test(path) ||
          /\.test(-d)?\./.test(path),
      );
      expect(stray).toEqual([]);
    });

    test("names no source map, for it has none", () => {
      expect(files().filter((path) => path.endsWith(".map"))).toEqual([]);
      const code = files().filter((path) => /\.m?js$/.test(path));
      expect(code.filter((path) => readFileSync(installed(path), "utf8").includes("sourceMappingURL"))).toEqual([]);
    });

    test("has what its exports name", () => {
      const manifest = JSON.parse(readFileSync(installed("package.json"), "utf8"));
      const targets = Object.values(manifest.exports as Record<string, string | Record<string, string>>).flatMap(
        (target) =>
          typeof target === "string"
            ? [target]
            : Object.entries(target).flatMap(([condition, path]) => (condition === "@kubewright/source" ? [] : [path])),
      );
      const missing = targets.filter((target) => {
        const [before, after] = target.slice("./".length).split("*");
        return !files().some((path) =>
          after === undefined ? path === before : path.startsWith(before!) && path.endsWith(after),
        );
      });
      expect(missing).toEqual([]);
    });
  });
});
