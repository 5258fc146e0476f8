import type { Deployment } from "@kubewright/api/apps/v1";
import type { Pod, Service } from "@kubewright/api/core/v1";
import { systemClock } from "@kubewright/client";
import { eventually } from "@kubewright/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ClusterProgram } from "./acceptance/cluster-program.ts";
import { ask, Hammer, memcachedPort, pidOf, setAndGet, statsOf } from "./acceptance/memcached-client.ts";

const port = memcachedPort;
const waiting = { timeoutMs: 45_000, intervalMs: 100 };
/** For a machine that has much else to do. */
const patient = { timeout: 240_000 };
const megabyte = 1024 * 1024;

let cluster: ClusterProgram;

beforeAll(async () => {
  cluster = await ClusterProgram.start();
});

afterAll(async () => {
  await cluster[Symbol.asyncDispose]();
});

describe("a deployment of memcached on `kubewright cluster`", patient, () => {
  test("becomes available and answers at each pod and through its service; deleted, it leaves nothing", async () => {
    await using cache = await Cache.create("plain", 3);
    const pids = await cache.whenRolledOut(3);
    expect(await cluster.kubectl("get", "deployment", "plain", "--no-headers")).toMatch(/^plain +3\/3 +3 +3 +\d+s\n$/);
    for (const host of pids.keys()) {
      expect(await setAndGet({ host, port }, "key", "hello")).toBe("VALUE key 0 5\r\nhello\r\nEND\r\n");
    }
    expect([...pids.values()]).toContain(await eventually(() => pidOf({ host: cache.address, port }), waiting));

    await cache.delete();
    expect([...pids.values()].filter(isRunning)).toEqual([]);
    for (const host of pids.keys()) await expect(ask({ host, port }, "", "")).rejects.toThrow("ECONNREFUSED");
    await eventually(() => expect(ask({ host: cache.address, port }, "", "")).rejects.toThrow("ECONNREFUSED"), waiting);
    expect(await cluster.kubectl("get", "all,endpointslices", "--selector=app=plain", "--output=name")).toBe("");
  });

  test("survives a pod that is deleted and a process that is killed", async () => {
    await using cache = await Cache.create("tough", 3);
    const before = await cache.whenRolledOut(3);
    const [deleted, killed] = await cache.pods();
    const pid = before.get(killed?.status?.podIP ?? "") ?? 0;
    await cluster.kubectl("delete", "pod", deleted?.metadata.name ?? "");
    process.kill(pid, "SIGKILL");
    await eventually(async () => {
      const pods = await cache.pods();
      expect(pods.map(({ metadata }) => metadata.name)).not.toContain(deleted?.metadata.name);
      const status = pods.find(({ metadata }) => metadata.uid === killed?.metadata.uid)?.status;
      expect(status?.containerStatuses?.[0]).toMatchObject({
        restartCount: 1,
        ready: true,
        lastState: { terminated: { exitCode: 137, reason: "Error" } },
      });
    }, waiting);
    const after = await cache.whenRolledOut(3);
    expect(after.get(killed?.status?.podIP ?? "")).not.toBe(pid);
    expect([...after.keys()].filter((host) => before.has(host)).length).toBe(2);
  });

  test("scales to five and back", async () => {
    await using cache = await Cache.create("wide", 3);
    const before = await cache.whenRolledOut(3);
    await cluster.kubectl("scale", "deployment/wide", "--replicas=5");
    const five = await cache.whenRolledOut(5);
    for (const [host, pid] of before) expect(five.get(host)).toBe(pid);
    await cluster.kubectl("scale", "deployment/wide", "--replicas=1");
    const one = await cache.whenRolledOut(1);
    await eventually(() => expect([...five.values()].filter(isRunning)).toEqual([...one.values()]), waiting);
  });

  test("rolls to another command and back, while nobody who connects to its service is refused", async () => {
    await using cache = await Cache.create("rolling", 3);
    await cache.whenRolledOut(3);
    await using hammer = new Hammer({ host: cache.address, port }, 4);
    const command = { op: "add", path: "/spec/template/spec/containers/0/command", value: ["memcached", "-m", "128"] };
    await cluster.kubectl("patch", "deployment/rolling", "--type=json", `--patch=${JSON.stringify([command])}`);
    expect(await cluster.kubectl("rollout", "status", "deployment/rolling")).toContain("successfully rolled out");
    expect(await cache.limits()).toEqual([128, 128, 128]);
    expect(await cluster.kubectl("rollout", "undo", "deployment/rolling")).toBe(
      "deployment.apps/rolling rolled back\n",
    );
    await cluster.kubectl("rollout", "status", "deployment/rolling");
    expect(await cache.limits()).toEqual([64, 64, 64]);
    await hammer[Symbol.asyncDispose]();
    expect(hammer.refused).toEqual([]);
    // One whose pod ends while it asks may go without an answer on a machine that is slow.
    expect(hammer.answers).toBeGreaterThan(10 * hammer.broken.length);
    expect(await revisionsOf("rolling")).toEqual(["2", "3"]);
  });

  test("follows `set image`, `rollout pause`, `resume` and `restart`", async () => {
    await using cache = await Cache.create("changing", 2);
    await cache.whenRolledOut(2);
    await cluster.kubectl("rollout", "pause", "deployment/changing");
    await cluster.kubectl("set", "image", "deployment/changing", "memcached=memcached:1.5");
    await eventually(async () => {
      const [deployment] = await cluster.get<Deployment>("deployments", "--selector=app=changing");
      const status = deployment?.status;
      expect(status?.observedGeneration).toBe(deployment?.metadata.generation);
      expect(status?.updatedReplicas ?? 0).toBe(0);
    }, waiting);
    expect(await cache.images()).toEqual(["memcached:1.6", "memcached:1.6"]);
    await cluster.kubectl("rollout", "resume", "deployment/changing");
    await cluster.kubectl("rollout", "status", "deployment/changing");
    await eventually(async () => expect(await cache.images()).toEqual(["memcached:1.5", "memcached:1.5"]), waiting);
    const before = await cache.whenRolledOut(2);
    await cluster.kubectl("rollout", "restart", "deployment/changing");
    await cluster.kubectl("rollout", "status", "deployment/changing");
    const after = await cache.whenRolledOut(2);
    expect([...after.values()].filter((pid) => [...before.values()].includes(pid))).toEqual([]);
    expect(await revisionsOf("changing")).toEqual(["1", "2", "3"]);
  });
});

