import type { StatusCause } from "@kubewright/api";
import { invalidField } from "@kubewright/api/server";

/** Adds a cause for a path that leads upwards somewhere. */
export function checkNoBacksteps(path: string, field: string, causes: StatusCause[]): void {
  if (path.split("/").includes("..")) causes.push(invalidField(field, path, "must not contain '..'"));
}

/** Adds a cause for a path that may lead out of where it begins. */
export function checkDescendingPath(path: string, field: string, causes: StatusCause[]): void {
  if (path.startsWith("/")) causes.push(invalidField(field, path, "must be a relative path"));
  checkNoBacksteps(path, field, causes);
}

/** As `checkDescendingPath`; nor may it begin with two dots, which the kubelet's own files do. */
export function checkUnreservedPath(path: string, field: string, causes: StatusCause[]): void {
  checkDescendingPath(path, field, causes);
  if (path.startsWith("..") && !path.startsWith("../")) {
    causes.push(invalidField(field, path, "must not start with '..'"));
  }
}
