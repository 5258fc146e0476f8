import { Deployment, type DeploymentStatus, ReplicaSet } from "@kubewright/api/apps/v1";
import { type ContainerStatus, Pod, type PodStatus } from "@kubewright/api/core/v1";
import { describe, expect, test } from "vitest";
import { findTrouble, newestPods, rolloutState } from "./rollout-state.ts";

function deployment(status: DeploymentStatus, replicas = 2): Deployment {
  return Deployment.of({
    metadata: {
      name: "op",
      namespace: "s",
      uid: "d",
      generation: 2,
      annotations: { "deployment.kubernetes.io/revision": "2" },
    },
    spec: { replicas, selector: {}, template: { metadata: {}, spec: { containers: [] } } },
    status,
  });
}

function pod(status: PodStatus, name = "op-1", owner = "r2"): Pod {
  return Pod.of({
    metadata: {
      name,
      namespace: "s",
      ownerReferences: [{ apiVersion: "apps/v1", kind: "ReplicaSet", name: owner, uid: owner }],
    },
    spec: { containers: [{ name: "manager", image: "example.com/op:v1" }] },
    status,
  });
}

const container = (fields: Partial<ContainerStatus>): PodStatus => ({
  containerStatuses: [{ name: "manager", image: "op", imageID: "", ready: false, restartCount: 0, ...fields }],
});

describe("rolloutState", () => {
  test.each<[DeploymentStatus, boolean, string]>([
    [{ observedGeneration: 1, updatedReplicas: 2, availableReplicas: 2, replicas: 2 }, false, "not looked at yet"],
    [{ observedGeneration: 2, updatedReplicas: 1, replicas: 2 }, false, "1 of 2 replicas made"],
    [{ observedGeneration: 2, updatedReplicas: 2, replicas: 3 }, false, "1 old replicas still to end"],
    [
      { observedGeneration: 2, updatedReplicas: 2, replicas: 2, availableReplicas: 1 },
      false,
      "1 of 2 replicas available",
    ],
    [
      { observedGeneration: 2, updatedReplicas: 2, replicas: 2, availableReplicas: 2 },
      true,
      "2 of 2 replicas available",
    ],
  ])("%j is done: %s, %s", (status, isDone, progress) => {
    expect(rolloutState(deployment(status))).toEqual({ isDone, progress });
  });
});

describe("findTrouble", () => {
  test.each<[string, PodStatus, string, boolean, RegExp]>([
    [
      "an image that may still come",
      container({ state: { waiting: { reason: "ErrImagePull", message: "no such host" } } }),
      "image",
      false,
      /example\.com\/op:v1 cannot be loaded: no such host/,
    ],
    [
      "an image that does not come",
      container({ state: { waiting: { reason: "ImagePullBackOff" } } }),
      "image",
      true,
      /cannot be loaded: ImagePullBackOff/,
    ],
    [
      "a missing secret",
      container({ state: { waiting: { reason: "CreateContainerConfigError", message: 'secret "x" not found' } } }),
      "container",
      true,
      /cannot be started: secret "x" not found/,
    ],
    [
      "a first crash",
      container({ state: { terminated: { exitCode: 1 } } }),
      "crash",
      false,
      /container manager of pod op-1 ended with exit code 1$/,
    ],
    [
      "a loop of crashes",
      container({
        restartCount: 3,
        state: { waiting: { reason: "CrashLoopBackOff" } },
        lastState: { terminated: { exitCode: 137, reason: "OOMKilled" } },
      }),
      "crash",
      true,
      /took more memory than its limit and was killed \(3 restarts\)/,
    ],
    [
      "no room",
      { conditions: [{ type: "PodScheduled", status: "False", message: "0/1 nodes are available" }] },
      "unschedulable",
      false,
      /no node takes pod op-1: 0\/1 nodes/,
    ],
    ["a probe that fails", container({ state: { running: {} } }), "unready", false, /runs, but is not ready/],
  ])("sees %s", (_, status, type, isFinal, message) => {
    expect(findTrouble(deployment({}), [pod(status)])).toMatchObject({
      type,
      isFinal,
      message: expect.stringMatching(message),
    });
  });

  test("sees pods that are refused, before all else", () => {
    const refusal = {
      type: "ReplicaFailure",
      status: "True" as const,
      reason: "FailedCreate",
      message: "exceeded quota",
    };
    const slow = pod(container({ state: { running: {} } }));
    expect(findTrouble(deployment({ conditions: [refusal] }), [slow])?.message).toBe(
      "its pods are refused: exceeded quota",
    );
  });

  test.each<[string, PodStatus]>([
    ["a container that starts", container({ state: { waiting: { reason: "ContainerCreating" } } })],
    ["a container that is ready", container({ ready: true, state: { running: {} } })],
    ["an init container that did its work", container({ state: { terminated: { exitCode: 0 } } })],
  ])("sees none in %s", (_, status) => {
    expect(findTrouble(deployment({}), [pod(status)])).toBeUndefined();
  });
});

test("the newest pods are those of the current revision", () => {
  const set = (uid: string, revision: string) =>
    ReplicaSet.of({
      metadata: {
        name: uid,
        uid,
        annotations: { "deployment.kubernetes.io/revision": revision },
        ownerReferences: [{ apiVersion: "apps/v1", kind: "Deployment", name: "op", uid: "d" }],
      },
      spec: { selector: {} },
    });
  const pods = [pod({}, "old", "r1"), pod({}, "new", "r2")];
  expect(
    newestPods(deployment({}), [set("r1", "1"), set("r2", "2")], pods).map(({ metadata }) => metadata.name),
  ).toEqual(["new"]);
});
