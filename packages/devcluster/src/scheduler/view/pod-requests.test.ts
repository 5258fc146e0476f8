import type { Container, Pod, PodSpec } from "@kubewright/api/core/v1";
import { describe, expect, test } from "vitest";
import { podRequests, podRequestsForScores } from "./pod-requests.ts";

function container(requests: Record<string, string>, more: Partial<Container> = {}): Container {
  return { name: "main", image: "main", resources: { requests }, ...more };
}

function pod(spec: Partial<PodSpec>): Pod {
  return { apiVersion: "v1", kind: "Pod", metadata: { name: "pod" }, spec: { containers: [], ...spec } };
}

describe("podRequests", () => {
  test.each<[string, Partial<PodSpec>, Record<string, number>]>([
    [
      "adds up containers",
      { containers: [container({ cpu: "100m", memory: "1Mi" }), container({ cpu: "1.5" })] },
      { cpu: 1600, memory: 1048576 },
    ],
    [
      "takes the largest that runs before them",
      { containers: [container({ cpu: "1" })], initContainers: [container({ cpu: "3" }), container({ cpu: "2" })] },
      { cpu: 3000 },
    ],
    [
      "counts sidecars beside both",
      {
        containers: [container({ cpu: "1" })],
        initContainers: [
          container({ cpu: "500m" }, { restartPolicy: "Always" }),
          container({ cpu: "2" }),
          container({ cpu: "100m" }, { restartPolicy: "Always" }),
        ],
      },
      { cpu: 2500 },
    ],
    [
      "prefers what the pod as a whole asks for, and adds the overhead",
      {
        containers: [container({ cpu: "1", "example.com/gpu": "2" })],
        resources: { requests: { cpu: "4" } },
        overhead: { cpu: "250m" },
      },
      { cpu: 4250, "example.com/gpu": 2 },
    ],
  ])("%s", (_, spec, expected) => {
    expect(Object.fromEntries(podRequests(pod(spec)))).toEqual(expected);
  });

  test("for scores, containers that ask for nothing count a little", () => {
    const requests = podRequestsForScores(pod({ containers: [container({}), container({ cpu: "0", memory: "1Gi" })] }));
    expect(Object.fromEntries(requests)).toEqual({ cpu: 100, memory: 200 * 1024 ** 2 + 1024 ** 3 });
  });
});
