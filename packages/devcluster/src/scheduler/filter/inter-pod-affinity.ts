import { jsonEqual } from "@kubewright/api";
import type { Node, Pod } from "@kubewright/api/core/v1";
import { type AffinityTerm, matchesAll, type NamespaceLabels, termsOf } from "../rule/affinity-term.ts";
import type { PodFacts } from "../view/pod-facts.ts";
import { type Filter, refusal, skip, type World } from "./filter.ts";

const farFromFriends = refusal("node(s) didn't match pod affinity rules", { isResolvable: false });
const nearFoes = refusal("node(s) didn't match pod anti-affinity rules", { isResolvable: true });
const unwelcome = refusal("node(s) didn't satisfy existing pods anti-affinity rules", { isResolvable: true });

/** Pods are near those that they want to be near to, and far from those that they or the others want to be far from. */
export const interPodAffinity: Filter = {
  name: "InterPodAffinity",
  prepare(pod, world) {
    const { affinity, antiAffinity } = pod.terms;
    const unwelcoming = domainsOf(world, "choosyFacts", (other) =>
      other.terms.antiAffinity.filter((term) => term.matches(pod.pod, world.namespaceLabels)),
    );
    if (unwelcoming.size === 0 && affinity.length === 0 && antiAffinity.length === 0) return skip;
    const friends = domainsOf(world, "facts", (other) =>
      matchesAll(affinity, other.pod, world.namespaceLabels) ? affinity : [],
    );
    const foes = domainsOf(world, "facts", (other) =>
      antiAffinity.filter((term) => term.matches(other.pod, world.namespaceLabels)),
    );
    // The first of a group that wants to be together has nobody to be with.
    const isFirst = friends.size === 0 && matchesAll(affinity, pod.pod, world.namespaceLabels);
    return {
      type: "check",
      check({ node }) {
        if (!affinity.every((term) => isNear(node, term, friends, isFirst))) return farFromFriends;
        if (antiAffinity.some((term) => foes.has(domainOf(node, term.topologyKey)))) return nearFoes;
        const labels = Object.keys(node.metadata.labels ?? {});
        return labels.some((label) => unwelcoming.has(domainOf(node, label))) ? unwelcome : undefined;
      },
    };
  },
  mayHelp(pod, change, { namespaceLabels }) {
    switch (change.kind) {
      case "node":
        return change.now !== undefined && nodeMatters(pod, change.old, change.now);
      case "pod itself":
        return !jsonEqual(change.old.metadata.labels, change.now.metadata.labels);
      case "placed pod":
        return podMatters(pod, change.old, change.now, namespaceLabels);
      case "claim":
        return false;
    }
  },
};

/** The domains of all pods for which there are terms, by those terms. */
function domainsOf(
  { nodes }: World,
  whose: "facts" | "choosyFacts",
  termsFor: (other: PodFacts) => readonly AffinityTerm[],
): Set<string> {
  const domains = new Set<string>();
  for (const state of nodes) {
    const { node } = state;
    for (const other of state[whose]) {
      for (const { topologyKey } of termsFor(other)) {
        if (node.metadata.labels?.[topologyKey] !== undefined) domains.add(domainOf(node, topologyKey));
      }
    }
  }
  return domains;
}

function domainOf({ metadata }: Node, topologyKey: string): string {
  return `${topologyKey}=${metadata.labels?.[topologyKey] ?? "\0"}`;
}

function isNear(node: Node, { topologyKey }: AffinityTerm, friends: ReadonlySet<string>, isFirst: boolean): boolean {
  if (node.metadata.labels?.[topologyKey] === undefined) return false;
  return isFirst || friends.has(domainOf(node, topologyKey));
}

function nodeMatters({ terms: { affinity, antiAffinity } }: PodFacts, old: Node | undefined, now: Node): boolean {
  const keys = [...affinity, ...antiAffinity].map(({ topologyKey }) => topologyKey);
  // One kept off by others only does not know their topologies.
  if (keys.length === 0) return old === undefined || !jsonEqual(old.metadata.labels, now.metadata.labels);
  return keys.some((key) => {
    const value = now.metadata.labels?.[key];
    return value !== undefined && (old === undefined || old.metadata.labels?.[key] !== value);
  });
}

function podMatters(
  pod: PodFacts,
  old: Pod | undefined,
  now: Pod | undefined,
  namespaceLabels: NamespaceLabels,
): boolean {
  const { affinity, antiAffinity } = pod.terms;
  const isFriend = (other: Pod | undefined): boolean =>
    other !== undefined && matchesAll(affinity, other, namespaceLabels);
  const isFoe = (other: Pod | undefined): boolean =>
    other !== undefined && antiAffinity.some((term) => term.matches(other, namespaceLabels));
  if (isFriend(now) && !isFriend(old)) return true;
  if (isFoe(old) && !isFoe(now)) return true;
  if (now !== undefined) return false;
  return old !== undefined && termsOf(old).antiAffinity.some((term) => term.matches(pod.pod, namespaceLabels));
}
