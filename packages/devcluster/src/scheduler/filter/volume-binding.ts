import type { PersistentVolumeClaim, Pod, Volume } from "@kubewright/api/core/v1";
import { type Filter, skip, type World } from "./filter.ts";

/** A pod waits for the claims of its volumes. */
export const volumeBinding: Filter = {
  name: "VolumeBinding",
  prepare({ pod }, world) {
    const problem = claimProblem(pod, world);
    return problem === undefined ? skip : { type: "refused", reason: problem };
  },
  mayHelp({ pod }, change) {
    if (change.kind !== "claim" || change.now.metadata.namespace !== pod.metadata.namespace) return false;
    return (pod.spec.volumes ?? []).some((volume) => claimName(pod, volume) === change.now.metadata.name);
  },
};

function claimProblem(pod: Pod, world: World): string | undefined {
  const claims: PersistentVolumeClaim[] = [];
  for (const volume of pod.spec.volumes ?? []) {
    const name = claimName(pod, volume);
    if (name === undefined) continue;
    const claim = world.claim(pod.metadata.namespace, name);
    if (claim === undefined) {
      return volume.ephemeral === undefined
        ? `persistentvolumeclaim ${JSON.stringify(name)} not found`
        : `waiting for ephemeral volume controller to create the persistentvolumeclaim ${JSON.stringify(name)}`;
    }
    if (claim.status?.phase === "Lost") {
      const volumeName = JSON.stringify(claim.spec?.volumeName ?? "");
      return `persistentvolumeclaim ${JSON.stringify(name)} bound to non-existent persistentvolume ${volumeName}`;
    }
    if (claim.metadata.deletionTimestamp !== undefined) {
      return `persistentvolumeclaim ${JSON.stringify(name)} is being deleted`;
    }
    claims.push(claim);
  }
  return claims.every(isBound) ? undefined : "pod has unbound immediate PersistentVolumeClaims";
}

function isBound({ metadata, spec }: PersistentVolumeClaim): boolean {
  return (spec?.volumeName ?? "") !== "" && metadata.annotations?.["pv.kubernetes.io/bind-completed"] !== undefined;
}

function claimName({ metadata }: Pod, { persistentVolumeClaim, ephemeral, name }: Volume): string | undefined {
  return persistentVolumeClaim?.claimName ?? (ephemeral && `${metadata.name}-${name}`);
}
