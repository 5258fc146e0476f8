import { Selector } from "@kubewright/api";
import type { Pod, PodAffinityTerm, WeightedPodAffinityTerm } from "@kubewright/api/core/v1";

/** Finds the labels of a namespace. */
export type NamespaceLabels = (namespace: string) => Readonly<Record<string, string>> | undefined;

/** What a pod wants to be near to, or far from. */
export interface AffinityTerm {
  readonly topologyKey: string;
  /** Whether it is about this pod. */
  matches(pod: Pod, namespaceLabels: NamespaceLabels): boolean;
}

export interface WeightedTerm extends AffinityTerm {
  readonly weight: number;
}

/** All that a pod says of other pods. */
export interface PodTerms {
  readonly affinity: readonly AffinityTerm[];
  readonly antiAffinity: readonly AffinityTerm[];
  readonly preferredAffinity: readonly WeightedTerm[];
  readonly preferredAntiAffinity: readonly WeightedTerm[];
}

const none: PodTerms = { affinity: [], antiAffinity: [], preferredAffinity: [], preferredAntiAffinity: [] };

export function termsOf(pod: Pod): PodTerms {
  const { podAffinity, podAntiAffinity } = pod.spec.affinity ?? {};
  if (podAffinity === undefined && podAntiAffinity === undefined) return none;
  const required = (terms: readonly PodAffinityTerm[] | undefined): AffinityTerm[] =>
    (terms ?? []).map((term) => termOf(term, pod));
  const preferred = (terms: readonly WeightedPodAffinityTerm[] | undefined): WeightedTerm[] =>
    (terms ?? []).map(({ weight, podAffinityTerm }) => ({ ...termOf(podAffinityTerm, pod), weight }));
  return {
    affinity: required(podAffinity?.requiredDuringSchedulingIgnoredDuringExecution),
    antiAffinity: required(podAntiAffinity?.requiredDuringSchedulingIgnoredDuringExecution),
    preferredAffinity: preferred(podAffinity?.preferredDuringSchedulingIgnoredDuringExecution),
    preferredAntiAffinity: preferred(podAntiAffinity?.preferredDuringSchedulingIgnoredDuringExecution),
  };
}

/** Whether a pod is one that all of the terms are about. */
export function matchesAll(terms: readonly AffinityTerm[], pod: Pod, namespaceLabels: NamespaceLabels): boolean {
  return terms.length > 0 && terms.every((term) => term.matches(pod, namespaceLabels));
}

function termOf({ labelSelector, namespaceSelector, namespaces = [], topologyKey }: PodAffinityTerm, owner: Pod) {
  const labels = Selector.from(labelSelector);
  const inNamespaces = Selector.from(namespaceSelector);
  const isOwn = namespaces.length === 0 && namespaceSelector === undefined;
  const names = new Set(isOwn ? [owner.metadata.namespace ?? ""] : namespaces);
  return {
    topologyKey,
    matches({ metadata }: Pod, namespaceLabels: NamespaceLabels): boolean {
      const namespace = metadata.namespace ?? "";
      if (!names.has(namespace)) {
        if (inNamespaces.selectsNothing) return false;
        if (!inNamespaces.isEmpty && !inNamespaces.matches(namespaceLabels(namespace))) return false;
      }
      return labels.matches(metadata.labels);
    },
  };
}
