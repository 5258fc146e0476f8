import type { KubeObject } from "@kubewright/api";
import { expect, test } from "vitest";
import { Normaliser } from "./normaliser.ts";

const uid = "11111111-1111-4111-8111-111111111111";

function objectOf(metadata: KubeObject["metadata"]): KubeObject {
  return { apiVersion: "v1", kind: "Pod", metadata };
}

test("takes out what differs from run to run, and nothing else", () => {
  const normaliser = new Normaliser();
  normaliser.addName("namespace-z1", "namespace");
  const pod = objectOf({
    namespace: "namespace-z1",
    name: "web-6d4b75cb6d-x2k9p",
    generateName: "web-6d4b75cb6d-",
    uid,
    resourceVersion: "7",
    creationTimestamp: "2026-01-01T00:00:00Z",
    labels: { "pod-template-hash": "6d4b75cb6d", app: "web" },
  });
  normaliser.learn([pod]);
  expect(normaliser.object(pod)).toEqual({
    apiVersion: "v1",
    kind: "Pod",
    metadata: {
      namespace: "<namespace>",
      name: "web-<hash 1>-<random>",
      generateName: "web-<hash 1>-",
      labels: { "pod-template-hash": "<hash 1>", app: "web" },
    },
  });
  expect(
    normaliser.value([
      `Created pod: web-6d4b75cb6d-x2k9p at 2026-01-01T00:00:00Z, ${uid}`,
      "22222222-2222-4222-8222-222222222222",
      { left: "as it is", number: 5, none: undefined },
    ]),
  ).toEqual([
    "Created pod: web-<hash 1>-<random> at <time>, <uid of Pod web-<hash 1>-<random>>",
    "<uid>",
    { left: "as it is", number: 5 },
  ]);
});
