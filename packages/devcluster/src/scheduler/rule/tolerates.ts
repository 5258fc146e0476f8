import type { Taint, Toleration } from "@kubewright/api/core/v1";

/** Whether one of the tolerations is for the taint. */
export function tolerates(tolerations: readonly Toleration[] | undefined, taint: Taint): boolean {
  return (tolerations ?? []).some(({ effect = "", key = "", operator, value = "" }) => {
    if (effect !== "" && effect !== taint.effect) return false;
    if (key !== "" && key !== taint.key) return false;
    if (operator === undefined || operator === "Equal") return value === (taint.value ?? "");
    return operator === "Exists";
  });
}

/** Whether a node has a taint that keeps off pods with these tolerations. */
export function hasForbiddingTaint(
  taints: readonly Taint[] | undefined,
  tolerations: readonly Toleration[] | undefined,
): boolean {
  return (taints ?? []).some(
    (taint) => (taint.effect === "NoSchedule" || taint.effect === "NoExecute") && !tolerates(tolerations, taint),
  );
}
