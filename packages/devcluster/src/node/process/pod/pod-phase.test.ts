import { type ContainerState, type ContainerStatus, Pod } from "@kubewright/api/core/v1";
import { describe, expect, test } from "vitest";
import { podPhase } from "./pod-phase.ts";

const running: ContainerState = { running: {} };
const waiting: ContainerState = { waiting: { reason: "ContainerCreating" } };
const ended = (exitCode: number): ContainerState => ({ terminated: { exitCode } });

function status(name: string, state: ContainerState, lastState: ContainerState = {}): ContainerStatus {
  const isKnown = state.waiting === undefined || lastState.terminated !== undefined;
  return {
    ...{ name, state, lastState, image: "", imageID: "", ready: false, restartCount: 0 },
    started: state.running !== undefined,
    ...(isKnown && { containerID: `process://${name}` }),
  };
}

function pod(
  restartPolicy: "Always" | "OnFailure" | "Never",
  init: readonly string[] = [],
  sidecars: readonly string[] = [],
): Pod {
  return Pod.of({
    metadata: { name: "p" },
    spec: {
      restartPolicy,
      initContainers: [
        ...init.map((name) => ({ name })),
        ...sidecars.map((name) => ({ name, restartPolicy: "Always" as const })),
      ],
      containers: [{ name: "a" }, { name: "b" }],
    },
  });
}

describe("podPhase", () => {
  test.each([
    ["Always", [waiting, waiting], false, "Pending"],
    ["Always", [running, waiting], false, "Pending"],
    ["Always", [running, running], false, "Running"],
    ["Always", [running, ended(1)], false, "Running"],
    ["Always", [ended(0), ended(0)], false, "Running"],
    ["Always", [ended(0), ended(0)], true, "Succeeded"],
    ["Always", [ended(0), ended(137)], true, "Failed"],
    ["OnFailure", [ended(0), ended(0)], false, "Succeeded"],
    ["OnFailure", [ended(0), ended(1)], false, "Running"],
    ["Never", [ended(0), ended(0)], false, "Succeeded"],
    ["Never", [ended(0), ended(1)], false, "Failed"],
    ["Never", [running, ended(1)], false, "Running"],
  ] as const)("with %s of %j, terminal %s, is %s", (policy, [a, b], isTerminal, phase) => {
    expect(podPhase(pod(policy), [status("a", a), status("b", b)], isTerminal)).toBe(phase);
  });

  test("is Running while a container waits to be restarted", () => {
    const statuses = [status("a", waiting, ended(1)), status("b", running)];
    expect(podPhase(pod("Always"), statuses, false)).toBe("Running");
  });

  test.each([
    ["Always", waiting, "Pending"],
    ["Always", running, "Pending"],
    ["Always", ended(1), "Pending"],
    ["Never", ended(1), "Failed"],
  ] as const)("with %s and an init container in %j is %s", (policy, state, phase) => {
    const statuses = [status("i", state), status("a", waiting), status("b", waiting)];
    expect(podPhase(pod(policy, ["i"]), statuses, false)).toBe(phase);
  });

  test("does not count a sidecar that ended", () => {
    const over = [status("s", ended(143)), status("a", ended(0)), status("b", ended(0))];
    expect(podPhase(pod("Never", [], ["s"]), over, false)).toBe("Succeeded");
  });
});
