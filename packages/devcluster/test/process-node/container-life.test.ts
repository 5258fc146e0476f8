import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ManualClock } from "@kubewright/api";
import { Pod } from "@kubewright/api/core/v1";
import { watchForLeaks } from "@kubewright/testing";
import { describe, expect, test } from "vitest";
import type { ImageAdapter } from "../../src/image/image-adapter.ts";
import { nodeProgram, ProcessRig } from "./process-rig.ts";

const idle = "setInterval(() => {}, 1000)";

describe("a container", () => {
  test("that ends well ends a pod that does not restart", async () => {
    await using rig = await ProcessRig.start();
    const program = `console.log("done"); require("fs").writeFileSync(process.env.KUBEWRIGHT_TERMINATION_LOG, "all done")`;
    await rig.create("once", { restartPolicy: "Never", containers: [nodeProgram(program)] });
    const pod = await rig.until("once", (it) => expect(it.status?.phase).toBe("Succeeded"));
    const [container] = pod.status?.containerStatuses ?? [];
    expect(container).toMatchObject({ ready: false, started: false, restartCount: 0 });
    expect(container?.state?.terminated).toMatchObject({ exitCode: 0, reason: "Completed", message: "all done" });
    expect(pod.status?.conditions?.map(({ type, status, reason }) => `${type}=${status} ${reason}`)).toEqual([
      "PodReadyToStartContainers=False undefined",
      "Initialized=True PodCompleted",
      "Ready=False PodCompleted",
      "ContainersReady=False PodCompleted",
      "PodScheduled=True undefined",
    ]);
    expect(await rig.logs(pod)).toBe("done\n");
  });

  test("that fails fails its pod, and the end of its log is its message", async () => {
    await using rig = await ProcessRig.start();
    const program = `console.error("cannot go on"); process.exit(3)`;
    const container = nodeProgram(program, { terminationMessagePolicy: "FallbackToLogsOnError" });
    await rig.create("once", { restartPolicy: "Never", containers: [container] });
    const pod = await rig.until("once", (it) => expect(it.status?.phase).toBe("Failed"));
    const end = pod.status?.containerStatuses?.[0]?.state?.terminated;
    expect(end).toMatchObject({ exitCode: 3, reason: "Error", message: "cannot go on\n" });
    expect(pod.status?.conditions?.find(({ type }) => type === "Ready")).toMatchObject({
      status: "False",
      reason: "PodFailed",
    });
  });

  test("that fails again and again waits longer and longer", async () => {
    const clock = new ManualClock();
    await using rig = await ProcessRig.start({ clock });
    await rig.create("crash", { containers: [nodeProgram("console.log('run'); process.exit(1)")] });
    const waits: string[] = [];
    for (const restarts of [1, 2, 3]) {
      const pod = await rig.until("crash", ({ status }) => {
        expect(status?.containerStatuses?.[0]?.restartCount).toBe(restarts);
        expect(status?.containerStatuses?.[0]?.state?.waiting?.reason).toBe("CrashLoopBackOff");
      });
      const [container] = pod.status?.containerStatuses ?? [];
      waits.push(container?.state?.waiting?.message ?? "");
      expect(container?.lastState?.terminated).toMatchObject({ exitCode: 1, reason: "Error" });
      expect(pod.status?.phase).toBe("Running");
      clock.advance(10_000 * 2 ** (restarts - 1));
    }
    const { uid } = (await rig.pod("crash")).metadata;
    expect(waits).toEqual(
      ["10s", "20s", "40s"].map(
        (wait) => `back-off ${wait} restarting failed container=main pod=crash_default(${uid})`,
      ),
    );
    expect(await rig.events("crash")).toContain(
      `Warning BackOff spec.containers{main} Back-off restarting failed container main in pod crash_default(${uid})`,
    );
    const pod = await rig.pod("crash");
    expect(await rig.logs(pod, { previous: true })).toBe("run\n");
  });

  test("that failed again and again is started at once with another image", async () => {
    const clock = new ManualClock();
    const images: ImageAdapter = {
      programFor: async ({ image }) => ({
        argv: [process.execPath, "-e", image === "bad" ? "process.exit(1)" : "setInterval(() => {}, 1000)"],
      }),
    };
    await using rig = await ProcessRig.start({ clock, images });
    await rig.create("fixed", { containers: [{ name: "main", image: "bad" }] });
    await rig.until("fixed", ({ status }) => {
      expect(status?.containerStatuses?.[0]?.state?.waiting?.reason).toBe("CrashLoopBackOff");
    });
    const strategic = { spec: { containers: [{ name: "main", image: "good" }] } };
    await rig.client.patch(Pod, { name: "fixed", namespace: "default" }, { strategic });
    await rig.until("fixed", ({ status }) => {
      expect(status?.containerStatuses?.[0]).toMatchObject({ restartCount: 2, ready: true });
    });
  });

  test("whose command does not exist says so", async () => {
    const clock = new ManualClock();
    await using rig = await ProcessRig.start({ clock });
    await rig.create("lost", { containers: [{ name: "main", image: "program:1", command: ["no-such-program"] }] });
    const pod = await rig.until("lost", ({ status }) => {
      expect(status?.containerStatuses?.[0]?.state?.waiting?.reason).toBe("CrashLoopBackOff");
    });
    const message = 'failed to start the process: exec: "no-such-program": executable file not found in $PATH';
    expect(pod.status?.containerStatuses?.[0]?.lastState?.terminated).toMatchObject({
      exitCode: 128,
      reason: "StartError",
      message,
      startedAt: "1970-01-01T00:00:00Z",
    });
    expect(await rig.events("lost")).toContain(`Warning Failed spec.containers{main} Error: ${message}`);
  });

  test("whose image nobody knows is pretended to run, and an event says so", async () => {
    await using rig = await ProcessRig.start();
    const probe = { tcpSocket: { port: 80 } };
    await rig.create("sim", { containers: [{ name: "main", image: "unknown:1", readinessProbe: probe }] });
    const pod = await rig.until("sim", ({ status }) => {
      expect(status?.containerStatuses?.[0]?.ready).toBe(true);
    });
    expect(await rig.events("sim")).toContain(
      'Warning Simulated spec.containers{main} Container main is only pretended to run: nothing on this machine runs the image "unknown:1", and no archive of it was loaded',
    );
    await rig.client.delete(pod);
    await rig.untilGone("sim");
  });

  test("gets its variables in command and arguments", async () => {
    await using rig = await ProcessRig.start();
    await rig.create("vars", {
      restartPolicy: "Never",
      containers: [
        {
          name: "main",
          image: "program:1",
          command: ["node", "-e", "console.log(process.argv.slice(1).join(), process.env.B)", "$(A)"],
          args: ["$(B)", "$$(A)", "$(NONE)"],
          env: [
            { name: "A", value: "1" },
            { name: "B", value: "$(A)2" },
          ],
        },
      ],
    });
    const pod = await rig.until("vars", (it) => expect(it.status?.phase).toBe("Succeeded"));
    expect(await rig.logs(pod)).toBe("1,12,$(A),$(NONE) 12\n");
  });

  test("that ignores SIGTERM is killed when its grace period is over", async () => {
    const clock = new ManualClock();
    await using rig = await ProcessRig.start({ clock });
    const program = `process.on("SIGTERM", () => console.log("no")); ${idle}; console.log("up")`;
    await rig.create("stubborn", { terminationGracePeriodSeconds: 30, containers: [nodeProgram(program)] });
    const pod = await rig.until("stubborn", (it) => expect(it.status?.phase).toBe("Running"));
    await expectLog(rig, pod, "up\n");
    await rig.client.delete(pod);
    await expectLog(rig, pod, "up\nno\n");
    clock.advance(29_999);
    expect((await rig.pod("stubborn")).status?.phase).toBe("Running");
    clock.advance(1);
    await rig.untilGone("stubborn");
  });

  test("is asked before it is stopped, and a shorter grace period cuts that short", async () => {
    const clock = new ManualClock();
    await using rig = await ProcessRig.start({ clock });
    const lifecycle = { preStop: { sleep: { seconds: 20 } } };
    await rig.create("polite", { terminationGracePeriodSeconds: 60, containers: [nodeProgram(idle, { lifecycle })] });
    const pod = await rig.until("polite", (it) => expect(it.status?.phase).toBe("Running"));
    await rig.client.delete(pod);
    await rig.until("polite", (it) => expect(it.metadata.deletionTimestamp).toBeDefined());
    clock.advance(5_000);
    expect((await rig.pod("polite")).status?.containerStatuses?.[0]?.state?.running).toBeDefined();
    await rig.client.delete(pod, { gracePeriodSeconds: 1 });
    await rig.untilGone("polite", { stepMs: 100 });
    expect(clock.monotonic()).toBeLessThan(20_000);
  });

  test("leaves nothing to wait for when its node ends while it is being stopped", async () => {
    const clock = new ManualClock();
    {
      await using rig = await ProcessRig.start({ clock });
      const lifecycle = { preStop: { sleep: { seconds: 20 } } };
      await rig.create("polite", { terminationGracePeriodSeconds: 60, containers: [nodeProgram(idle, { lifecycle })] });
      const pod = await rig.until("polite", (it) => expect(it.status?.phase).toBe("Running"));
      await rig.client.delete(pod);
      await expect
        .poll(() => rig.events("polite"))
        .toContain("Normal Killing spec.containers{main} Stopping container main");
    }
    await expect.poll(() => clock.pending).toBe(0);
  });

  test("is gone at once after a deletion without grace", async () => {
    const clock = new ManualClock();
    await using leaks = watchForLeaks();
    {
      await using rig = await ProcessRig.start({ clock });
      await rig.create("now", { containers: [nodeProgram(`console.log(process.pid); ${idle}`)] });
      const pod = await rig.until("now", (it) => expect(it.status?.phase).toBe("Running"));
      await rig.client.delete(pod, { gracePeriodSeconds: 0 });
      await rig.untilGone("now");
    }
    await leaks.check();
  });

  test("stops when its pod was active for too long", async () => {
    const clock = new ManualClock();
    await using rig = await ProcessRig.start({ clock });
    await rig.create("long", { activeDeadlineSeconds: 60, containers: [nodeProgram(idle)] });
    await rig.until("long", (it) => expect(it.status?.phase).toBe("Running"));
    clock.advance(59_000);
    expect((await rig.pod("long")).status?.phase).toBe("Running");
    clock.advance(1_000);
    const pod = await rig.until("long", (it) => expect(it.status?.phase).toBe("Failed"));
    const message = "Pod was active on the node longer than the specified deadline";
    expect(pod.status).toMatchObject({ reason: "DeadlineExceeded", message });
    expect(await rig.events("long")).toContain(`Normal DeadlineExceeded ${message}`);
  });
});

