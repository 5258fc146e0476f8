import { mkdtemp, readdir, rm } from "node:fs/promises";
import { createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ManualClock } from "@kubewright/api";
import { Lease } from "@kubewright/api/coordination/v1";
import { Node, Pod } from "@kubewright/api/core/v1";
import type { ApiClient } from "@kubewright/client";
import { silentLogger } from "@kubewright/runtime";
import { describe, expect, test } from "vitest";
import { VolumeError } from "../../src/node/process/container/pod-resources.ts";
import { systemNodeHost } from "../../src/node/process/host.ts";
import { ProcessNode } from "../../src/node/process/process-node.ts";
import { commands, nodeProgram, ProcessRig } from "./process-rig.ts";

const idle = "setInterval(() => {}, 1000)";

describe("trouble", () => {
  test("a port that is in use ends the container with what it says", async () => {
    const clock = new ManualClock();
    const server = createServer();
    const port = await listen(server);
    await using rig = await ProcessRig.start({ clock });
    const program = `require("net").createServer().listen(${port}, process.env.ADDRESS)`;
    const container = nodeProgram(program, {
      ports: [{ containerPort: port }],
      terminationMessagePolicy: "FallbackToLogsOnError",
    });
    await rig.create("taken", { containers: [container] });
    const pod = await rig.until("taken", ({ status }) => {
      expect(status?.containerStatuses?.[0]?.state?.waiting?.reason).toBe("CrashLoopBackOff");
    });
    const end = pod.status?.containerStatuses?.[0]?.lastState?.terminated;
    expect(end?.message).toContain("EADDRINUSE");
    expect(end?.exitCode).toBe(1);
    server.close();
  });

  test("a volume that cannot be made is tried again until it can", async () => {
    const clock = new ManualClock();
    let tries = 0;
    const resources = {
      prepareVolumes: async () => {
        if (++tries < 3) throw new VolumeError("config", 'configmap "settings" not found');
        return { folders: new Map<string, string>(), async [Symbol.asyncDispose]() {} };
      },
      containerEnvironment: async () => ({}),
    };
    await using rig = await ProcessRig.start({ clock, resources });
    await rig.create("volumes", { containers: [nodeProgram(idle)] });
    const message = 'MountVolume.SetUp failed for volume "config" : configmap "settings" not found';
    await expect.poll(() => rig.events("volumes"), { interval: 20 }).toEqual([`Warning FailedMount ${message}`]);
    const before = await rig.pod("volumes");
    expect(before.status?.containerStatuses?.[0]?.state).toEqual({ waiting: { reason: "ContainerCreating" } });
    await rig.until("volumes", (pod) => expect(pod.status?.phase).toBe("Running"), { stepMs: 100 });
    expect(tries).toBe(3);
  });

  test("a pod that must not run as root is refused when it would", async () => {
    const clock = new ManualClock();
    await using rig = await ProcessRig.start({ clock, host: { canChangeUser: true, uid: 0 } });
    await rig.create("root", { securityContext: { runAsNonRoot: true }, containers: [nodeProgram(idle)] });
    const pod = await rig.until("root", ({ status }) => {
      expect(status?.containerStatuses?.[0]?.state?.waiting?.reason).toBe("CreateContainerConfigError");
    });
    expect(pod.status?.containerStatuses?.[0]?.state?.waiting?.message).toBe(
      `container has runAsNonRoot and image will run as root (pod: "root_default(${pod.metadata.uid})", container: main)`,
    );
  });

  test("a pod that must not run as root may have an image that nobody knows", async () => {
    const clock = new ManualClock();
    await using rig = await ProcessRig.start({ clock, host: { canChangeUser: true, uid: 0 } });
    const containers = [{ name: "main", image: "unknown:1" }];
    await rig.create("nobody", { securityContext: { runAsNonRoot: true }, containers });
    await rig.until("nobody", ({ status }) => expect(status?.phase).toBe("Running"));
    expect((await rig.events("nobody")).join("\n")).toContain("Warning Simulated ");
  });

  test("a user that cannot be had is told in an event", async () => {
    await using rig = await ProcessRig.start({ host: { canChangeUser: false, uid: 501 } });
    await rig.create("user", { securityContext: { runAsUser: 1234 }, containers: [nodeProgram(idle)] });
    await rig.until("user", ({ status }) => expect(status?.phase).toBe("Running"));
    expect(await rig.events("user")).toContain(
      "Warning RunAsUserIgnored spec.containers{main} Container main runs as user 501 and not as 1234: only root can change users",
    );
  });

  test.runIf(process.getuid?.() === 0)("a pod runs as the user it names", async () => {
    await using rig = await ProcessRig.start();
    await rig.create("user", {
      restartPolicy: "Never",
      securityContext: { runAsUser: 1234, runAsGroup: 2345 },
      containers: [{ name: "main", image: "program:1", command: ["sh", "-c", "id -u; id -g; pwd > where; ls"] }],
    });
    const pod = await rig.until("user", ({ status }) => expect(status?.phase).toBe("Succeeded"));
    expect(await rig.logs(pod)).toBe("1234\n2345\nwhere\n");
    expect(pod.status?.containerStatuses?.[0]?.user?.linux).toEqual({
      uid: 1234,
      gid: 2345,
      supplementalGroups: [2345],
    });
  });

  test("an image name that is none is refused", async () => {
    const clock = new ManualClock();
    await using rig = await ProcessRig.start({ clock });
    await rig.create("name", { containers: [nodeProgram(idle, { image: "Not An Image" })] });
    const pod = await rig.until("name", ({ status }) => {
      expect(status?.containerStatuses?.[0]?.state?.waiting?.reason).toBe("InvalidImageName");
    });
    expect(pod.status?.containerStatuses?.[0]?.state?.waiting?.message).toBe(
      'Failed to apply default image tag "Not An Image": couldn\'t parse image name "Not An Image": invalid reference format: repository name (library/Not An Image) must be lowercase',
    );
  });

  test("on a machine with one address, ports are mapped and an event says so", async () => {
    const images = {
      programFor: async (request: Parameters<typeof commands.programFor>[0]) => {
        const program = await commands.programFor(request);
        return program && { ...program, env: { ...program.env, PORT: String(request.ports.get(8080)) } };
      },
    };
    await using rig = await ProcessRig.start({ images, host: { platform: "darwin" } });
    const program = `require("net").createServer().listen(process.env.PORT, process.env.ADDRESS)`;
    const readinessProbe = { tcpSocket: { port: 8080 } };
    await rig.create("mapped", {
      containers: [nodeProgram(program, { ports: [{ containerPort: 8080 }], readinessProbe })],
    });
    const pod = await rig.until("mapped", ({ status }) => {
      expect(status?.containerStatuses?.[0]?.ready).toBe(true);
    });
    expect(pod.status?.podIP).toBe("127.0.0.1");
    const [told] = await rig.events("mapped");
    expect(told).toMatch(
      /^Normal PortMapped Port 8080 of the pod is at 127\.0\.0\.1:\d+: this machine has one address/,
    );
  });

  test("a killed process is started again", async () => {
    await using rig = await ProcessRig.start();
    await rig.create("killed", { containers: [nodeProgram(`console.log(process.pid); ${idle}`)] });
    const pod = await rig.until("killed", async (it) => expect(await rig.logs(it)).not.toBe(""));
    process.kill(Number(await rig.logs(pod)), "SIGKILL");
    const after = await rig.until("killed", ({ status }) => {
      expect(status?.containerStatuses?.[0]).toMatchObject({ restartCount: 1, ready: true });
    });
    expect(after.status?.containerStatuses?.[0]?.lastState?.terminated).toMatchObject({
      exitCode: 137,
      reason: "Error",
    });
  });

  test("a container whose image is changed is started anew", async () => {
    await using rig = await ProcessRig.start();
    await rig.create("image", { containers: [nodeProgram(idle)] });
    const before = await rig.until("image", ({ status }) => expect(status?.phase).toBe("Running"));
    const containers = [{ ...before.spec!.containers[0]!, image: "program:2" }];
    await rig.client.patch(Pod, { name: "image", namespace: "default" }, { merge: { spec: { containers } } });
    const after = await rig.until("image", ({ status }) => {
      expect(status?.containerStatuses?.[0]).toMatchObject({ image: "docker.io/library/program:2", restartCount: 1 });
    });
    expect(after.status?.observedGeneration).toBe(2);
    expect(await rig.events("image")).toContain(
      "Normal Killing spec.containers{main} Container main definition changed, will be restarted",
    );
  });

  test("a hook after the start that fails ends the container", async () => {
    const clock = new ManualClock();
    await using rig = await ProcessRig.start({ clock });
    const lifecycle = { postStart: { exec: { command: [process.execPath, "-e", "process.exit(9)"] } } };
    await rig.create("hook", { containers: [nodeProgram(idle, { lifecycle })] });
    await rig.until("hook", ({ status }) => {
      expect(status?.containerStatuses?.[0]?.state?.waiting?.reason).toMatch(/PostStartHookError|CrashLoopBackOff/);
      expect(status?.containerStatuses?.[0]?.lastState?.terminated?.exitCode).toBe(143);
    });
    const events = await rig.events("hook");
    expect(events).toContain("Warning FailedPostStartHook spec.containers{main} PostStartHook failed");
    expect(events).toContain("Normal Killing spec.containers{main} FailedPostStartHook");
  });
});

