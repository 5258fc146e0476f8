import { type ObjectMeta, type StatusCause, validateDns1123Label, validateDns1123Subdomain } from "@kubewright/api";
import type { PodSpec, Volume } from "@kubewright/api/core/v1";
import { duplicateField, forbiddenField, invalidField, requiredField } from "@kubewright/api/server";
import { checkNeededText } from "../../rule/text-rule.ts";
import { checkPortalLength } from "./legacy-source.ts";
import { sourceRules } from "./volume-source.ts";

/** Adds what is wrong with the volumes of a pod, and gives those with which nothing is. `pod` is the metadata of the pod itself. */
export function checkVolumes(
  { volumes = [] }: PodSpec,
  pod: ObjectMeta | undefined,
  isPod: boolean,
  field: string,
  causes: StatusCause[],
): Map<string, Volume> {
  const good = new Map<string, Volume>();
  const podName = pod?.name ?? "";
  const claimed = new Set(
    podName === "" ? [] : volumes.filter(({ ephemeral }) => ephemeral).map(({ name }) => `${podName}-${name}`),
  );
  for (const [index, volume] of volumes.entries()) {
    const place = `${field}[${index}]`;
    const before = causes.length;
    checkSource(volume, podName, isPod, place, causes);
    const { name = "" } = volume;
    checkNeededText(validateDns1123Label, name, `${place}.name`, causes);
    if (good.has(name)) causes.push(duplicateField(`${place}.name`, name));
    if (causes.length === before) good.set(name, volume);
    const claimName = volume.persistentVolumeClaim?.claimName ?? "";
    if (claimed.has(claimName)) {
      const detail = "must not reference a PVC that gets created for an ephemeral volume";
      causes.push(invalidField(`${place}.persistentVolumeClaim.claimName`, claimName, detail));
    }
  }
  return good;
}

function checkSource(volume: Volume, podName: string, isPod: boolean, field: string, causes: StatusCause[]): void {
  let count = 0;
  for (const { member, refused, check } of sourceRules) {
    if (volume[member] === undefined) continue;
    count++;
    if (count > 1) causes.push(forbiddenField(`${field}.${refused}`, "may not specify more than 1 volume type"));
    else check(volume, field, causes, isPod);
    if (member === "iscsi" && volume.iscsi) checkPortalLength(volume.iscsi, volume.name ?? "", `${field}.name`, causes);
    if (member === "ephemeral" && count === 1) checkClaimName(podName, volume.name ?? "", field, causes);
  }
  if (count === 0) causes.push(requiredField(field, "must specify a volume type"));
}

/** The claim of an ephemeral volume is called after the pod and the volume. */
function checkClaimName(podName: string, name: string, field: string, causes: StatusCause[]): void {
  if (podName === "" || name === "") return;
  const claimName = `${podName}-${name}`;
  for (const problem of validateDns1123Subdomain(claimName)) {
    causes.push(invalidField(`${field}.name`, name, `PVC name ${JSON.stringify(claimName)}: ${problem}`));
  }
}
