import type { Clock } from "@kubewright/api";
import { Deployment, ReplicaSet } from "@kubewright/api/apps/v1";
import { Pod } from "@kubewright/api/core/v1";
import { sleep, systemClock } from "@kubewright/client";
import { CommandError } from "../../errors.ts";
import type { TargetCluster } from "../target-cluster.ts";
import { describeTrouble } from "./describe-trouble.ts";
import { missingPermissions } from "./permission-hint.ts";
import { findTrouble, newestPods, rolloutState, type Trouble } from "./rollout-state.ts";

export interface RolloutOptions {
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  readonly clock?: Clock | undefined;
  /** Whether the Deployment was so before: its pods may have got the permissions since then that they logged to lack. */
  readonly isUnchanged: boolean;
  readonly say: (text: string) => void;
}

const intervalMs = 250;
const patienceMs = 1_000;
/** Roles take a while to reach all servers of a cluster. */
const permissionPatienceMs = 15_000;
const permissionIntervalMs = 5_000;

/**
 * Resolves when a Deployment has rolled out, and tells how far it is meanwhile.
 *
 * Rejects with CommandError, which says what is wrong and what to do, as soon as waiting will not help, or when time is over. What the program
 * logged of missing permissions is told even then when it is available.
 */
export async function waitForRollout(
  cluster: TargetCluster,
  key: { readonly namespace: string; readonly name: string },
  options: RolloutOptions,
): Promise<void> {
  const { timeoutMs, signal, clock = systemClock, say } = options;
  const start = clock.monotonic();
  let told = "";
  let nextLookMs = permissionPatienceMs;
  for (;;) {
    const deployment = await cluster.client.get(Deployment, key, { signal });
    const { isDone, progress } = rolloutState(deployment);
    const waitedMs = clock.monotonic() - start;
    if (isDone) {
      await warnOfPermissions(cluster, deployment, waitedMs, options);
      return;
    }
    const pods = await podsOf(cluster, deployment, signal);
    const trouble = findTrouble(deployment, pods);
    if (trouble?.isFinal === true)
      throw await failure(cluster, deployment, trouble, "cannot become available", waitedMs, options);
    if (waitedMs >= timeoutMs) {
      const what = `is not available after ${Math.round(timeoutMs / 1000)} s (${progress})`;
      throw await failure(cluster, deployment, trouble, what, waitedMs, options);
    }
    if (trouble?.type === "unready" && waitedMs >= nextLookMs) {
      nextLookMs = waitedMs + permissionIntervalMs;
      const log = await logOf(cluster, trouble.pod!.metadata, 3, waitedMs, options);
      if (missingPermissions(log).length > 0) {
        throw await failure(cluster, deployment, trouble, `is not available (${progress})`, waitedMs, options);
      }
    }
    const now = trouble === undefined || trouble.type === "unready" ? progress : `${progress}; ${trouble.message}`;
    if (waitedMs >= patienceMs && now !== told) {
      say(`Waiting for deployment.apps/${key.name}: ${now}\n`);
      told = now;
    }
    await sleep(intervalMs, { clock, signal });
  }
}

async function podsOf({ client }: TargetCluster, deployment: Deployment, signal: AbortSignal): Promise<readonly Pod[]> {
  const { namespace } = deployment.metadata;
  const selection = { namespace, labelSelector: deployment.spec.selector, signal };
  const [sets, pods] = await Promise.all([client.list(ReplicaSet, selection), client.list(Pod, selection)]);
  return newestPods(deployment, sets.items, pods.items);
}

async function failure(
  cluster: TargetCluster,
  { metadata }: Deployment,
  trouble: Trouble | undefined,
  what: string,
  waitedMs: number,
  options: RolloutOptions,
): Promise<CommandError> {
  const { namespace = "", name } = metadata;
  // Of a container that ended, the log of that run tells why.
  const isOngoing = trouble?.pod !== undefined && trouble.type !== "crash";
  const recent =
    isOngoing && options.isUnchanged ? await logOf(cluster, trouble.pod.metadata, 100, waitedMs, options) : undefined;
  const lines = trouble === undefined ? [] : await describeTrouble(cluster, trouble, options.signal, recent);
  const next = trouble === undefined ? [`Next: ${cluster.kubectl} -n ${namespace} describe deployment ${name}`] : [];
  return new CommandError([`deployment.apps/${name} in namespace ${namespace} ${what}`, ...lines, ...next].join("\n"));
}

/** An operator may be available and yet be kept from its work. */
async function warnOfPermissions(
  cluster: TargetCluster,
  deployment: Deployment,
  waitedMs: number,
  options: RolloutOptions,
): Promise<void> {
  const { signal, say } = options;
  for (const { metadata } of (await podsOf(cluster, deployment, signal)).slice(0, 3)) {
    const log = await logOf(cluster, metadata, 200, waitedMs, options);
    for (const { message, marker } of missingPermissions(log)) {
      say(
        `warning: the operator is available, but ${message}\n  Add this to its controller, then run "kubewright manifests" and deploy again:\n    ${marker}\n`,
      );
    }
  }
}

/** The last lines of what a pod has logged: of a Deployment that is as before, since the wait began. */
async function logOf(
  { client }: TargetCluster,
  { namespace = "", name }: Pod["metadata"],
  tailLines: number,
  waitedMs: number,
  { isUnchanged, signal }: RolloutOptions,
): Promise<string> {
  const lines: string[] = [];
  const sinceSeconds = isUnchanged ? Math.floor(waitedMs / 1000) : undefined;
  if (sinceSeconds === 0) return "";
  try {
    const options = { tailLines, signal, ...(sinceSeconds !== undefined && { sinceSeconds }) };
    for await (const line of client.logs({ namespace, name }, options)) lines.push(line);
  } catch {
    signal.throwIfAborted();
    // There may be several containers, or no log yet: it is only for a hint.
  }
  return lines.join("\n");
}
