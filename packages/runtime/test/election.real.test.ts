import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { parseMicroTime } from "@kubewright/api";
import { Lease } from "@kubewright/api/coordination/v1";
import { Role, RoleBinding } from "@kubewright/api/rbac/v1";
import { ApiClient, type ClientCertificate, HttpsTransport } from "@kubewright/client";
import { type ReferenceServer, startReferenceServer } from "@kubewright/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { LeaderElectorOptions } from "../src/election/election-options.ts";
import { LeaderElector } from "../src/election/leader-elector.ts";
import type { Logger } from "../src/observability/log/logger.ts";

let server: ReferenceServer;
let admin: ApiClient;
beforeAll(async () => {
  server = await startReferenceServer();
  admin = connect();
});
afterAll(async () => {
  await admin?.close();
  await server?.[Symbol.asyncDispose]();
});

const waiting = { timeout: 30_000, interval: 20 };

function connect(user?: ClientCertificate): ApiClient {
  return new ApiClient({ transport: new HttpsTransport(server.connection(user)), namespace: "default" });
}

interface Candidate extends AsyncDisposable {
  readonly elector: LeaderElector;
  readonly run: Promise<void>;
  readonly leaders: readonly string[];
  stop(): void;
}

/** A candidate with connections of its own, as another process would have. */
function start(
  name: string,
  identity: string,
  options: Partial<LeaderElectorOptions> = {},
  user?: ClientCertificate,
): Candidate {
  const client = connect(user);
  const times = { leaseDurationMs: 3_000, renewDeadlineMs: 2_000, retryPeriodMs: 500 };
  const elector = new LeaderElector({ client, namespace: "default", name, identity, ...times, ...options });
  const controller = new AbortController();
  const leaders: string[] = [];
  const run = elector.run({ signal: controller.signal, onNewLeader: (leader) => leaders.push(leader) });
  run.catch(() => {});
  return {
    elector,
    run,
    leaders,
    stop: () => controller.abort(),
    async [Symbol.asyncDispose]() {
      controller.abort();
      await run.catch(() => {});
      await client.close();
    },
  };
}

const leads = ({ elector }: Candidate) => expect.poll(() => elector.isLeader, waiting).toBe(true);

describe("an election on a real API server", () => {
  test("stores times with six digits, and renews them", async () => {
    await using a = start("times", "a");
    await leads(a);
    const first = (await admin.get(Lease, "times")).spec;
    expect(first).toMatchObject({ holderIdentity: "a", leaseDurationSeconds: 3, leaseTransitions: 0 });
    expect(first?.acquireTime).toMatch(/\.\d{6}Z$/);
    const renewed = async () => parseMicroTime((await admin.get(Lease, "times")).spec?.renewTime ?? "");
    await expect.poll(renewed, waiting).toBeGreaterThan(parseMicroTime(first?.renewTime ?? ""));
    expect((await admin.get(Lease, "times")).spec?.acquireTime).toBe(first?.acquireTime);
  });

  test("goes to another at once when the leader stops", async () => {
    const long = { leaseDurationMs: 3_600_000, renewDeadlineMs: 1_800_000 };
    await using a = start("hand-over", "a", long);
    await leads(a);
    await using b = start("hand-over", "b", long);
    await expect.poll(() => b.leaders, waiting).toEqual(["a"]);
    expect(b.elector.isLeader).toBe(false);
    a.stop();
    await a.run;
    await leads(b);
    expect(() => a.elector.fence.check()).toThrow("the lease default/hand-over is not ours any more");
    expect((await admin.get(Lease, "hand-over")).spec).toMatchObject({ holderIdentity: "b", leaseTransitions: 1 });
  });

  test("goes to another when the leader is silent", async () => {
    await using a = start("silent", "a", { releaseOnStop: false });
    await leads(a);
    await using b = start("silent", "b");
    await using c = start("silent", "c");
    await expect.poll(() => [b.leaders, c.leaders], waiting).toEqual([["a"], ["a"]]);
    a.stop();
    await a.run;
    await expect.poll(() => b.elector.isLeader !== c.elector.isLeader, waiting).toBe(true);
  });

  test("is lost at once when another has the lease", async () => {
    await using a = start("robbed", "a");
    await leads(a);
    await admin.patch(Lease, "robbed", { merge: { spec: { holderIdentity: "b" } } });
    await expect(a.run).rejects.toMatchObject({ code: "LEASE_LOST", message: expect.stringContaining("b holds it") });
    expect(() => a.elector.fence.check()).toThrow("b holds it");
  });

  test("needs no permissions but get, create and update", async () => {
    const rules = [{ apiGroups: ["coordination.k8s.io"], resources: ["leases"], verbs: ["get", "create", "update"] }];
    await admin.create(Role.of({ metadata: { name: "elector" }, rules }));
    const roleRef = { apiGroup: "rbac.authorization.k8s.io", kind: "Role", name: "elector" };
    const subjects = [{ apiGroup: "rbac.authorization.k8s.io", kind: "User", name: "elector" }];
    await admin.create(RoleBinding.of({ metadata: { name: "elector" }, roleRef, subjects }));
    const user = server.addUser({ name: "elector" });
    await using a = start("permitted", "a", {}, user);
    await leads(a);
    a.stop();
    await a.run;
    expect((await admin.get(Lease, "permitted")).spec?.holderIdentity).toBe("");
  });

  test("tells of the permission that is missing, and goes on when it is granted", async () => {
    const errors: string[] = [];
    const log: Logger = {
      debug() {},
      info() {},
      warn() {},
      error: (_, message) => void errors.push(message),
      child: () => log,
    };
    const user = server.addUser({ name: "nobody" });
    await using a = start("forbidden", "a", { log }, user);
    const marker = "// +kubebuilder:rbac:groups=coordination.k8s.io,resources=leases,verbs=get;create;update";
    await expect.poll(() => errors, waiting).toEqual([expect.stringContaining(marker)]);
    const rules = [{ apiGroups: ["coordination.k8s.io"], resources: ["leases"], verbs: ["get", "create", "update"] }];
    await admin.create(Role.of({ metadata: { name: "late" }, rules }));
    const roleRef = { apiGroup: "rbac.authorization.k8s.io", kind: "Role", name: "late" };
    const subjects = [{ apiGroup: "rbac.authorization.k8s.io", kind: "User", name: "nobody" }];
    await admin.create(RoleBinding.of({ metadata: { name: "late" }, roleRef, subjects }));
    await leads(a);
    expect(errors).toHaveLength(1);
  });
});

