import type { Container, PodSpec, ServiceAccount } from "@kubewright/api/core/v1";

/** Why a pod may not use the secrets that it names, when its account lists those that it may. */
export function secretProblem(spec: PodSpec, account: ServiceAccount, onlyEphemeral: boolean): string | undefined {
  const allowed = new Set((account.secrets ?? []).map(({ name }) => name ?? ""));
  const owner = account.metadata.name ?? "";
  const refused = `is not allowed because service account ${owner} does not reference that`;
  if (onlyEphemeral) return containerProblem("ephemeral container", spec.ephemeralContainers, allowed, refused);
  for (const { secret } of spec.volumes ?? []) {
    const name = secret?.secretName ?? "";
    if (secret !== undefined && !allowed.has(name)) {
      return `volume with secret.secretName="${name}" ${refused} secret`;
    }
  }
  const inContainers =
    containerProblem("init container", spec.initContainers, allowed, refused) ??
    containerProblem("container", spec.containers, allowed, refused);
  if (inContainers !== undefined) return inContainers;
  const pullable = new Set((account.imagePullSecrets ?? []).map(({ name }) => name ?? ""));
  for (const [index, { name = "" }] of (spec.imagePullSecrets ?? []).entries()) {
    if (!pullable.has(name)) return `imagePullSecrets[${index}].name="${name}" ${refused} imagePullSecret`;
  }
  return undefined;
}

function containerProblem(
  what: string,
  containers: readonly Container[] | undefined,
  allowed: ReadonlySet<string>,
  refused: string,
): string | undefined {
  for (const { name, env, envFrom } of containers ?? []) {
    for (const variable of env ?? []) {
      const key = variable.valueFrom?.secretKeyRef;
      if (key === undefined || allowed.has(key.name ?? "")) continue;
      return `${what} ${name} with envVar ${variable.name} referencing secret.secretName="${key.name ?? ""}" ${refused} secret`;
    }
    for (const { secretRef } of envFrom ?? []) {
      if (secretRef === undefined || allowed.has(secretRef.name ?? "")) continue;
      return `${what} ${name} with envFrom referencing secret.secretName="${secretRef.name ?? ""}" ${refused} secret`;
    }
  }
  return undefined;
}
