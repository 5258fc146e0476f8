import { Pod } from "@kubewright/api/core/v1";
import { describe, expect, test } from "vitest";
import { defaultStages, waitingStage } from "./default-stages.ts";
import type { StageOutcome } from "./simulated-stage.ts";

const waiting = { reason: "ImagePullBackOff", message: "Back-off pulling image" };
const stages = [waitingStage(({ spec }) => spec?.containers[0]?.image === "typo", waiting), ...defaultStages()];

/** What becomes of a pod next; undefined when it is in no stage. */
function next(pod: Pod): StageOutcome | undefined {
  const stage = stages.find((candidate) => candidate.isIn(pod));
  return stage?.end({ pod, now: 0, podIp: "10.0.0.1", hostIp: "127.0.0.1" });
}

const podOf = (image: string) =>
  Pod.of({ metadata: { name: "web", uid: "1" }, spec: { containers: [{ name: "web", image }] } });

describe("stages", () => {
  test("a pod that waits goes on waiting, whatever stages come after", () => {
    const pod = podOf("typo");
    const first = next(pod);
    expect(first).toMatchObject({ status: { phase: "Pending", containerStatuses: [{ state: { waiting } }] } });
    const status = first?.type === "status" ? first.status : {};
    expect(next({ ...pod, status })).toEqual({ type: "unchanged" });
  });

  test("a pod that need not wait any more starts", () => {
    const first = next(podOf("typo"));
    const status = first?.type === "status" ? first.status : {};
    expect(next({ ...podOf("web"), status })).toMatchObject({ status: { phase: "Running" } });
  });

  test("a pod that waits and is deleted goes", () => {
    const pod = podOf("typo");
    const metadata = { ...pod.metadata, deletionTimestamp: "2026-01-01T00:00:00Z" };
    expect(next({ ...pod, metadata })).toEqual({ type: "removed" });
  });
});