describe("an election on a server with outages", () => {
  const times = { leaseDurationMs: 8_000, renewDeadlineMs: 6_000, retryPeriodMs: 500 };

  test("survives one that is shorter than the deadline, and is lost in a longer one", async () => {
    await using own = await startReferenceServer();
    const client = new ApiClient({ transport: new HttpsTransport(own.connection()) });
    const elector = new LeaderElector({ client, namespace: "default", name: "outage", ...times });
    const controller = new AbortController();
    const run = elector.run({ signal: controller.signal });
    await expect.poll(() => elector.isLeader, waiting).toBe(true);
    // The connection stays, and nothing comes from it.
    await own.pause("kube-apiserver");
    await expect.poll(() => elector.fence.remainingMs, waiting).toBeLessThan(4_000);
    await own.resume("kube-apiserver");
    await expect.poll(() => elector.fence.remainingMs, waiting).toBeGreaterThan(5_000);
    // There is nobody at the address.
    await own.stop("kube-apiserver");
    await expect.poll(() => elector.fence.remainingMs, waiting).toBeLessThan(1_000);
    await expect(run).rejects.toMatchObject({ code: "LEASE_LOST", cause: { name: "ClientError" } });
    expect(() => elector.fence.check()).toThrow("it was not renewed for 6000 ms");
    await client.close();
  });
});

const goProgram = fileURLToPath(new URL("../../../tools/vectors-runtime", import.meta.url));
const hasClientGo = canBuild();

/** Whether Go is here, and the modules, too. */
function canBuild(): boolean {
  try {
    execFileSync("go", ["list", "-deps", "./election"], {
      cwd: goProgram,
      env: { ...process.env, GOPROXY: "off" },
      stdio: "ignore",
    });
    return true;
  } catch {
    return false;
  }
}

describe.skipIf(!hasClientGo)("client-go (skipped where Go or its modules are missing)", () => {
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "kubewright-election-"));
    const env = { ...process.env, GOPROXY: "off" };
    const build = spawn("go", ["build", "-o", join(folder, "election"), "./election"], { cwd: goProgram, env });
    expect(await once(build, "exit")).toEqual([0, null]);
    await server.writeKubeconfig(join(folder, "kubeconfig"));
  }, 600_000);
  afterAll(() => rm(folder, { recursive: true, force: true }));

  interface Peer extends AsyncDisposable {
    readonly lines: readonly string[];
    readonly process: ChildProcess;
    stop(): void;
  }

  function startPeer(name: string): Peer {
    const child = spawn(join(folder, "election"), [join(folder, "kubeconfig"), "default", name, "go"], {
      stdio: ["pipe", "pipe", "ignore"],
    });
    const ended = once(child, "exit");
    const lines: string[] = [];
    createInterface({ input: child.stdout }).on("line", (line) => lines.push(line));
    return {
      lines,
      process: child,
      stop: () => child.stdin.end(),
      async [Symbol.asyncDispose]() {
        child.kill("SIGKILL");
        await ended;
      },
    };
  }

  test("waits for us, leads when we stop, and gives the lease back to us", async () => {
    await using a = start("with-go", "a");
    await leads(a);
    await using peer = startPeer("with-go");
    await expect.poll(() => peer.lines, waiting).toEqual(["sees a"]);
    a.stop();
    await a.run;
    await expect.poll(() => peer.lines, waiting).toEqual(expect.arrayContaining(["sees a", "leads", "sees go"]));
    await using b = start("with-go", "b");
    await expect.poll(() => b.leaders, waiting).toEqual(["go"]);
    expect(b.elector.isLeader).toBe(false);
    peer.stop();
    await expect.poll(() => peer.lines, waiting).toContain("ended");
    await leads(b);
    expect((await admin.get(Lease, "with-go")).spec).toMatchObject({ holderIdentity: "b", leaseTransitions: 2 });
  });

  test("takes over from us when we are silent, and we from it", async () => {
    await using a = start("silent-go", "a", { releaseOnStop: false });
    await leads(a);
    await using peer = startPeer("silent-go");
    await expect.poll(() => peer.lines, waiting).toEqual(["sees a"]);
    a.stop();
    await a.run;
    await expect.poll(() => peer.lines, waiting).toContain("leads");
    await using b = start("silent-go", "b");
    await expect.poll(() => b.leaders, waiting).toEqual(["go"]);
    peer.process.kill("SIGKILL");
    await leads(b);
  });
});
