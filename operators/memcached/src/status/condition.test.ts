import { Deployment, type DeploymentStatus } from "@kubewright/api/apps/v1";
import { Pod, type PodStatus } from "@kubewright/api/core/v1";
import { describe, expect, test } from "vitest";
import { conditionsOf, type Observation } from "./condition.ts";

const ready: PodStatus = { phase: "Running", conditions: [{ type: "Ready", status: "True" }] };

function pod(name: string, status: PodStatus = ready): Pod {
  return Pod.of({ metadata: { name }, spec: { containers: [] }, status });
}

function deployment(status: DeploymentStatus): Deployment {
  const spec = { selector: {}, template: { spec: { containers: [] } } };
  return Deployment.of({ metadata: { name: "cache", generation: 2 }, spec, status });
}

const settled = deployment({ observedGeneration: 2, replicas: 2, updatedReplicas: 2, readyReplicas: 2 });

function conditions(observation: Partial<Observation>) {
  const all = conditionsOf({
    name: "cache",
    size: 2,
    deployment: settled,
    instances: [pod("a"), pod("b")],
    ...observation,
  });
  return Object.fromEntries(all.map(({ type, status, reason, message }) => [type, { status, reason, message }]));
}

describe("conditionsOf", () => {
  test("says that all is well when all instances are ready and as they should be", () => {
    expect(conditions({})).toEqual({
      Available: {
        status: "True",
        reason: "Reconciling",
        message: "Deployment for custom resource (cache) with 2 replicas created successfully",
      },
      Progressing: { status: "False", reason: "Settled", message: "All 2 instances are as the spec says" },
      Degraded: { status: "False", reason: "AsExpected", message: "" },
    });
  });

  test("does not say Available before all instances are ready", () => {
    expect(conditions({ instances: [pod("a"), pod("b", { phase: "Running" })] })).toMatchObject({
      Available: { status: "False", message: "Deployment for custom resource (cache) has 1 of 2 replicas ready" },
      Progressing: { status: "True", reason: "RollingOut" },
      Degraded: { status: "False" },
    });
    expect(conditions({ instances: [] })).toMatchObject({ Available: { status: "False" } });
  });

  test.each<[what: string, deployment: Deployment | undefined]>([
    ["there is no Deployment", undefined],
    ["the Deployment has not been looked at", deployment({ observedGeneration: 1, replicas: 2, updatedReplicas: 2 })],
    ["old instances are left", deployment({ observedGeneration: 2, replicas: 2, updatedReplicas: 1 })],
    ["there are too many", deployment({ observedGeneration: 2, replicas: 3, updatedReplicas: 2 })],
  ])("says Progressing while %s", (_what, found) => {
    expect(conditions({ deployment: found }).Progressing).toMatchObject({ status: "True", reason: "RollingOut" });
  });

  test.each<[what: string, deployment: Deployment | undefined]>([
    ["of no Deployment", undefined],
    [
      "of another one, in part",
      deployment({ observedGeneration: 2, replicas: 2, updatedReplicas: 2, readyReplicas: 1 }),
    ],
  ])("does not say Available because of instances %s", (_what, found) => {
    const message = `Deployment for custom resource (cache) has ${found?.status?.readyReplicas ?? 0} of 2 replicas ready`;
    expect(conditions({ deployment: found })).toMatchObject({
      Available: { status: "False", message },
      Progressing: { status: "True", reason: "RollingOut" },
    });
  });

  test("says what has to go before it goes on", () => {
    const waitsFor = Deployment.of({ metadata: { name: "cache" }, spec: settled.spec });
    expect(conditions({ waitsFor }).Progressing).toEqual({
      status: "True",
      reason: "Waiting",
      message: "Deployment cache has to be gone before it is made anew",
    });
    const trouble = { reason: "NameTaken", message: "rename it" };
    expect(conditions({ waitsFor, trouble }).Progressing).toMatchObject({ status: "False", reason: "NameTaken" });
  });

  test("says what keeps the operator from its work, and that nothing goes on", () => {
    const trouble = { reason: "MemoryLimitTooSmall", message: "raise the limit" };
    expect(conditions({ trouble })).toMatchObject({
      Available: { status: "True" },
      Progressing: { status: "False", reason: "MemoryLimitTooSmall" },
      Degraded: { status: "True", ...trouble },
    });
  });

  test.each<[status: PodStatus, message: string]>([
    [
      { containerStatuses: [waiting("ImagePullBackOff", 'Back-off pulling image "x"')] },
      'pod b: ImagePullBackOff: Back-off pulling image "x"',
    ],
    [{ containerStatuses: [waiting("CrashLoopBackOff")] }, "pod b: CrashLoopBackOff"],
    [
      {
        containerStatuses: [
          { ...waiting("CrashLoopBackOff"), lastState: { terminated: { exitCode: 137, reason: "OOMKilled" } } },
        ],
      },
      "pod b: CrashLoopBackOff: memcached ended with exit code 137; it was killed for its use of memory",
    ],
    [
      { conditions: [{ type: "PodScheduled", status: "False", reason: "Unschedulable", message: "0/1 nodes" }] },
      "pod b: no node takes it: 0/1 nodes",
    ],
  ])("says why an instance fails: %j", (status, message) => {
    expect(conditions({ instances: [pod("a"), pod("b", status)] })).toMatchObject({
      Degraded: { status: "True", reason: "InstancesFailing", message },
    });
  });

  test.each<[state: object, lastState: object, message: string]>([
    [{ running: {} }, { terminated: { exitCode: 1 } }, "pod b: memcached ended with exit code 1"],
    [
      { running: {} },
      { terminated: { exitCode: 137, reason: "OOMKilled" } },
      "pod b: memcached ended with exit code 137; it was killed for its use of memory",
    ],
    [{ terminated: { exitCode: 2 } }, {}, "pod b: memcached ended with exit code 2"],
  ])("says of an instance that is being started again how it ended: %j after %j", (state, lastState, message) => {
    const status = (ready: boolean) => ({ containerStatuses: [{ ...waiting(""), ready, state, lastState }] });
    expect(conditions({ instances: [pod("a"), pod("b", status(false))] })).toMatchObject({
      Degraded: { status: "True", reason: "InstancesFailing", message },
    });
    expect(conditions({ instances: [pod("a"), pod("b", status(true))] }).Degraded?.status).toBe("False");
  });

  test("tells of one failing instance, and how many more there are", () => {
    const failing = { containerStatuses: [waiting("CrashLoopBackOff")] };
    const { Degraded } = conditions({ instances: [pod("a", failing), pod("b", failing)] });
    expect(Degraded?.message).toBe("pod a: CrashLoopBackOff (and 1 more)");
  });

  test("takes a container that is only starting for no trouble", () => {
    const status: PodStatus = { phase: "Pending", containerStatuses: [waiting("ContainerCreating")] };
    expect(conditions({ instances: [pod("a", status)] }).Degraded?.status).toBe("False");
  });

  test.each([
    { type: "ReplicaFailure", status: "True", reason: "FailedCreate", message: "exceeded quota" },
    { type: "Progressing", status: "False", reason: "ProgressDeadlineExceeded", message: "has timed out" },
  ])("hands on what the Deployment says of its failure: $reason", (condition) => {
    const failing = deployment({ observedGeneration: 2, replicas: 1, updatedReplicas: 1, conditions: [condition] });
    const { reason, message } = condition;
    expect(conditions({ deployment: failing })).toMatchObject({ Degraded: { status: "True", reason, message } });
    // What it said of an earlier spec is no word on this one.
    const mended = deployment({ observedGeneration: 1, replicas: 1, updatedReplicas: 1, conditions: [condition] });
    expect(conditions({ deployment: mended })).toMatchObject({
      Degraded: { status: "False" },
      Progressing: { status: "True", reason: "RollingOut" },
    });
  });
});

function waiting(reason: string, message?: string) {
  const state = { waiting: { reason, ...(message !== undefined && { message }) } };
  return { name: "memcached", image: "x", imageID: "", ready: false, restartCount: 0, state };
}
