import { Pod, type PodStatus } from "@kubewright/api/core/v1";
import { expect, test } from "vitest";
import { givenUpAt, instancesAmong } from "./instance.ts";

const ownerReferences = [{ apiVersion: "apps/v1", kind: "ReplicaSet", name: "cache-1", uid: "1", controller: true }];

function pod(name: string, status: PodStatus = {}, deletionTimestamp?: string): Pod {
  const metadata = { name, ownerReferences, ...(deletionTimestamp !== undefined && { deletionTimestamp }) };
  return Pod.of({ metadata, spec: { containers: [] }, status });
}

test("pods that are leaving, have ended or were made by hand are no instances; the others are in order of their names", () => {
  const pods = [
    pod("c"),
    pod("leaving", { phase: "Running" }, "2026-01-01T00:00:00Z"),
    pod("evicted", { phase: "Failed" }),
    pod("done", { phase: "Succeeded" }),
    Pod.of({ metadata: { name: "copy-to-debug" }, spec: { containers: [] }, status: { phase: "Running" } }),
    pod("a", { phase: "Pending" }),
    pod("b", { phase: "Running" }),
  ];
  expect(instancesAmong(pods).map(({ metadata }) => metadata.name)).toEqual(["a", "b", "c"]);
});

test("an instance is given up at once when it fails, and after three minutes when there is no room for it", () => {
  const lastTransitionTime = "2026-01-01T00:00:00Z";
  const homeless = { type: "PodScheduled", status: "False", reason: "Unschedulable", lastTransitionTime };
  expect(givenUpAt(pod("a", { phase: "Pending" }))).toBeUndefined();
  expect(givenUpAt(pod("a", { conditions: [homeless] }))).toBe(Date.parse("2026-01-01T00:03:00Z"));
  const state = { waiting: { reason: "ImagePullBackOff" } };
  const container = { name: "memcached", image: "x", imageID: "", ready: false, restartCount: 0, state };
  expect(givenUpAt(pod("a", { containerStatuses: [container] }))).toBe(0);
});
