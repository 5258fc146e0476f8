import { type ChildProcessByStdio, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { request } from "node:https";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { type ClientCertificate, connectionFromKubeconfig, HttpsTransport, parseKubeconfig } from "@kubewright/client";
import {
  findPrograms,
  programFolder,
  type ReferenceServer,
  startReferenceServer,
  systemTestHost,
} from "@kubewright/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { freePort } from "../src/reference/free-port.ts";

const patiently = { timeout: 15_000 };

describe("a reference server", () => {
  let server: ReferenceServer;
  beforeAll(async () => {
    server = await startReferenceServer();
  });
  afterAll(() => server?.close());

  test("is ready, of the reference version, and has the namespaces of a cluster", async () => {
    expect(await call(server, "GET", "/version")).toMatchObject({ status: 200, body: { gitVersion: "v1.36.3" } });
    const list = await call(server, "GET", "/api/v1/namespaces");
    expect(list.body.items.map((item: { metadata: { name: string } }) => item.metadata.name)).toContain("default");
  });

  test("keeps what it is told", async () => {
    const created = await call(server, "POST", "/api/v1/namespaces/default/configmaps", {
      body: { metadata: { name: "kept" }, data: { key: "value" } },
    });
    expect(created.status).toBe(201);
    expect((await call(server, "GET", "/api/v1/namespaces/default/configmaps/kept")).body.data).toEqual({
      key: "value",
    });
  });

  test("admits a pod without a service account", async () => {
    const created = await call(server, "POST", "/api/v1/namespaces/default/pods", { body: pod("plain") });
    expect(created.status).toBe(201);
  });

  test("denies an unprivileged user, and admits it after a binding to its name or to its group", async () => {
    const jane = server.addUser({ name: "jane" });
    const joe = server.addUser({ name: "joe", groups: ["developers"] });
    const path = "/api/v1/namespaces/default/pods";
    expect(await call(server, "GET", path, { user: jane })).toMatchObject({
      status: 403,
      body: { message: expect.stringContaining('User "jane" cannot list resource "pods"') },
    });
    expect((await call(server, "GET", path, { user: joe })).status).toBe(403);

    const rules = [{ apiGroups: [""], resources: ["pods"], verbs: ["list"] }];
    const roles = "/apis/rbac.authorization.k8s.io/v1/namespaces/default/roles";
    await call(server, "POST", roles, { body: { metadata: { name: "pod-lister" }, rules } });
    const bindings = "/apis/rbac.authorization.k8s.io/v1/namespaces/default/rolebindings";
    const binding = (name: string, kind: string, subject: string): object => ({
      metadata: { name },
      roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "Role", name: "pod-lister" },
      subjects: [{ apiGroup: "rbac.authorization.k8s.io", kind, name: subject }],
    });
    await call(server, "POST", bindings, { body: binding("user", "User", "jane") });
    await call(server, "POST", bindings, { body: binding("group", "Group", "developers") });
    await expect.poll(async () => (await call(server, "GET", path, { user: jane })).status, patiently).toBe(200);
    await expect.poll(async () => (await call(server, "GET", path, { user: joe })).status, patiently).toBe(200);
    expect((await call(server, "GET", "/api/v1/namespaces/kube-system/pods", { user: jane })).status).toBe(403);
  });

  test("issues tokens for service accounts", async () => {
    const accounts = "/api/v1/namespaces/default/serviceaccounts";
    await call(server, "POST", accounts, { body: { metadata: { name: "robot" } } });
    const answer = await call(server, "POST", `${accounts}/robot/token`, { body: { spec: {} } });
    const review = await call(server, "POST", "/apis/authentication.k8s.io/v1/tokenreviews", {
      body: { spec: { token: answer.body.status.token } },
    });
    expect(review.body.status.user.username).toBe("system:serviceaccount:default:robot");
  });

  test("takes connections while it is paused, and answers when it is resumed", async () => {
    await server.pause("kube-apiserver");
    const socket = connect(Number(new URL(server.url).port), "127.0.0.1");
    await once(socket, "connect");
    socket.destroy();
    await expect
      .poll(() => processesIn(server.folder).filter((line) => line.startsWith("T")), patiently)
      .toHaveLength(1);
    await server.resume("kube-apiserver");
    expect((await call(server, "GET", "/version")).status).toBe(200);
  });

  test("leaves a port alone that is taken, and tries another", async () => {
    const ports = [Number(new URL(server.url).port), await freePort()];
    await using second = await startReferenceServer({ choosePort: async () => ports.shift() ?? 0 });
    expect(second.url).not.toBe(server.url);
    expect((await call(second, "GET", "/version")).status).toBe(200);
  });

  test("gives a client all that it needs to ask as a user", async () => {
    for (const [user, status] of [[server.admin, 200] as const, [server.addUser({ name: "nobody" }), 403] as const]) {
      const config = await parseKubeconfig(server.kubeconfig(user));
      for (const connection of [server.connection(user), await connectionFromKubeconfig(config)]) {
        const transport = new HttpsTransport(connection);
        const response = await transport.send({ method: "GET", path: "/api/v1/namespaces" });
        await response.body.text();
        await transport.close();
        expect(response.status).toBe(status);
      }
    }
  });

  test("writes a kubeconfig that kubectl takes, for its owner's eyes only", async () => {
    const folder = await mkdtemp(join(tmpdir(), "kubewright-kubeconfig-"));
    try {
      const path = join(folder, "config");
      await server.writeKubeconfig(path);
      expect(await readFile(path, "utf8")).toBe(server.kubeconfig());
      expect((await stat(path)).mode & 0o777).toBe(0o600);
      const { kubectl } = await findPrograms(programFolder(systemTestHost()), ["kubectl"]);
      const query = ["auth", "whoami", "-o", "jsonpath={.status.userInfo.username}"];
      const args = ["--kubeconfig", path, "--cache-dir", folder, ...query];
      expect(spawnSync(kubectl, args, { encoding: "utf8", env: {} }).stdout).toBe("reference-admin");
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});

describe("two reference servers", () => {
  test("run at the same time and know nothing of each other", async () => {
    const [first, second] = await Promise.all([startReferenceServer(), startReferenceServer()]);
    await using _first = first;
    await using _second = second;
    await call(first, "POST", "/api/v1/namespaces", { body: { metadata: { name: "only-here" } } });
    expect((await call(first, "GET", "/api/v1/namespaces/only-here")).status).toBe(200);
    expect((await call(second, "GET", "/api/v1/namespaces/only-here")).status).toBe(404);
    await expect(call(second, "GET", "/version", { ca: first.caCertificate })).rejects.toThrow("unable to verify");
    await expect(call(second, "GET", "/api", { user: first.admin })).resolves.toMatchObject({ status: 401 });
  });
});

describe("stopping and starting", () => {
  test("keeps data and address, whichever program is restarted", async () => {
    await using server = await startReferenceServer();
    const { url } = server;
    await call(server, "POST", "/api/v1/namespaces", { body: { metadata: { name: "kept" } } });
    for (const program of [undefined, "etcd"] as const) {
      await server.restart(program);
      expect(server.url).toBe(url);
      expect((await call(server, "GET", "/api/v1/namespaces/kept")).status).toBe(200);
    }

    await server.stop("kube-apiserver");
    await expect(call(server, "GET", "/version")).rejects.toMatchObject({ code: "ECONNREFUSED" });
    await expect(server.stop("kube-apiserver")).rejects.toThrow("kube-apiserver is not running");
    await server.stop("etcd", "SIGTERM");
    await server.start("etcd");
    await expect(server.start("etcd")).rejects.toThrow("etcd is running already");
    await server.start("kube-apiserver");
    expect((await call(server, "GET", "/api/v1/namespaces/kept")).status).toBe(200);
  });
});

describe("starting and stopping at once", () => {
  test("starts and stops a program once, and refuses whoever comes second", async () => {
    await using server = await startReferenceServer();
    const both = async (call: () => Promise<void>): Promise<unknown[]> => {
      const outcomes = await Promise.allSettled([call(), call()]);
      return outcomes.map((outcome) => (outcome.status === "fulfilled" ? "done" : outcome.reason));
    };
    const refused = (message: string) => expect.objectContaining({ code: "SERVER_STATE", message });
    const apiServers = (): string[] => processesIn(server.folder).filter((line) => line.includes("kube-apiserver --"));

    expect(await both(() => server.stop("kube-apiserver"))).toEqual(["done", refused("kube-apiserver is stopping")]);
    expect(await both(() => server.start("kube-apiserver"))).toEqual(["done", refused("kube-apiserver is starting")]);
    expect(apiServers()).toHaveLength(1);

    const stopping = server.stop("kube-apiserver");
    await expect(server.start("kube-apiserver")).rejects.toThrow("kube-apiserver is stopping");
    await expect(server.pause("kube-apiserver")).rejects.toThrow("kube-apiserver is stopping");
    await stopping;
    await server.start("kube-apiserver");
    expect(apiServers()).toHaveLength(1);
    expect((await call(server, "GET", "/version")).status).toBe(200);
  });
});

describe("a server that does not come up", () => {
  test("names the program that is missing", async () => {
    await expect(startReferenceServer({ programs: "/does/not/exist" })).rejects.toMatchObject({
      code: "PROGRAM_MISSING",
      message: expect.stringContaining("/does/not/exist/etcd does not exist"),
    });
  });

  test("shows how it ended and the end of its log, and leaves nothing behind", async () => {
    await using temporary = await temporaryFolder();
    const host = { ...systemTestHost(), temporaryDirectory: temporary.path };
    const error = await startReferenceServer({ host, apiServerFlags: ["--no-such-flag"] }).catch((caught) => caught);
    expect(error).toMatchObject({ code: "SERVER_START_FAILED" });
    expect(error.message).toMatch(
      /kube-apiserver ended with exit code 1 before it was ready\n.*unknown flag: --no-such-flag/s,
    );
    expect(await readdir(temporary.path)).toEqual([]);
  });

  test("is given up after the time allowed, with what is not ready", async () => {
    await expect(startReferenceServer({ startTimeoutMs: 1 })).rejects.toThrow(/not ready after 1 ms: \/readyz: /);
  });

  test("is given up when the signal aborts", async () => {
    const controller = new AbortController();
    const starting = startReferenceServer({ signal: controller.signal });
    controller.abort(new Error("enough"));
    await expect(starting).rejects.toThrow("enough");
  });
});

describe("serviceAccountAdmission", () => {
  test("refuses a pod whose service account is not there", async () => {
    await using server = await startReferenceServer({ serviceAccountAdmission: true });
    const created = await call(server, "POST", "/api/v1/namespaces/default/pods", { body: pod("plain") });
    expect(created).toMatchObject({
      status: 403,
      body: { message: expect.stringContaining('serviceaccount "default" not found') },
    });
  });
});

describe("what is left behind", () => {
  test("nothing after dispose: no process, no folder, no open handle", async () => {
    await using temporary = await temporaryFolder();
    const before = openHandles();
    const server = await startReferenceServer({ host: { ...systemTestHost(), temporaryDirectory: temporary.path } });
    expect(existsSync(server.folder)).toBe(true);
    expect(processesIn(temporary.path)).not.toEqual([]);
    await server[Symbol.asyncDispose]();
    expect(processesIn(temporary.path)).toEqual([]);
    expect(await readdir(temporary.path)).toEqual([]);
    await expect.poll(openHandles, patiently).toEqual(before);
  });

  test("nothing after close when the programs are scripts around the real ones", async () => {
    await using temporary = await temporaryFolder();
    await using scripts = await temporaryFolder();
    const real = await findPrograms(programFolder(systemTestHost()), ["etcd", "kube-apiserver"]);
    for (const [name, path] of Object.entries(real)) {
      await writeFile(join(scripts.path, name), `#!/bin/sh\n"${path}" "$@"\nexit $?\n`, { mode: 0o755 });
    }
    const host = { ...systemTestHost(), temporaryDirectory: temporary.path };
    const server = await startReferenceServer({ host, programs: scripts.path });
    await server.restart("kube-apiserver");
    expect((await call(server, "GET", "/version")).status).toBe(200);
    await server.close();
    await server.close();
    expect(processesIn(temporary.path)).toEqual([]);
    expect(await readdir(temporary.path)).toEqual([]);
    await expect(server.start("etcd")).rejects.toMatchObject({ code: "SERVER_STATE" });
  });

  test("nothing after the process that started it is killed with SIGKILL", async () => {
    await using temporary = await temporaryFolder();
    const child = startInChild(temporary.path, "setInterval(() => {}, 1000);");
    try {
      for await (const chunk of child.stdout) if (String(chunk).includes("https://")) break;
      expect(processesIn(temporary.path).length).toBeGreaterThanOrEqual(3);
    } finally {
      child.kill("SIGKILL");
    }
    await once(child, "close");
    const left = async (): Promise<string[]> => [...processesIn(temporary.path), ...(await readdir(temporary.path))];
    await expect.poll(left, patiently).toEqual([]);
  });

  test("a program that forgets to dispose of it ends all the same, and so does the server", async () => {
    await using temporary = await temporaryFolder();
    const child = startInChild(temporary.path, "");
    const [code] = await once(child, "exit");
    expect(code).toBe(0);
    const left = async (): Promise<string[]> => [...processesIn(temporary.path), ...(await readdir(temporary.path))];
    await expect.poll(left, patiently).toEqual([]);
  });
});

/** A Node process that starts a server, prints its URL and then does `rest`. It runs what was built. */
function startInChild(temporaryDirectory: string, rest: string): ChildProcessByStdio<null, Readable, null> {
  const built = new URL("../dist/index.js", import.meta.url).href;
  const script = `
    import { startReferenceServer, systemTestHost } from ${JSON.stringify(built)};
    const host = { ...systemTestHost(), temporaryDirectory: ${JSON.stringify(temporaryDirectory)} };
    const server = await startReferenceServer({ host });
    console.log(server.url);
    ${rest}
  `;
  return spawn(process.execPath, ["--input-type=module", "-e", script], { stdio: ["ignore", "pipe", "inherit"] });
}

async function temporaryFolder(): Promise<AsyncDisposable & { path: string }> {
  const path = await mkdtemp(join(tmpdir(), "kubewright-reference-"));
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true }) };
}

