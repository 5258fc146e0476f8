import type { Container, ContainerState, ContainerStatus, Pod } from "@kubewright/api/core/v1";
import { ageOf } from "./age.ts";
import { type CellMakers, cells } from "./cell-makers.ts";

/** What the containers of a pod add up to. */
interface PodSummary {
  reason: string;
  ready: number;
  total: number;
  restarts: number;
  /** When the last container ended that was started again. */
  restartedAt: string;
}

/** Why a container is not running, if it says so. */
function reasonOf({ waiting, terminated }: ContainerState): string | undefined {
  if (waiting?.reason) return waiting.reason;
  if (terminated === undefined) return undefined;
  if (terminated.reason) return terminated.reason;
  return terminated.signal ? `Signal:${terminated.signal}` : `ExitCode:${terminated.exitCode}`;
}

function isRestartable(container: Container | undefined): boolean {
  return container?.restartPolicy === "Always";
}

function hasCondition(pod: Pod, type: string): boolean {
  return pod.status?.conditions?.some((condition) => condition.type === type && condition.status === "True") === true;
}

function later(time: string, status: ContainerStatus): string {
  const finished = status.lastState?.terminated?.finishedAt ?? "";
  return finished > time ? finished : time;
}

function summarize(pod: Pod): PodSummary {
  const { status, spec } = pod;
  const isGated = status?.conditions?.some(
    ({ type, reason }) => type === "PodScheduled" && reason === "SchedulingGated",
  );
  const sidecars = (spec?.initContainers ?? []).filter(isRestartable).length;
  const summary: PodSummary = {
    reason: isGated === true ? "SchedulingGated" : status?.reason || (status?.phase ?? ""),
    ready: 0,
    total: (spec?.containers ?? []).length + sidecars,
    restarts: 0,
    restartedAt: "",
  };
  const ofSidecars = { restarts: 0, restartedAt: "" };
  const isInitializing = summarizeInit(pod, summary, ofSidecars);
  if (!isInitializing || hasCondition(pod, "Initialized")) {
    Object.assign(summary, ofSidecars);
    summarizeMain(pod, summary);
  }
  if (pod.metadata?.deletionTimestamp !== undefined) {
    if (status?.reason === "NodeLost") summary.reason = "Unknown";
    else if (status?.phase !== "Failed" && status?.phase !== "Succeeded") summary.reason = "Terminating";
  }
  return summary;
}

/** Looks at init containers up to the first that has not done its work; whether there is one. */
function summarizeInit(
  { spec, status }: Pod,
  summary: PodSummary,
  ofSidecars: Pick<PodSummary, "restarts" | "restartedAt">,
): boolean {
  const byName = new Map((spec?.initContainers ?? []).map((container) => [container.name, container]));
  for (const [index, container] of (status?.initContainerStatuses ?? []).entries()) {
    const isSidecar = isRestartable(byName.get(container.name));
    const state = container.state ?? {};
    summary.restarts += container.restartCount;
    summary.restartedAt = later(summary.restartedAt, container);
    if (isSidecar) {
      ofSidecars.restarts += container.restartCount;
      ofSidecars.restartedAt = later(ofSidecars.restartedAt, container);
    }
    if (state.terminated?.exitCode === 0) continue;
    if (isSidecar && container.started === true) {
      if (container.ready) summary.ready += 1;
      continue;
    }
    const reason = reasonOf(state);
    const isWaiting = reason === undefined || (state.terminated === undefined && reason === "PodInitializing");
    summary.reason = `Init:${isWaiting ? `${index}/${byName.size}` : reason}`;
    return true;
  }
  return false;
}

function summarizeMain(pod: Pod, summary: PodSummary): void {
  let isAnyRunning = false;
  let failure = "";
  for (const container of [...(pod.status?.containerStatuses ?? [])].reverse()) {
    summary.restarts += container.restartCount;
    summary.restartedAt = later(summary.restartedAt, container);
    const state = container.state ?? {};
    const reason = reasonOf(state);
    if (reason !== undefined) {
      summary.reason = reason;
      if (!state.waiting?.reason && state.terminated !== undefined && state.terminated.exitCode !== 0) failure = reason;
    } else if (container.ready && state.running !== undefined) {
      isAnyRunning = true;
      summary.ready += 1;
    }
  }
  if (summary.reason !== "Completed") return;
  if (isAnyRunning && hasCondition(pod, "Ready")) summary.reason = "Running";
  else if (failure !== "") summary.reason = failure;
  else if (isAnyRunning) summary.reason = "NotReady";
}

function restartsText({ restarts, restartedAt }: PodSummary, now: number): string {
  return restarts === 0 || restartedAt === "" ? String(restarts) : `${restarts} (${ageOf(restartedAt, now)} ago)`;
}

function gatesText(pod: Pod): string {
  const gates = pod.spec?.readinessGates ?? [];
  if (gates.length === 0) return "<none>";
  const open = gates.filter(({ conditionType }) => {
    const condition = pod.status?.conditions?.find(({ type }) => type === conditionType);
    return condition?.status === "True";
  });
  return `${open.length}/${gates.length}`;
}

export const podCells: CellMakers = cells<Pod>({
  Ready: (pod) => {
    const { ready, total } = summarize(pod);
    return `${ready}/${total}`;
  },
  Status: (pod) => summarize(pod).reason,
  Restarts: (pod, now) => restartsText(summarize(pod), now),
  IP: (pod) => pod.status?.podIPs?.[0]?.ip || "<none>",
  Node: (pod) => pod.spec?.nodeName || "<none>",
  "Nominated Node": (pod) => pod.status?.nominatedNodeName || "<none>",
  "Readiness Gates": gatesText,
});

/** What the row of a pod that has ended says of it. */
export function podRowConditions(pod: Pod): readonly object[] | undefined {
  const phase = pod.status?.phase;
  if (phase !== "Succeeded" && phase !== "Failed") return undefined;
  const message = phase === "Succeeded" ? "The pod has completed successfully." : "The pod failed.";
  return [{ type: "Completed", status: "True", reason: phase, message }];
}
