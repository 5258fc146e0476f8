import type { PodSpec } from "@kubewright/api/core/v1";
import { expect, test } from "vitest";
import { qosClassOf } from "./qos-class.ts";

const both = { cpu: "1", memory: "1Gi" };

function pod(...resources: NonNullable<PodSpec["resources"]>[]): PodSpec {
  return { containers: resources.map((asked, index) => ({ name: `c${index}`, resources: asked })) };
}

test.each<[string, PodSpec, string]>([
  ["asks for nothing", pod({}), "BestEffort"],
  ["asks for nothing of something", pod({ requests: { cpu: "0" } }), "BestEffort"],
  ["asks for what is not counted", pod({ requests: { "example.com/gpu": "1" } }), "BestEffort"],
  ["has limits that are its requests", pod({ limits: both, requests: both }), "Guaranteed"],
  [
    "says the same amounts otherwise",
    pod({ limits: both, requests: { cpu: "1000m", memory: "1024Mi" } }),
    "Guaranteed",
  ],
  ["has one container without limits", pod({ limits: both, requests: both }, {}), "Burstable"],
  ["has limits above its requests", pod({ limits: both, requests: { cpu: "500m", memory: "1Gi" } }), "Burstable"],
  ["limits only memory", pod({ limits: { memory: "1Gi" }, requests: { memory: "1Gi" } }), "Burstable"],
  ["says it for the pod as a whole", { containers: [], resources: { limits: both, requests: both } }, "Guaranteed"],
])("a pod that %s", (_, spec, qosClass) => {
  expect(qosClassOf(spec)).toBe(qosClass);
});
