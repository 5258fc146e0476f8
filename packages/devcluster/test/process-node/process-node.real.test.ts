import { ApiClient, HttpsTransport } from "@kubewright/client";
import { startReferenceServer } from "@kubewright/testing";
import { describe, expect, test } from "vitest";
import { nodeProgram, ProcessRig } from "./process-rig.ts";

const idle = "setInterval(() => {}, 1000)";

describe("a process node at a real kube-apiserver", () => {
  test("runs pods, writes what the server takes, and removes what is deleted", async () => {
    const server = await startReferenceServer();
    const client = new ApiClient({ transport: new HttpsTransport(server.connection()) });
    await using rig = await ProcessRig.start({
      server: { client, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() },
    });
    const resources = { requests: { cpu: "100m", memory: "16Mi" }, limits: { memory: "32Mi" } };
    await rig.create("up", {
      initContainers: [nodeProgram("", { name: "setup" })],
      containers: [nodeProgram(idle, { resources, ports: [{ containerPort: 8080 }] })],
    });
    const up = await rig.until("up", ({ status }) => {
      expect(status?.conditions?.find(({ type }) => type === "Ready")?.status).toBe("True");
    });
    expect(up.status).toMatchObject({
      phase: "Running",
      qosClass: "Burstable",
      observedGeneration: up.metadata.generation,
      allocatedResources: resources.requests,
      resources: { requests: resources.requests },
    });
    expect(up.status?.conditions?.map(({ type }) => type)).toEqual([
      "PodReadyToStartContainers",
      "Initialized",
      "Ready",
      "ContainersReady",
      "PodScheduled",
    ]);
    const managers = up.metadata.managedFields?.map(({ manager, subresource }) => `${manager} ${subresource}`);
    expect(managers).toContain("kubelet status");

    await rig.create("crash", { containers: [nodeProgram("process.exit(1)")] });
    await rig.until("crash", ({ status }) => {
      expect(status?.containerStatuses?.[0]?.state?.waiting?.reason).toBe("CrashLoopBackOff");
    });
    await rig.create("once", { restartPolicy: "Never", containers: [nodeProgram("")] });
    const once = await rig.until("once", ({ status }) => expect(status?.phase).toBe("Succeeded"));
    for (const pod of [up, once, await rig.pod("crash")]) {
      await rig.client.delete(pod);
      await rig.untilGone(pod.metadata.name);
    }
  });
});
