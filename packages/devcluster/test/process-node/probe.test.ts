import { ManualClock } from "@kubewright/api";
import type { Pod } from "@kubewright/api/core/v1";
import { describe, expect, test } from "vitest";
import { nodeProgram, ProcessRig } from "./process-rig.ts";

const idle = "setInterval(() => {}, 1000)";
const listening = (handler: string) =>
  `let state = { status: 200 }; require("http").createServer((request, response) => { ${handler} }).listen(8080, process.env.ADDRESS, () => console.log("up"))`;

describe("probes", () => {
  test("HTTP: a container is ready when it answers", async () => {
    await using rig = await ProcessRig.start();
    const readinessProbe = {
      httpGet: { path: "/ready?x=1", port: "web", httpHeaders: [{ name: "X-Probe", value: "yes" }] },
      periodSeconds: 1,
    };
    const program = listening(
      `console.log(request.url, request.headers["x-probe"], request.headers["user-agent"]); response.end()`,
    );
    const container = nodeProgram(program, { ports: [{ name: "web", containerPort: 8080 }], readinessProbe });
    await rig.create("web", { containers: [container] });
    const pod = await rig.until("web", (it) => expect(readyOf(it)).toBe("True"));
    await expect.poll(() => rig.logs(pod), { interval: 20 }).toContain("/ready?x=1 yes kube-probe/1.36");
    // A first probe may come before the program listens.
    const isTrouble = (event: string) => event.startsWith("Warning") && !event.endsWith("connection refused");
    expect((await rig.events("web")).filter(isTrouble)).toEqual([]);
  });

  test("HTTP: a container that answers with an error is not ready, and an event says why", async () => {
    const clock = new ManualClock();
    await using rig = await ProcessRig.start({ clock });
    const readinessProbe = { httpGet: { path: "/", port: 8080 }, periodSeconds: 10 };
    const program = listening("response.statusCode = 503; response.end()");
    await rig.create("web", { containers: [nodeProgram(program, { readinessProbe })] });
    await rig.until("web", async (it) => expect(await rig.logs(it)).toContain("up"), { stepMs: 50 });
    await expect
      .poll(
        async () => {
          clock.advance(500);
          return rig.events("web");
        },
        { timeout: 10_000, interval: 20 },
      )
      .toContain(
        "Warning Unhealthy spec.containers{main} Readiness probe failed: HTTP probe failed with statuscode: 503",
      );
    const pod = await rig.pod("web");
    expect(readyOf(pod)).toBe("False");
    expect(pod.status?.conditions?.find(({ type }) => type === "ContainersReady")).toMatchObject({
      reason: "ContainersNotReady",
      message: "containers with unready status: [main]",
    });
    expect(pod.status?.containerStatuses?.[0]).toMatchObject({ ready: false, started: true });
  });

  test("TCP: nobody listens", async () => {
    const clock = new ManualClock();
    await using rig = await ProcessRig.start({ clock });
    const readinessProbe = { tcpSocket: { port: 8080 }, periodSeconds: 1 };
    await rig.create("deaf", { containers: [nodeProgram(idle, { readinessProbe })] });
    const pod = await rig.until("deaf", (it) => expect(it.status?.podIP).toBeDefined());
    const message = `dial tcp ${pod.status?.podIP}:8080: connect: connection refused`;
    await expect
      .poll(
        async () => {
          clock.advance(200);
          return rig.events("deaf");
        },
        { timeout: 10_000, interval: 20 },
      )
      .toContain(`Warning Unhealthy spec.containers{main} Readiness probe failed: ${message}`);
  });

  test("liveness: a container that fails is restarted", async () => {
    const clock = new ManualClock();
    await using rig = await ProcessRig.start({ clock });
    const livenessProbe = {
      exec: { command: ["node", "-e", "console.log('sick'); process.exit(1)"] },
      periodSeconds: 10,
      failureThreshold: 2,
      timeoutSeconds: 60,
    };
    livenessProbe.exec.command[0] = process.execPath;
    await rig.create("sick", { containers: [nodeProgram(idle, { livenessProbe })] });
    const pod = await rig.until("sick", (it) => expect(it.status?.containerStatuses?.[0]?.restartCount).toBe(1), {
      stepMs: 500,
    });
    expect(pod.status?.containerStatuses?.[0]?.lastState?.terminated).toMatchObject({ exitCode: 143, reason: "Error" });
    const events = await rig.events("sick");
    expect(events).toContain("Warning Unhealthy spec.containers{main} Liveness probe failed: sick\n");
    expect(events).toContain(
      "Normal Killing spec.containers{main} Container main failed liveness probe, will be restarted",
    );
  });

  test("exec: one that hangs fails when its time is over", async () => {
    const clock = new ManualClock();
    await using rig = await ProcessRig.start({ clock });
    const command = [process.execPath, "-e", idle];
    const readinessProbe = { exec: { command }, timeoutSeconds: 2, periodSeconds: 10 };
    await rig.create("slow", { containers: [nodeProgram(idle, { readinessProbe })] });
    const message = `Readiness probe failed: command timed out: ${JSON.stringify(command.join(" "))} timed out after 2s`;
    await expect
      .poll(
        async () => {
          clock.advance(100);
          return rig.events("slow");
        },
        { timeout: 10_000, interval: 20 },
      )
      .toContain(`Warning Unhealthy spec.containers{main} ${message}`);
  });

  test("HTTP: one that is never answered fails when its time is over", async () => {
    const clock = new ManualClock();
    await using rig = await ProcessRig.start({ clock });
    const readinessProbe = { httpGet: { port: 8080, path: "/" }, timeoutSeconds: 3 };
    await rig.create("mute", { containers: [nodeProgram(listening(""), { readinessProbe })] });
    const pod = await rig.until("mute", async (it) => expect(await rig.logs(it)).toContain("up"));
    const url = `http://${pod.status?.podIP}:8080/`;
    const why = "context deadline exceeded (Client.Timeout exceeded while awaiting headers)";
    await expect
      .poll(
        async () => {
          clock.advance(200);
          return rig.events("mute");
        },
        { timeout: 10_000, interval: 20 },
      )
      .toContain(`Warning Unhealthy spec.containers{main} Readiness probe failed: Get "${url}": ${why}`);
  });

  test("startup: the others wait for it, and a container that does not start is restarted", async () => {
    const clock = new ManualClock();
    await using rig = await ProcessRig.start({ clock });
    const startupProbe = { tcpSocket: { port: 8080 }, periodSeconds: 1, failureThreshold: 3 };
    const livenessProbe = { exec: { command: ["never-run"] } };
    await rig.create("late", { containers: [nodeProgram(idle, { startupProbe, livenessProbe })] });
    const before = await rig.until("late", (it) => {
      expect(it.status?.containerStatuses?.[0]?.state?.running).toBeDefined();
    });
    expect(before.status?.containerStatuses?.[0]).toMatchObject({ started: false, ready: false });
    await rig.until("late", (it) => expect(it.status?.containerStatuses?.[0]?.restartCount).toBe(1), { stepMs: 200 });
    expect(await rig.events("late")).toContain(
      "Normal Killing spec.containers{main} Container main failed startup probe, will be restarted",
    );
    expect((await rig.events("late")).filter((event) => event.includes("Liveness"))).toEqual([]);
  });
});

function readyOf(pod: Pod): string | undefined {
  return pod.status?.conditions?.find(({ type }) => type === "Ready")?.status;
}
