import type { StatusCause } from "@kubewright/api";
import type { PodSpec } from "@kubewright/api/core/v1";
import { invalidField, unresolvedField } from "@kubewright/api/server";
import { containersOf } from "../pod-scope.ts";

/** Adds what is wrong with the volumes whose files variables come from. `field` is where the spec is. */
export function checkFileReferences(spec: PodSpec, field: string, causes: StatusCause[]): void {
  for (const [{ env = [] }, place] of containersOf(spec, field)) {
    for (const [index, { valueFrom }] of env.entries()) {
      if (valueFrom?.fileKeyRef === undefined) continue;
      const { volumeName = "" } = valueFrom.fileKeyRef;
      const volume = spec.volumes?.findLast(({ name = "" }) => name === volumeName);
      const nameField = `${place}.env[${index}].valueFrom.fileKeyRef.volumeName`;
      if (volume === undefined) causes.push(unresolvedField(nameField, volumeName));
      else if (volume.emptyDir === undefined) {
        causes.push(invalidField(nameField, volumeName, "referenced volume must be of type emptyDir"));
      }
    }
  }
}