describe("a process node", () => {
  test("renews its lease", async () => {
    const clock = new ManualClock();
    await using rig = await ProcessRig.start({ clock });
    const key = { name: "local", namespace: "kube-node-lease" };
    const before = await rig.client.get(Lease, key);
    clock.advance(10_000);
    await expect
      .poll(async () => (await rig.client.get(Lease, key)).spec?.renewTime, { interval: 20 })
      .toBe("2026-01-01T00:00:10.000000Z");
    expect(before.spec?.renewTime).toBe("2026-01-01T00:00:00.000000Z");
  });

  test("that somebody deletes is there again when its lease is due", async () => {
    const clock = new ManualClock();
    await using rig = await ProcessRig.start({ clock });
    const key = { name: "local", namespace: "kube-node-lease" };
    const { metadata } = await rig.client.get(Node, { name: "local" });
    await rig.client.delete(Node, { name: "local" });
    // As the garbage collector does.
    await rig.client.delete(Lease, key);
    clock.advance(10_000);
    await expect
      .poll(async () => (await rig.client.find(Lease, key))?.metadata.ownerReferences?.[0]?.uid, { interval: 20 })
      .toBeDefined();
    const node = await rig.client.get(Node, { name: "local" });
    expect(node.metadata.uid).not.toBe(metadata.uid);
    expect((await rig.client.get(Lease, key)).metadata.ownerReferences?.[0]?.uid).toBe(node.metadata.uid);
    expect(node.status?.conditions?.find(({ type }) => type === "Ready")?.status).toBe("True");
  });

  test.each([
    { when: "at once", isReached: undefined },
    {
      when: "when it has its folder",
      isReached: async (_: ApiClient, parent: string) => (await readdir(parent)).length > 0,
    },
    {
      when: "when it is registered",
      isReached: async (client: ApiClient) => (await client.find(Node, "other")) !== undefined,
    },
  ])("that is stopped while it starts, $when, leaves nothing", async ({ isReached }) => {
    await using rig = await ProcessRig.start();
    const parent = await mkdtemp(join(tmpdir(), "process-node-"));
    const node = new ProcessNode({
      name: "other",
      context: { client: rig.client, clock: rig.clock, random: Math.random, log: silentLogger },
      images: commands,
      host: { ...systemNodeHost(), temporaryDirectory: parent },
    });
    const started = node.start().catch(() => {});
    if (isReached !== undefined) await expect.poll(() => isReached(rig.client, parent), { interval: 1 }).toBe(true);
    await node.stop();
    await started;
    expect(await readdir(parent)).toEqual([]);
    await rm(parent, { recursive: true });
  });

  test("that starts anew registers again, and starts pods again that ran", async () => {
    await using rig = await ProcessRig.start();
    await rig.create("again", { containers: [nodeProgram(idle)] });
    await rig.create("over", { restartPolicy: "Never", containers: [nodeProgram("")] });
    await rig.until("again", ({ status }) => expect(status?.phase).toBe("Running"));
    const over = await rig.until("over", ({ status }) => expect(status?.phase).toBe("Succeeded"));
    await rig.node.stop();
    await using second = new ProcessNode({
      name: "local",
      context: { client: rig.client, clock: rig.clock, random: Math.random, log: silentLogger },
      images: commands,
    });
    await second.start();
    const pod = await rig.until("again", ({ status }) => {
      expect(status?.containerStatuses?.[0]).toMatchObject({ restartCount: 1, ready: true });
    });
    expect(pod.status?.containerStatuses?.[0]?.lastState?.terminated).toMatchObject({
      exitCode: 255,
      reason: "Unknown",
    });
    expect((await rig.pod("over")).status).toEqual(over.status);
    expect((await rig.client.list(Node)).items).toHaveLength(1);
    await rig.client.delete(Pod, { name: "over", namespace: "default" });
    await rig.untilGone("over");
  });
});

function listen(server: Server): Promise<number> {
  return new Promise((resolve) => {
    server.listen(0, "0.0.0.0", () => {
      const address = server.address();
      resolve(typeof address === "object" && address !== null ? address.port : 0);
    });
  });
}
