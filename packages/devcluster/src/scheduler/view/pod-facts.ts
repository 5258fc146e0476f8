import type { Pod } from "@kubewright/api/core/v1";
import { type PodTerms, termsOf } from "../rule/affinity-term.ts";
import { type HostPort, hostPortsOf } from "./host-ports.ts";
import { type Amounts, podRequests, podRequestsForScores } from "./pod-requests.ts";

/** A pod, with what the scheduler has to know of it read from it once. */
export interface PodFacts {
  readonly pod: Pod;
  readonly uid: string;
  readonly priority: number;
  readonly requests: Amounts;
  readonly requestsForScores: Amounts;
  readonly hostPorts: readonly HostPort[];
  readonly terms: PodTerms;
}

export function factsOf(pod: Pod): PodFacts {
  return {
    pod,
    uid: pod.metadata.uid ?? "",
    priority: pod.spec.priority ?? 0,
    requests: podRequests(pod),
    requestsForScores: podRequestsForScores(pod),
    hostPorts: hostPortsOf(pod),
    terms: termsOf(pod),
  };
}

/** The facts of a pod that is known already and has changed: only another generation of it asks for something else. */
export function renewedFacts(known: PodFacts, pod: Pod): PodFacts {
  const { generation } = pod.metadata;
  const isSame = generation !== undefined && generation === known.pod.metadata.generation;
  return isSame ? { ...known, pod } : factsOf(pod);
}

/** Whether a pod wants to be near others, or far from them. */
export function hasTerms({ terms }: PodFacts): boolean {
  return Object.values(terms).some((some: readonly unknown[]) => some.length > 0);
}

/** Whether a pod has run to its end: its node is free of it. */
export function hasEnded({ status }: Pod): boolean {
  return status?.phase === "Succeeded" || status?.phase === "Failed";
}
