import { type StatusCause, semanticEqual } from "@kubewright/api";
import type { NodeAffinity, NodeSelectorTerm, PodSpec } from "@kubewright/api/core/v1";
import { invalidField } from "@kubewright/api/server";
import { internalValue } from "../../internal/internal-value.ts";

const required = "requiredDuringSchedulingIgnoredDuringExecution";

/** Adds what is wrong with a change of where a pod may run that nobody looks for a node for yet, and takes it out of `spec`, in place. */
export function checkGatedChange(spec: PodSpec, old: PodSpec, field: string, causes: StatusCause[]): void {
  if (!semanticEqual(spec.nodeSelector ?? {}, old.nodeSelector ?? {})) {
    checkNodeSelectorChange(spec.nodeSelector, old.nodeSelector ?? {}, `${field}.nodeSelector`, causes);
    if (old.nodeSelector === undefined) delete spec.nodeSelector;
    else spec.nodeSelector = old.nodeSelector;
  }
  const affinity = spec.affinity?.nodeAffinity;
  const oldAffinity = old.affinity?.nodeAffinity;
  if (semanticEqual(affinity ?? null, oldAffinity ?? null)) return;
  checkNodeAffinityChange(affinity, oldAffinity, `${field}.affinity.nodeAffinity`, causes);
  const { nodeAffinity: _, ...others } = spec.affinity ?? {};
  if (oldAffinity !== undefined) spec.affinity = { ...others, nodeAffinity: oldAffinity };
  else if (old.affinity === undefined && Object.keys(others).length === 0) delete spec.affinity;
  else spec.affinity = others;
}

function checkNodeSelectorChange(
  selector: Readonly<Record<string, string>> | undefined,
  old: Readonly<Record<string, string>>,
  field: string,
  causes: StatusCause[],
): void {
  if (Object.entries(old).every(([key, value]) => selector?.[key] === value)) return;
  const detail = "only additions to spec.nodeSelector are allowed (no mutations or deletions)";
  causes.push(invalidField(field, internalValue("map string", selector), detail));
}

function checkNodeAffinityChange(
  affinity: NodeAffinity | undefined,
  old: NodeAffinity | undefined,
  field: string,
  causes: StatusCause[],
): void {
  const oldTerms = old?.[required]?.nodeSelectorTerms ?? [];
  const terms = affinity?.[required]?.nodeSelectorTerms;
  const place = `${field}.${required}.nodeSelectorTerms`;
  if (oldTerms.length > 0 && oldTerms.length !== (terms?.length ?? 0)) {
    const detail = "no additions/deletions to non-empty NodeSelectorTerms list are allowed";
    return void causes.push(invalidField(place, internalValue("[]core.NodeSelectorTerm", terms), detail));
  }
  for (const [index, oldTerm] of oldTerms.entries()) {
    const term = (terms ?? [])[index] ?? {};
    if (hasOnlyAdditions(term, oldTerm)) continue;
    const printed = internalValue("core.NodeSelectorTerm", term);
    causes.push(invalidField(`${place}[${index}]`, printed, "only additions are allowed (no mutations or deletions)"));
  }
}

function hasOnlyAdditions(term: NodeSelectorTerm, old: NodeSelectorTerm): boolean {
  const lists = ["matchExpressions", "matchFields"] as const;
  if (lists.every((name) => (old[name]?.length ?? 0) === 0)) {
    // A term that asks for nothing fits no node, and would fit some with an addition.
    return lists.every((name) => (term[name]?.length ?? 0) === 0);
  }
  return lists.every((name) => {
    const kept = (term[name] ?? []).slice(0, old[name]?.length ?? 0);
    return semanticEqual(kept, old[name] ?? []);
  });
}
