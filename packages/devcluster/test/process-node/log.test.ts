import { ManualClock } from "@kubewright/api";
import type { Pod } from "@kubewright/api/core/v1";
import { describe, expect, test } from "vitest";
import { nodeProgram, ProcessRig } from "./process-rig.ts";

const lines = (from: number, to: number) => `for (let i = ${from}; i <= ${to}; i++) console.log("line " + i);`;

describe("logs", () => {
  test("are given in part", async () => {
    await using rig = await ProcessRig.start({ clock: new ManualClock({ now: Date.UTC(2026, 4, 6, 7, 8, 9, 10) }) });
    const program = `${lines(1, 3)} process.stdout.write("no end")`;
    await rig.create("log", { restartPolicy: "Never", containers: [nodeProgram(program)] });
    const pod = await rig.until("log", (it) => expect(it.status?.phase).toBe("Succeeded"));
    expect(await rig.logs(pod)).toBe("line 1\nline 2\nline 3\nno end");
    expect(await rig.logs(pod, { tailLines: 2 })).toBe("line 3\nno end");
    expect(await rig.logs(pod, { tailLines: 0 })).toBe("");
    expect(await rig.logs(pod, { tailLines: 99 })).toBe("line 1\nline 2\nline 3\nno end");
    expect(await rig.logs(pod, { limitBytes: 9 })).toBe("line 1\nli");
    expect(await rig.logs(pod, { tailLines: 2, timestamps: true })).toBe(
      "2026-05-06T07:08:09.010000000Z line 3\n2026-05-06T07:08:09.010000000Z no end",
    );
    expect(await rig.logs(pod, { sinceTime: "2026-05-06T07:08:09Z" })).toBe("line 1\nline 2\nline 3\nno end");
    expect(await rig.logs(pod, { sinceTime: "2026-05-06T07:08:10Z" })).toBe("");
    (rig.clock as ManualClock).advance(60_000);
    expect(await rig.logs(pod, { sinceSeconds: 61 })).toBe("line 1\nline 2\nline 3\nno end");
    expect(await rig.logs(pod, { sinceSeconds: 59 })).toBe("");
  });

  test("are followed until the container ends", async () => {
    await using rig = await ProcessRig.start();
    const program = `${lines(1, 2)} process.on("SIGTERM", () => { ${lines(3, 4)} process.exit() }); setInterval(() => {}, 1000)`;
    await rig.create("log", { containers: [nodeProgram(program)] });
    const pod = await rig.until("log", (it) => expect(it.status?.phase).toBe("Running"));
    const followed = rig.logs(pod, { follow: true });
    await expect.poll(() => rig.logs(pod), { interval: 20 }).toBe("line 1\nline 2\n");
    await rig.client.delete(pod);
    expect(await followed).toBe("line 1\nline 2\nline 3\nline 4\n");
  });

  test("are followed until nobody wants them any more", async () => {
    await using rig = await ProcessRig.start();
    await rig.create("log", { containers: [nodeProgram("setInterval(() => {}, 1000)")] });
    const pod = await rig.until("log", (it) => expect(it.status?.phase).toBe("Running"));
    const reader = new AbortController();
    const followed = rig.logs(pod, { follow: true, signal: reader.signal });
    reader.abort();
    expect(await followed).toBe("");
  });

  test("of much output are whole", async () => {
    await using rig = await ProcessRig.start();
    const program = `process.stdout.write("x".repeat(3_000_000) + "\\n" + "y\\n".repeat(200_000))`;
    await rig.create("log", { restartPolicy: "Never", containers: [nodeProgram(program)] });
    const pod = await rig.until("log", (it) => expect(it.status?.phase).toBe("Succeeded"));
    const text = await rig.logs(pod);
    expect(text.length).toBe(3_000_001 + 400_000);
    expect(text.startsWith(`${"x".repeat(100)}`)).toBe(true);
    expect(text.indexOf("\n")).toBe(3_000_000);
    expect(await rig.logs(pod, { tailLines: 3 })).toBe("y\ny\ny\n");
  });

  test("of a container that has not run are refused in a kubelet's words", async () => {
    const clock = new ManualClock();
    const resources = {
      prepareVolumes: async () => ({ folders: new Map(), async [Symbol.asyncDispose]() {} }),
      containerEnvironment: async () => {
        throw new Error('configmap "settings" not found');
      },
    };
    await using rig = await ProcessRig.start({ clock, resources });
    await rig.create("log", { containers: [nodeProgram("")] });
    const pod: Pod = await rig.until("log", ({ status }) => {
      expect(status?.containerStatuses?.[0]?.state?.waiting).toEqual({
        reason: "CreateContainerConfigError",
        message: 'configmap "settings" not found',
      });
    });
    expect(pod.status?.phase).toBe("Pending");
    await expect(rig.logs(pod)).rejects.toThrow(
      'container "main" in pod "log" is waiting to start: CreateContainerConfigError',
    );
    await expect(rig.logs(pod, { previous: true })).rejects.toThrow(
      'previous terminated container "main" in pod "log" not found',
    );
    expect(await rig.events("log")).toContain(
      'Warning Failed spec.containers{main} Error: configmap "settings" not found',
    );
  });
});
