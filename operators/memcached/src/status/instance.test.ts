import { Pod, type PodStatus } from "@kubewright/api/core/v1";
import { expect, test } from "vitest";
import { instancesAmong } from "./instance.ts";

function pod(name: string, status: PodStatus = {}, deletionTimestamp?: string): Pod {
  const metadata = { name, ...(deletionTimestamp !== undefined && { deletionTimestamp }) };
  return Pod.of({ metadata, spec: { containers: [] }, status });
}

test("pods that are leaving or have ended are no instances; the others are in order of their names", () => {
  const pods = [
    pod("c"),
    pod("leaving", { phase: "Running" }, "2026-01-01T00:00:00Z"),
    pod("evicted", { phase: "Failed" }),
    pod("done", { phase: "Succeeded" }),
    pod("a", { phase: "Pending" }),
    pod("b", { phase: "Running" }),
  ];
  expect(instancesAmong(pods).map(({ metadata }) => metadata.name)).toEqual(["a", "b", "c"]);
});
