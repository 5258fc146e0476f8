import { Pod, type PodStatus } from "@kubewright/api/core/v1";
import { expect, test } from "vitest";
import { instancesAmong } from "./instance.ts";

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