test("kubectl reads the logs of a pod, also while it writes them", patient, async () => {
  const talk = "let n = 0; console.log('begin'); setInterval(() => console.log('line', ++n), 20)";
  await cluster.kubectl("create", "deployment", "talker", "--image=node:22", "--", "node", "-e", talk);
  try {
    await cluster.kubectl("rollout", "status", "deployment/talker");
    await eventually(async () => {
      expect(await cluster.kubectl("logs", "deployment/talker")).toMatch(/^begin\nline 1\nline 2\n/);
    }, waiting);
    expect(await cluster.kubectl("logs", "deployment/talker", "--tail=1")).toMatch(/^line \d+\n$/);
    expect(await cluster.kubectl("logs", "deployment/talker", "--limit-bytes=5")).toBe("begin");
    const lines: string[] = [];
    for await (const line of cluster.follow("logs", "--follow", "deployment/talker")) {
      lines.push(line);
      // It ends with the pod.
      if (lines.length === 20) await cluster.kubectl("delete", "deployment", "talker", "--grace-period=1");
    }
    expect(lines.slice(0, 3)).toEqual(["begin", "line 1", "line 2"]);
    expect(lines.length).toBeGreaterThanOrEqual(20);
  } finally {
    await cluster.kubectl("delete", "deployment", "talker", "--ignore-not-found");
  }
});

test("kubectl reads the log of a container that has failed and of the one before it", patient, async () => {
  const program = "console.log('run'); console.error('broken'); process.exit(3)";
  await cluster.kubectl("run", "failing", "--image=node:22", "--command", "--", "node", "-e", program);
  try {
    await eventually(async () => {
      const [pod] = await cluster.get<Pod>("pods", "--field-selector=metadata.name=failing");
      const status = pod?.status?.containerStatuses?.[0];
      expect(status?.restartCount).toBeGreaterThan(0);
      expect(status?.lastState?.terminated).toMatchObject({ exitCode: 3, reason: "Error" });
    }, waiting);
    expect(await cluster.kubectl("logs", "failing", "--previous")).toBe("run\nbroken\n");
    await eventually(async () => {
      const text = await cluster.kubectl("get", "pod", "failing", "--no-headers");
      expect(text).toMatch(/^failing +0\/1 +CrashLoopBackOff +\d+ /);
    }, waiting);
  } finally {
    await cluster.kubectl("delete", "pod", "failing", "--grace-period=1");
  }
});

