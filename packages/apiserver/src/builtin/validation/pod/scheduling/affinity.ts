import { type StatusCause, validateDns1123Label, validateQualifiedName } from "@kubewright/api";
import type { Affinity, NodeAffinity, PodAffinity, PodAffinityTerm } from "@kubewright/api/core/v1";
import { invalidField, requiredField } from "@kubewright/api/server";
import { checkLabelSelector } from "../../rule/label-selector.ts";
import { checkText } from "../../rule/text-rule.ts";
import { checkLabelKeys } from "./label-key.ts";
import { checkNodeSelector, checkNodeSelectorTerm } from "./node-selector.ts";

const required = "requiredDuringSchedulingIgnoredDuringExecution";
const preferred = "preferredDuringSchedulingIgnoredDuringExecution";

/** Adds what is wrong with what a pod wants to be near to, or far from. */
export function checkAffinity(affinity: Affinity | undefined, field: string, causes: StatusCause[]): void {
  if (affinity === undefined) return;
  const { nodeAffinity, podAffinity, podAntiAffinity } = affinity;
  if (nodeAffinity) checkNodeAffinity(nodeAffinity, `${field}.nodeAffinity`, causes);
  if (podAffinity) checkPodAffinity(podAffinity, `${field}.podAffinity`, causes);
  if (podAntiAffinity) checkPodAffinity(podAntiAffinity, `${field}.podAntiAffinity`, causes);
}

function checkNodeAffinity(affinity: NodeAffinity, field: string, causes: StatusCause[]): void {
  const selector = affinity[required];
  if (selector) checkNodeSelector(selector, `${field}.${required}`, causes);
  for (const [index, { weight, preference }] of (affinity[preferred] ?? []).entries()) {
    const place = `${field}.${preferred}[${index}]`;
    checkWeight(weight, `${place}.weight`, causes);
    // A wish that no node can fulfil does no harm.
    checkNodeSelectorTerm(preference ?? {}, false, `${place}.preference`, causes);
  }
}

function checkPodAffinity(affinity: PodAffinity, field: string, causes: StatusCause[]): void {
  for (const [index, term] of (affinity[required] ?? []).entries()) {
    checkTerm(term, `${field}.${required}[${index}]`, causes);
  }
  for (const [index, { weight, podAffinityTerm }] of (affinity[preferred] ?? []).entries()) {
    const place = `${field}.${preferred}[${index}]`;
    checkWeight(weight, `${place}.weight`, causes);
    checkTerm(podAffinityTerm ?? {}, `${place}.podAffinityTerm`, causes);
  }
}

function checkTerm(term: Partial<PodAffinityTerm>, field: string, causes: StatusCause[]): void {
  checkLabelSelector(term.labelSelector, `${field}.labelSelector`, causes);
  checkLabelSelector(term.namespaceSelector, `${field}.namespaceSelector`, causes);
  for (const name of term.namespaces ?? []) checkText(validateDns1123Label, name, `${field}.namespace`, causes);
  checkLabelKeys(term, field, causes);
  const { topologyKey = "" } = term;
  if (topologyKey === "") causes.push(requiredField(`${field}.topologyKey`, "can not be empty"));
  checkText(validateQualifiedName, topologyKey, `${field}.topologyKey`, causes);
}

function checkWeight(weight: number | undefined, field: string, causes: StatusCause[]): void {
  const value = weight ?? 0;
  if (value <= 0 || value > 100) causes.push(invalidField(field, value, "must be in the range 1-100"));
}
