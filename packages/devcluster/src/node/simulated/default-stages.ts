import type { Container, Pod, PodStatus } from "@kubewright/api/core/v1";
import type { ContainerRun } from "../process/container/container-run.ts";
import type { ContainerSnapshot } from "../process/pod/container-status.ts";
import { podStatus } from "../process/pod/pod-status.ts";
import { isSidecar } from "../process/pod/restarts.ts";
import type { SimulatedStage, StageContext } from "./simulated-stage.ts";

/** How long things take on a simulated node. */
export interface StageTimes {
  /** From being bound to being ready. @default 0 */
  readonly startMs?: number;
  /** From being deleted to being gone. @default 0 */
  readonly stopMs?: number;
}

/** What happens to pods when nothing goes wrong: they become ready, and go when they are deleted. */
export function defaultStages({ startMs = 0, stopMs = 0 }: StageTimes = {}): SimulatedStage[] {
  return [
    {
      name: "stop",
      isIn: ({ metadata }) => metadata.deletionTimestamp !== undefined,
      delayMs: stopMs,
      end: () => ({ type: "removed" }),
    },
    {
      name: "start",
      isIn: ({ status }) => status?.phase === undefined || status.phase === "Pending",
      delayMs: startMs,
      end: (context) => ({ type: "status", status: runningStatus(context) }),
    },
  ];
}

/** A stage in which pods that `isIn` selects never start: their containers wait with this reason. */
export function waitingStage(
  isIn: (pod: Pod) => boolean,
  waiting: { readonly reason: string; readonly message: string },
): SimulatedStage {
  const isWaiting = ({ status }: Pod): boolean =>
    status?.containerStatuses?.every(({ state }) => state?.waiting?.reason === waiting.reason) === true;
  return {
    name: waiting.reason,
    isIn: (pod) => pod.metadata.deletionTimestamp === undefined && isIn(pod),
    end: (context) =>
      // It stays in the stage: in none, it would come to the one in which pods start.
      isWaiting(context.pod)
        ? { type: "unchanged" }
        : { type: "status", status: statusWith(context, () => ({ waiting })) },
  };
}

/** A stage that lets the containers of running pods end. Whether they succeeded, the exit code says. */
export function endStage(isIn: (pod: Pod) => boolean, exitCode: number, delayMs = 0): SimulatedStage {
  return {
    name: "end",
    isIn: (pod) => pod.metadata.deletionTimestamp === undefined && pod.status?.phase === "Running" && isIn(pod),
    delayMs,
    end: (context) => {
      const end = { exitCode, reason: exitCode === 0 ? "Completed" : "Error", message: "", finishedAt: context.now };
      const status = statusWith(context, (container) => ({ current: { ...runOf(container, context), end } }), true);
      return { type: "status", status };
    },
  };
}

function runningStatus(context: StageContext): PodStatus {
  return statusWith(context, (container, role) => {
    const current = runOf(container, context);
    if (role !== "init") return { current };
    return { current: { ...current, end: { exitCode: 0, reason: "Completed", message: "", finishedAt: context.now } } };
  });
}

function statusWith(
  { pod, now, podIp, hostIp }: StageContext,
  describe: (container: Container, role: ContainerSnapshot["role"]) => Partial<ContainerSnapshot>,
  isTerminal = false,
): PodStatus {
  const snapshot = (role: ContainerSnapshot["role"]) => (spec: Container) => ({ spec, role, ...describe(spec, role) });
  const init = (pod.spec?.initContainers ?? []).map((spec) => snapshot(isSidecar(spec) ? "sidecar" : "init")(spec));
  return podStatus({
    pod,
    containers: [...init, ...(pod.spec?.containers ?? []).map(snapshot("regular"))],
    hostIp,
    podIp,
    isPrepared: true,
    isTerminal,
    previous: pod.status ?? {},
    now,
  });
}

function runOf({ name, image = "" }: Container, { pod, now }: StageContext): ContainerRun {
  const id = `simulated://${pod.metadata.uid ?? ""}/${name}`;
  return {
    id,
    image,
    imageId: `simulated://${image}`,
    restartCount: 0,
    isReady: true,
    isStarted: true,
    startedAt: now,
  } as ContainerRun;
}