describe("init containers", () => {
  test("run in order before the others", async () => {
    await using rig = await ProcessRig.start();
    const write = (name: string) =>
      nodeProgram(`require("fs").appendFileSync("/shared/order", "${name} ")`, {
        name,
        volumeMounts: [{ name: "shared", mountPath: "/shared" }],
      });
    await rig.create("init", {
      restartPolicy: "Never",
      volumes: [{ name: "shared", emptyDir: {} }],
      initContainers: [write("first"), write("second")],
      containers: [
        nodeProgram(`console.log(require("fs").readFileSync("/shared/order", "utf8"))`, {
          volumeMounts: [{ name: "shared", mountPath: "/shared" }],
        }),
      ],
    });
    const pod = await rig.until("init", (it) => expect(it.status?.phase).toBe("Succeeded"));
    expect(await rig.logs(pod)).toBe("first second \n");
    expect(pod.status?.initContainerStatuses?.map(({ name, ready }) => `${name} ${ready}`)).toEqual([
      "first true",
      "second true",
    ]);
  });

  test("that fail keep the pod from its start", async () => {
    const clock = new ManualClock();
    await using rig = await ProcessRig.start({ clock });
    await rig.create("stuck", {
      initContainers: [nodeProgram("process.exit(1)", { name: "setup" })],
      containers: [nodeProgram(idle)],
    });
    const pod = await rig.until("stuck", ({ status }) => {
      expect(status?.initContainerStatuses?.[0]?.state?.waiting?.reason).toBe("CrashLoopBackOff");
    });
    expect(pod.status?.phase).toBe("Pending");
    expect(pod.status?.containerStatuses?.[0]?.state).toEqual({ waiting: { reason: "PodInitializing" } });
    expect(pod.status?.conditions?.find(({ type }) => type === "Initialized")).toMatchObject({
      status: "False",
      reason: "ContainersNotInitialized",
      message: "containers with incomplete status: [setup]",
    });
  });

  test("that fail end a pod that does not restart", async () => {
    await using rig = await ProcessRig.start();
    await rig.create("stuck", {
      restartPolicy: "Never",
      initContainers: [nodeProgram("process.exit(1)", { name: "setup" })],
      containers: [nodeProgram(idle)],
    });
    await rig.until("stuck", ({ status }) => expect(status?.phase).toBe("Failed"));
  });

  test("that restart always go on beside the others, and end after them", async () => {
    const folder = await mkdtemp(join(tmpdir(), "order-"));
    const file = join(folder, "order");
    await using rig = await ProcessRig.start();
    const note = (name: string, afterMs: number) =>
      `const end = () => { require("fs").appendFileSync("${file}", "${name} "); process.exit() };
      process.on("SIGTERM", () => setTimeout(end, ${afterMs})); ${idle}; console.log("up")`;
    await rig.create("sidecar", {
      initContainers: [nodeProgram(note("proxy", 0), { name: "proxy", restartPolicy: "Always" })],
      containers: [nodeProgram(note("main", 50))],
    });
    const pod = await rig.until("sidecar", ({ status }) => {
      expect(status?.phase).toBe("Running");
      expect(status?.conditions?.find(({ type }) => type === "Ready")?.status).toBe("True");
    });
    expect(pod.status?.initContainerStatuses?.[0]).toMatchObject({ name: "proxy", ready: true, started: true });
    await expectLog(rig, pod, "up\n");
    await rig.client.delete(pod);
    await rig.untilGone("sidecar");
    expect(await readFile(file, "utf8")).toBe("main proxy ");
    await rm(folder, { recursive: true });
  });
});

async function expectLog(rig: ProcessRig, pod: Parameters<ProcessRig["logs"]>[0], text: string): Promise<void> {
  await expect.poll(() => rig.logs(pod), { timeout: 10_000, interval: 20 }).toBe(text);
}
