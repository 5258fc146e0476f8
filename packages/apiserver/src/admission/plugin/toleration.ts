import { jsonEqual } from "@kubewright/api";
import type { Node, Pod, PodSpec, Toleration } from "@kubewright/api/core/v1";
import type { AdmissionPlugin } from "../../resource/admission-plugin.ts";
import { isWriteOf } from "../forbid-write.ts";

const notReady = "node.kubernetes.io/not-ready";
const unreachable = "node.kubernetes.io/unreachable";
const tolerationSeconds = 300;

/** Pods stay five minutes on nodes that fail, unless they say otherwise. */
export const defaultTolerationSeconds: AdmissionPlugin = {
  name: "DefaultTolerationSeconds",
  admit(request) {
    if (!isWriteOf(request, "", "pods") || request.object === undefined) return;
    if (request.operation !== "CREATE" && request.operation !== "UPDATE") return;
    const spec = (request.object as unknown as Pod).spec as PodSpec;
    const given = spec.tolerations ?? [];
    const added = [notReady, unreachable].filter((key) => !given.some((toleration) => tolerates(toleration, key)));
    if (added.length === 0) return;
    spec.tolerations = [
      ...given,
      ...added.map((key): Toleration => ({ key, operator: "Exists", effect: "NoExecute", tolerationSeconds })),
    ];
  },
};

/** New nodes take no pods before they are ready. */
export const taintNodesByCondition: AdmissionPlugin = {
  name: "TaintNodesByCondition",
  admit(request) {
    if (!isWriteOf(request, "", "nodes") || request.operation !== "CREATE") return;
    const node = request.object as unknown as Node;
    node.spec ??= {};
    const taints = node.spec.taints ?? [];
    if (taints.some(({ key, effect }) => key === notReady && effect === "NoSchedule")) return;
    node.spec.taints = [...taints, { key: notReady, effect: "NoSchedule" }];
  },
};

/** Both lists, without what another toleration covers. */
export function mergeTolerations(first: readonly Toleration[], second: readonly Toleration[]): Toleration[] {
  const all = [...first, ...second];
  const merged: Toleration[] = [];
  for (const [index, toleration] of all.entries()) {
    const isCovered =
      merged.some((other) => covers(other, toleration)) ||
      all.slice(index + 1).some((other) => !jsonEqual(other, toleration) && covers(other, toleration));
    if (!isCovered) merged.push(toleration);
  }
  return merged;
}

function tolerates({ key, effect }: Toleration, taint: string): boolean {
  return (key === taint || !key) && (effect === "NoExecute" || !effect);
}

function covers(wide: Toleration, narrow: Toleration): boolean {
  if (jsonEqual(wide, narrow)) return true;
  if (narrow.key !== wide.key && (wide.key || wide.operator !== "Exists")) return false;
  if (narrow.effect !== wide.effect && wide.effect) return false;
  if (wide.effect === "NoExecute" && wide.tolerationSeconds !== undefined) {
    if (narrow.tolerationSeconds === undefined || narrow.tolerationSeconds > wide.tolerationSeconds) return false;
  }
  if (wide.operator === "Exists") return true;
  if (wide.operator !== undefined && wide.operator !== "Equal") return false;
  return narrow.operator === "Equal" && (narrow.value ?? "") === (wide.value ?? "");
}
