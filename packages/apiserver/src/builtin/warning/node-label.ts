import { validateLabelValue } from "@kubewright/api";
import type { NodeSelectorTerm } from "@kubewright/api/core/v1";

const deprecated: Readonly<Record<string, string>> = {
  "beta.kubernetes.io/arch": 'deprecated since v1.14; use "kubernetes.io/arch" instead',
  "beta.kubernetes.io/os": 'deprecated since v1.14; use "kubernetes.io/os" instead',
  "failure-domain.beta.kubernetes.io/region": 'deprecated since v1.17; use "topology.kubernetes.io/region" instead',
  "failure-domain.beta.kubernetes.io/zone": 'deprecated since v1.17; use "topology.kubernetes.io/zone" instead',
  "beta.kubernetes.io/instance-type": 'deprecated since v1.17; use "node.kubernetes.io/instance-type" instead',
  "app.kubernetes.io/created-by": "deprecated since v1.9",
  "scheduler.alpha.kubernetes.io/preferAvoidPods": "deprecated since v1.22; use Taints and Tolerations instead",
  "node-role.kubernetes.io/master": 'use "node-role.kubernetes.io/control-plane" instead',
};

/** What to tell who selects nodes by a label of old; undefined for other labels. */
export function nodeLabelWarning(label: string): string | undefined {
  return Object.hasOwn(deprecated, label) ? deprecated[label] : undefined;
}

/** Warnings for a term that selects nodes. Values are looked at only where validation does not. */
export function nodeTermWarnings(path: string, term: NodeSelectorTerm, checksValues: boolean): string[] {
  return (term.matchExpressions ?? []).flatMap(({ key, values }, index) => {
    const warning = nodeLabelWarning(key);
    const texts = warning === undefined ? [] : [`${path}.matchExpressions[${index}].key: ${key} is ${warning}`];
    if (!checksValues) return texts;
    for (const [at, value] of (values ?? []).entries()) {
      for (const problem of validateLabelValue(value)) {
        texts.push(`${path}.matchExpressions[${index}].values[${at}]: ${value} is invalid, ${problem}`);
      }
    }
    return texts;
  });
}