test.each([
  ["Ctrl-C", "SIGINT"],
  ["kill -9", "SIGKILL"],
] as const)("nothing is left after %s, though a program ignores SIGTERM", patient, async (_, signal) => {
  await using other = await ClusterProgram.start();
  const stubborn = "process.on('SIGTERM', () => {}); console.log(process.pid); setInterval(() => {}, 1000)";
  await other.kubectl(
    "create",
    "deployment",
    "stubborn",
    "--image=node:22",
    "--replicas=2",
    "--",
    "node",
    "-e",
    stubborn,
  );
  await other.kubectl("create", "deployment", "cache", "--image=memcached:1.6");
  await other.kubectl("wait", "deployment", "--all", "--for=condition=Available", "--timeout=45s");
  const pids = await eventually(async () => {
    const text = await other.kubectl("logs", "--selector=app=stubborn");
    const found = text.trim().split("\n").map(Number);
    expect(found).toHaveLength(2);
    return found;
  }, waiting);
  const [pod] = await other.get<Pod>("pods", "--selector=app=cache");
  pids.push(await eventually(() => pidOf({ host: pod?.status?.podIP ?? "", port }), waiting));
  expect(pids.filter(isRunning)).toEqual(pids);
  const before = systemClock.monotonic();
  expect(await other.end(signal)).toEqual(signal === "SIGKILL" ? { code: null, signal } : { code: 0, signal: null });
  await eventually(() => expect(pids.filter(isRunning)).toEqual([]), waiting);
  // It does not wait for the grace period of its pods, which is half a minute.
  expect(systemClock.monotonic() - before).toBeLessThan(20_000);
  const left = async () => (await other.files()).filter((name) => !/^(kube-cache|kubeconfig)$/.test(name));
  await eventually(async () => expect(await left()).toEqual([]), waiting);
});

/** A deployment of memcached with its service. */
class Cache implements AsyncDisposable {
  readonly #name: string;
  readonly address: string;

  private constructor(name: string, address: string) {
    this.#name = name;
    this.address = address;
  }

  static async create(name: string, replicas: number): Promise<Cache> {
    const image = ["--image=memcached:1.6", `--port=${port}`];
    await cluster.kubectl("create", "deployment", name, ...image, `--replicas=${replicas}`);
    await cluster.kubectl("expose", "deployment", name);
    await cluster.kubectl("wait", `deployment/${name}`, "--for=condition=Available", "--timeout=45s");
    const [service] = await cluster.get<Service>("services", `--selector=app=${name}`);
    return new Cache(name, service?.spec?.clusterIP ?? "");
  }

  /** Those that are there, without those that end. */
  async pods(): Promise<Pod[]> {
    const pods = await cluster.get<Pod>("pods", `--selector=app=${this.#name}`);
    return pods.filter(({ metadata }) => metadata.deletionTimestamp === undefined);
  }

  /** The processes by the addresses of their pods, when there are so many, and all answer. */
  async whenRolledOut(replicas: number): Promise<Map<string, number>> {
    await cluster.kubectl("rollout", "status", `deployment/${this.#name}`);
    return await eventually(async () => {
      const hosts = (await this.pods()).map(({ status }) => status?.podIP ?? "");
      const pids = new Map(await Promise.all(hosts.map(async (host) => [host, await pidOf({ host, port })] as const)));
      expect(new Set(pids.values()).size).toBe(replicas);
      return pids;
    }, waiting);
  }

  /** How many megabytes each may take. */
  async limits(): Promise<number[]> {
    const pids = await this.whenRolledOut(3);
    const limits = [...pids.keys()].map(async (host) => (await statsOf({ host, port })).get("limit_maxbytes") ?? 0);
    return (await Promise.all(limits)).map((bytes) => bytes / megabyte);
  }

  async images(): Promise<(string | undefined)[]> {
    return (await this.pods()).map(({ spec }) => spec?.containers[0]?.image);
  }

  async delete(): Promise<void> {
    await cluster.kubectl("delete", "deployment,service", this.#name, "--ignore-not-found");
    await cluster.kubectl("wait", "pods", `--selector=app=${this.#name}`, "--for=delete", "--timeout=45s");
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.delete();
  }
}

async function revisionsOf(name: string): Promise<string[]> {
  const text = await cluster.kubectl("rollout", "history", `deployment/${name}`);
  return [...text.matchAll(/^(\d+) /gm)].map(([, revision = ""]) => revision);
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
