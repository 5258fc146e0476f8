import type { Container, PodSpec } from "@kubewright/api/core/v1";

/** Whether a container is started again after an end with this exit code. */
export function isRestarted(container: Container, spec: PodSpec | undefined, exitCode: number): boolean {
  const rule = (container.restartPolicyRules ?? []).find(({ exitCodes }) => {
    if (exitCodes === undefined) return false;
    const isListed = (exitCodes.values ?? []).includes(exitCode);
    return exitCodes.operator === "In" ? isListed : exitCodes.operator === "NotIn" && !isListed;
  });
  if (container.restartPolicy !== undefined && rule !== undefined) return true;
  switch (container.restartPolicy ?? spec?.restartPolicy) {
    case "OnFailure":
      return exitCode !== 0;
    case "Never":
      return false;
    default:
      return true;
  }
}

/** Whether an init container goes on beside the others. */
export function isSidecar(container: Container): boolean {
  return container.restartPolicy === "Always";
}
