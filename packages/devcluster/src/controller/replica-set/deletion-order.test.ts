import { formatTime } from "@kubewright/api";
import { Pod, type PodSpec } from "@kubewright/api/core/v1";
import { describe, expect, test } from "vitest";
import { deletionOrder } from "./deletion-order.ts";

const nowMs = Date.UTC(2026, 0, 1);
const hourMs = 3_600_000;

interface Traits {
  readonly node?: string;
  readonly phase?: "Pending" | "Unknown" | "Running" | "Failed";
  readonly readyForMs?: number;
  readonly cost?: string;
  readonly restarts?: number;
  readonly sidecarRestarts?: number;
  readonly ageMs?: number;
}

function pod(name: string, traits: Traits = {}): Pod {
  const { node = "a", phase = "Running", readyForMs, cost, restarts = 0, sidecarRestarts = 0, ageMs = hourMs } = traits;
  const since = readyForMs === undefined ? undefined : formatTime(nowMs - readyForMs);
  const spec: PodSpec = {
    containers: [{ name: "web" }],
    initContainers: [{ name: "side", restartPolicy: "Always" }, { name: "init" }],
    ...(node !== "" && { nodeName: node }),
  };
  const state = (of: string, restartCount: number) => ({ name: of, restartCount, image: "", imageID: "", ready: true });
  return Pod.of({
    metadata: {
      name,
      uid: name,
      creationTimestamp: formatTime(nowMs - ageMs),
      ...(cost !== undefined && { annotations: { "controller.kubernetes.io/pod-deletion-cost": cost } }),
    },
    spec,
    status: {
      phase,
      ...(since !== undefined && {
        conditions: [{ type: "Ready", status: "True" as const, lastTransitionTime: since }],
      }),
      containerStatuses: [state("web", restarts)],
      initContainerStatuses: [state("side", sidecarRestarts), state("init", 99)],
    },
  });
}

describe("deletionOrder", () => {
  const ready = { readyForMs: hourMs };

  test.each<{ rule: string; first: Traits; second: Traits }>([
    { rule: "no node", first: { ...ready, node: "" }, second: { phase: "Pending" } },
    { rule: "pending", first: { ...ready, phase: "Pending" }, second: { phase: "Unknown" } },
    { rule: "unknown", first: { ...ready, phase: "Unknown" }, second: {} },
    { rule: "not ready", first: { cost: "9" }, second: { ...ready, cost: "1" } },
    { rule: "a lower cost", first: { ...ready, cost: "-1" }, second: { readyForMs: 1000 } },
    { rule: "no cost", first: ready, second: { readyForMs: 1000, cost: "1" } },
    { rule: "no cost, as one that is none", first: { ...ready, cost: "+5" }, second: { readyForMs: 1000, cost: "1" } },
    { rule: "more neighbours", first: { ...ready, node: "crowded" }, second: { readyForMs: 1000 } },
    { rule: "ready for a short time", first: { readyForMs: 1000 }, second: { ...ready, restarts: 5 } },
    { rule: "more restarts", first: { restarts: 2 }, second: { restarts: 1, sidecarRestarts: 7 } },
    { rule: "more restarts of a sidecar", first: { sidecarRestarts: 1 }, second: { ageMs: 1000 } },
    { rule: "younger", first: { ageMs: 1000 }, second: {} },
    { rule: "the smaller uid at about the same age", first: { ageMs: hourMs + 1000 }, second: {} },
  ])("$rule goes first", ({ first, second }) => {
    const pods = [pod("a", first), pod("b", second)];
    const related = [...pods, pod("n1", { node: "crowded" }), pod("n2", { node: "crowded", phase: "Failed" })];
    for (const given of [pods, [...pods].reverse()]) {
      expect(deletionOrder(given, { related, nowMs }).map(({ metadata }) => metadata.name)).toEqual(["a", "b"]);
    }
  });
});
