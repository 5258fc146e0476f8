import type { KubeObject } from "@kubewright/api";
import { type ContainerStatus, Pod } from "@kubewright/api/core/v1";
import type { CallOptions, Client } from "@kubewright/client";
import type { OwnerChain } from "./owner-chain.ts";

/** How many pods are shown, and how many lines of each container's log. */
const shownPods = 5;
const shownLogLines = 10;

/** The pods that belong to an object, those first that are not ready: how they are, and what they logged last. */
export async function podLines(
  client: Client,
  object: KubeObject,
  { chain, limits }: { readonly chain: OwnerChain; readonly limits: CallOptions },
): Promise<string[]> {
  const { namespace } = object.metadata;
  if (namespace === undefined) return [];
  const { items } = await client.list(Pod, { namespace, ...limits });
  const labels = serviceSelectorOf(object);
  const own: Pod[] = [];
  for (const pod of items) {
    if ((labels !== undefined && hasLabels(pod, labels)) || (await chain.includes(pod))) own.push(pod);
  }
  own.sort((a, b) => Number(isReady(a)) - Number(isReady(b)));
  const lines: string[] = [];
  for (const pod of own.slice(0, shownPods)) {
    lines.push(`${pod.metadata.name}: ${describePod(pod)}`);
    lines.push(...(await logLines(client, pod, limits)));
  }
  if (own.length > shownPods) lines.push(`and ${own.length - shownPods} more`);
  return lines;
}

function isReady({ status }: Pod): boolean {
  return status?.conditions?.some(({ type, status }) => type === "Ready" && status === "True") === true;
}

/** `Running, ready`, `Pending: 0/1 nodes are available: …`, `Running: web is waiting: CrashLoopBackOff: back-off …`. */
function describePod(pod: Pod): string {
  const { phase = "Pending", reason, message, conditions = [] } = pod.status ?? {};
  const statuses = [...(pod.status?.initContainerStatuses ?? []), ...(pod.status?.containerStatuses ?? [])];
  const state = [
    phase,
    ...(isReady(pod) ? ["ready"] : []),
    ...(pod.metadata.deletionTimestamp === undefined ? [] : ["being deleted"]),
  ].join(", ");
  const unscheduled = conditions.find(({ type, status }) => type === "PodScheduled" && status === "False");
  const problems = [
    [reason, message],
    [unscheduled?.reason, unscheduled?.message],
    ...statuses.map((status) => [describeContainer(status)]),
  ].map((parts) => parts.filter(Boolean).join(": "));
  return [state, problems.filter(Boolean).join("; ")].filter(Boolean).join(": ");
}

function describeContainer({ name, ready, state = {}, lastState, restartCount }: ContainerStatus): string {
  const restarts = restartCount > 0 ? `, ${restartCount} restarts` : "";
  const { waiting, terminated } = state;
  const last = lastState?.terminated;
  const before = last === undefined ? "" : `, before: exit code ${last.exitCode} (${last.reason ?? "unknown"})`;
  if (waiting !== undefined) {
    const why = [waiting.reason, waiting.message].filter(Boolean).join(": ");
    return `${name} is waiting${why === "" ? "" : `: ${why}`}${restarts}${before}`;
  }
  if (terminated !== undefined && terminated.exitCode !== 0) {
    return `${name} ended with exit code ${terminated.exitCode} (${terminated.reason ?? "unknown"})${restarts}`;
  }
  if (state.running !== undefined && !ready) return `${name} is running, but not ready${restarts}${before}`;
  return restarts === "" ? "" : `${name} is running${restarts}${before}`;
}

async function logLines(client: Client, pod: Pod, limits: CallOptions): Promise<string[]> {
  const lines: string[] = [];
  for (const { name, containerID, state } of pod.status?.containerStatuses ?? []) {
    // Nothing runs there that could have said something.
    if (containerID === undefined || containerID.startsWith("simulated://")) continue;
    const previous = state?.waiting !== undefined;
    try {
      const tail: string[] = [];
      const options = { container: name, tailLines: shownLogLines, previous, ...limits };
      for await (const line of client.logs(pod.metadata, options)) tail.push(`  ${name} | ${line}`);
      lines.push(...tail);
    } catch {
      // A log that cannot be had is no reason to say nothing of the rest.
    }
  }
  return lines;
}

function serviceSelectorOf(object: KubeObject): Readonly<Record<string, string>> | undefined {
  if (object.kind !== "Service" || object.apiVersion !== "v1") return undefined;
  return (object as { spec?: { selector?: Record<string, string> } }).spec?.selector;
}

function hasLabels({ metadata }: Pod, labels: Readonly<Record<string, string>>): boolean {
  return Object.entries(labels).every(([name, value]) => metadata.labels?.[name] === value);
}