/** Command lines of the running processes that name `folder`. */
function processesIn(folder: string): string[] {
  const { stdout } = spawnSync("ps", ["-A", "-ww", "-o", "stat=,args="], { encoding: "utf8", maxBuffer: 1 << 26 });
  return stdout.split("\n").filter((line) => !line.startsWith("Z") && line.includes(`${folder}/`));
}

function openHandles(): string[] {
  const kinds = /ProcessWrap|PipeWrap|TCPSocketWrap|TLSWrap|Timeout/;
  return process.getActiveResourcesInfo().filter((kind) => kinds.test(kind));
}

interface CallOptions {
  readonly body?: object;
  readonly user?: ClientCertificate;
  readonly ca?: string;
}

/** One exchange with the server. @default as the admin */
function call(
  server: ReferenceServer,
  method: string,
  path: string,
  { body, user = server.admin, ca = server.caCertificate }: CallOptions = {},
  // biome-ignore lint/suspicious/noExplicitAny: whatever the server answers
): Promise<{ status: number; body: any }> {
  return new Promise((resolve, reject) => {
    const headers = { "content-type": "application/json" };
    const exchange = request(`${server.url}${path}`, { method, headers, ca, ...user, agent: false }, (response) => {
      let text = "";
      response.setEncoding("utf8");
      response.on("data", (chunk: string) => {
        text += chunk;
      });
      response.on("end", () => resolve({ status: response.statusCode ?? 0, body: JSON.parse(text) }));
      response.on("error", reject);
    });
    exchange.on("error", reject);
    exchange.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

function pod(name: string): object {
  return { metadata: { name }, spec: { containers: [{ name: "main", image: "example.com/main" }] } };
}
