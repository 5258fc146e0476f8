import { Event, type Pod } from "@kubewright/api/core/v1";
import type { ApiClient } from "@kubewright/client";
import type { TargetCluster } from "../target-cluster.ts";
import { missingPermissions } from "./permission-hint.ts";
import { readableLine } from "./readable-line.ts";
import type { Trouble } from "./rollout-state.ts";

const shownLines = 10;

/**
 * What went wrong, by events and logs, and what to do next: lines for the user.
 *
 * @param recent what was logged lately, if missing permissions are to be looked for only there
 */
export async function describeTrouble(
  cluster: TargetCluster,
  trouble: Trouble,
  signal: AbortSignal,
  recent?: string,
): Promise<string[]> {
  const { client } = cluster;
  const log = trouble.pod === undefined ? [] : await lastLines(client, trouble, signal);
  const events = trouble.pod === undefined ? [] : await warningsOf(client, trouble.pod, signal);
  const permissions = missingPermissions(recent ?? log.join("\n"));
  const lines = log.filter((line) => !isNoise(line)).map(readableLine);
  const shown = lines.filter((line, index) => line !== lines[index - 1]).slice(-shownLines);
  return [
    `  ${trouble.message}`,
    ...(shown.length === 0 ? [] : ["  It logged at the end:", ...shown.map((line) => `    ${line}`)]),
    ...(events.length === 0 ? [] : ["  Events:", ...events.map((event) => `    ${event}`)]),
    ...permissions.flatMap(({ message, marker }) => [
      `  ${message}. Add this to the controller, then run "kubewright manifests" and deploy again:`,
      `    ${marker}`,
    ]),
    `Next: ${nextCommand(cluster, trouble)}`,
  ];
}

/** Where in the code an error of Node was thrown, and what Node adds to it. */
function isNoise(line: string): boolean {
  return /^\s*(at .*[):\d]( \{)?|\^+|\}|Node\.js v\d.*)?$/.test(line);
}

/** The log of the run that ended, or of the one that goes on. */
async function lastLines(client: ApiClient, { pod, container, type }: Trouble, signal: AbortSignal): Promise<string[]> {
  if (type !== "crash" && type !== "unready" && type !== "deadline") return [];
  const { name, namespace = "" } = pod!.metadata;
  for (const previous of type === "crash" ? [false, true] : [false]) {
    const lines: string[] = [];
    try {
      const options = { tailLines: 100, previous, signal, ...(container !== undefined && { container }) };
      for await (const line of client.logs({ name, namespace }, options)) lines.push(line);
    } catch {
      signal.throwIfAborted();
      // A container that never ran, or whose last run is gone, has none.
    }
    if (lines.length > 0) return lines;
  }
  return [];
}

/** Newest last, each text once. */
async function warningsOf(client: ApiClient, { metadata }: Pod, signal: AbortSignal): Promise<string[]> {
  const { name, namespace, uid } = metadata;
  const fieldSelector = { "involvedObject.name": name, type: "Warning" };
  const events = await client.list(Event, { namespace, fieldSelector, signal }).catch(() => undefined);
  signal.throwIfAborted();
  const own = (events?.items ?? []).filter(({ involvedObject }) => involvedObject.uid === uid);
  const time = (event: Event) => event.lastTimestamp ?? event.eventTime ?? event.metadata.creationTimestamp ?? "";
  const texts = own.sort((a, b) => (time(a) < time(b) ? -1 : 1)).map(({ reason, message }) => `${reason}: ${message}`);
  return [...new Set(texts)].slice(-5);
}

function nextCommand({ kubectl, context }: TargetCluster, { type, pod, image = "" }: Trouble): string {
  const where = pod === undefined ? "" : `-n ${pod.metadata.namespace} `;
  const name = pod?.metadata.name ?? "";
  switch (type) {
    case "image":
      return loadCommand(context, image);
    case "crash":
      return `${kubectl} ${where}logs ${name} --previous`;
    case "unready":
      return `${kubectl} ${where}logs ${name}`;
    case "refused":
    case "deadline":
      return `${kubectl} get events -A --field-selector type=Warning`;
    default:
      return `${kubectl} ${where}describe pod ${name}`;
  }
}

/** How an image comes to where the cluster finds it. */
function loadCommand(context: string, image: string): string {
  if (context.startsWith("kind-")) return `kind load docker-image ${image} --name ${context.slice("kind-".length)}`;
  if (context.startsWith("k3d-")) return `k3d image import ${image} --cluster ${context.slice("k3d-".length)}`;
  if (context === "minikube") return `minikube image load ${image}`;
  return `kubewright image --image ${image} --push`;
}
