import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ManualClock } from "@kubewright/api";
import { Pod } from "@kubewright/api/core/v1";
import { silentLogger } from "@kubewright/runtime";
import { expect, test } from "vitest";
import { DevClusterError } from "../../../errors.ts";
import { plainResources } from "../container/plain-resources.ts";
import { systemNodeHost } from "../host.ts";
import type { NodeParts } from "../node-parts.ts";
import { PodWorker } from "./pod-worker.ts";

test("a pod for which no address is left says so, and gets one as soon as there is one", async () => {
  const folder = await mkdtemp(join(tmpdir(), "pod-worker-"));
  const clock = new ManualClock();
  const events: string[] = [];
  let left = 0;
  const parts = {
    ...{ nodeName: "local", clock, random: Math.random, log: silentLogger, host: systemNodeHost(), folder },
    resources: plainResources,
    images: { programFor: async () => undefined },
    client: { status: { patch: async (_kind: unknown, _key: unknown, patch: unknown) => patch } },
    events: {
      record: (_pod: unknown, type: string, reason: string, message: string) => {
        events.push(`${type} ${reason} ${message}`);
      },
      forget() {},
    },
    addresses: {
      nodeIp: "127.0.0.1",
      async allocate() {
        if (left === 0) throw new DevClusterError("UNSUPPORTED_HOST", "no address is left");
        left -= 1;
        return { ip: "127.0.0.2", ports: new Map(), release() {} };
      },
    },
  } as unknown as NodeParts;
  const pod = Pod.of({
    metadata: { name: "web", namespace: "default", uid: "1" },
    spec: { containers: [{ name: "main", image: "web" }] },
  });
  const worker = new PodWorker({ parts, pod });
  const text = "Warning FailedCreatePodSandBox Failed to create pod sandbox: no address is left";
  await expect.poll(() => events, { interval: 5 }).toEqual([text]);
  left = 1;
  await expect
    .poll(
      () => {
        clock.advance(1_000);
        return events;
      },
      { interval: 5 },
    )
    .toContain("Normal Started Container started");
  await worker.kill();
  await rm(folder, { recursive: true });
});
