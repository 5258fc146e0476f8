import { connect } from "node:net";
import { Lease } from "@kubewright/api/coordination/v1";
import { Node } from "@kubewright/api/core/v1";
import { eventually } from "@kubewright/testing";
import { describe, expect, test } from "vitest";
import { nodeProgram, ProcessRig } from "./process-rig.ts";

/** The machine may have much else to do. */
const patiently = { timeoutMs: 15_000 };
const server = `require("net").createServer((s) => s.end("pid " + process.pid)).listen(11211, process.env.ADDRESS)`;

describe("a process node", () => {
  test("registers itself, ready, with a lease", async () => {
    await using rig = await ProcessRig.start();
    const node = await rig.client.get(Node, { name: "local" });
    expect(node.status?.conditions?.map(({ type, status }) => `${type}=${status}`)).toEqual([
      "MemoryPressure=False",
      "DiskPressure=False",
      "PIDPressure=False",
      "Ready=True",
    ]);
    const lease = await rig.client.get(Lease, { name: "local", namespace: "kube-node-lease" });
    expect(lease.spec?.holderIdentity).toBe("local");
  });

  test("runs a pod, whose processes answer at an address of its own", async () => {
    await using rig = await ProcessRig.start();
    await rig.create("a", { containers: [nodeProgram(server, { ports: [{ containerPort: 11211 }] })] });
    await rig.create("b", { containers: [nodeProgram(server, { ports: [{ containerPort: 11211 }] })] });
    const [a, b] = await Promise.all(
      ["a", "b"].map((name) => rig.until(name, (pod) => expect(pod.status?.phase).toBe("Running"))),
    );
    const [ipA = "", ipB = ""] = [a?.status?.podIP, b?.status?.podIP];
    expect(ipA).toMatch(/^127\.\d+\.\d+\.\d+$/);
    expect(ipA).not.toBe(ipB);
    expect(await answerOf(ipA)).toMatch(/^pid \d+$/);
    expect(await answerOf(ipA)).not.toBe(await answerOf(ipB));
    const { status } = await rig.pod("a");
    expect(status?.conditions?.map((condition) => `${condition.type}=${condition.status}`)).toEqual([
      "PodReadyToStartContainers=True",
      "Initialized=True",
      "Ready=True",
      "ContainersReady=True",
      "PodScheduled=True",
    ]);
    expect(status?.containerStatuses).toEqual([
      {
        name: "main",
        image: "docker.io/library/program:1",
        imageID: "program:1@sha256:0",
        containerID: expect.stringMatching(/^process:\/\/[0-9a-f]{64}$/),
        ready: true,
        started: true,
        restartCount: 0,
        state: { running: { startedAt: expect.any(String) } },
        lastState: {},
        resources: {},
      },
    ]);
    expect(await rig.events("a")).toEqual([
      'Normal Pulled spec.containers{main} Container image "program:1" already present on machine and can be accessed by the pod',
      "Normal Created spec.containers{main} Container created",
      "Normal Started spec.containers{main} Container started",
    ]);
  });

  test("ends a deleted pod and removes its object", async () => {
    await using rig = await ProcessRig.start();
    await rig.create("a", { containers: [nodeProgram("setInterval(() => {}, 1000); console.log(process.pid)")] });
    const pod = await rig.until("a", (it) => expect(it.status?.phase).toBe("Running"));
    const pid = Number(await eventually(async () => expectText(await rig.logs(pod)), patiently));
    expect(isAlive(pid)).toBe(true);
    await rig.client.delete(pod);
    await rig.untilGone("a");
    expect(isAlive(pid)).toBe(false);
    expect(await rig.events("a")).toContain("Normal Killing spec.containers{main} Stopping container main");
  });
});

async function answerOf(host: string): Promise<string> {
  return eventually(
    () =>
      new Promise<string>((resolve, reject) => {
        let text = "";
        const socket = connect({ host, port: 11211 });
        socket.on("data", (data) => {
          text += String(data);
        });
        socket.once("end", () => resolve(text));
        socket.once("error", reject);
      }),
    patiently,
  );
}

function expectText(text: string): string {
  expect(text).not.toBe("");
  return text;
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
