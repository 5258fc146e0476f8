import type { StatusCause } from "@kubewright/api";
import type { PodSpec } from "@kubewright/api/core/v1";
import { forbiddenField, requiredField, unsupportedField } from "@kubewright/api/server";
import { containersOf } from "../pod-scope.ts";

const systems = ["linux", "windows"];

const podFields = [
  ["securityContext", "appArmorProfile"],
  ["securityContext", "seLinuxOptions"],
  ["", "hostUsers"],
  ["", "hostPID"],
  ["", "hostIPC"],
  ["securityContext", "seccompProfile"],
  ["securityContext", "fsGroup"],
  ["securityContext", "fsGroupChangePolicy"],
  ["securityContext", "sysctls"],
  ["", "shareProcessNamespace"],
  ["securityContext", "runAsUser"],
  ["securityContext", "runAsGroup"],
  ["securityContext", "supplementalGroups"],
  ["securityContext", "supplementalGroupsPolicy"],
  ["securityContext", "seLinuxChangePolicy"],
] as const;

const containerFields = [
  "appArmorProfile",
  "seLinuxOptions",
  "seccompProfile",
  "capabilities",
  "readOnlyRootFilesystem",
  "privileged",
  "allowPrivilegeEscalation",
  "procMount",
  "runAsUser",
  "runAsGroup",
] as const;

/** Adds what is wrong with a pod for the operating system that it names. `field` is where the spec is. */
export function checkOperatingSystem(spec: PodSpec, field: string, causes: StatusCause[]): void {
  if (spec.os === undefined) return;
  const { name } = spec.os;
  if (!name) causes.push(requiredField(`${field}.os.name`));
  else if (!systems.includes(name)) causes.push(unsupportedField(`${field}.os`, name, systems));
  else if (name === "linux") checkLinux(spec, field, causes);
  else checkWindows(spec, field, causes);
}

function checkLinux(spec: PodSpec, field: string, causes: StatusCause[]): void {
  for (const [{ securityContext }, place] of [[spec, field] as const, ...containersOf(spec, field)]) {
    if (securityContext?.windowsOptions === undefined) continue;
    const detail = "windows options cannot be set for a linux pod";
    causes.push(forbiddenField(`${place}.securityContext.windowsOptions`, detail));
  }
}

function checkWindows(spec: PodSpec, field: string, causes: StatusCause[]): void {
  const detail = "cannot be set for a windows pod";
  for (const [parent, name] of podFields) {
    const holder = (parent === "" ? spec : spec.securityContext) as Readonly<Record<string, unknown>> | undefined;
    const value = holder?.[name];
    // Those that are no pointers in Go are set when they are not empty.
    const isSet = name === "hostPID" || name === "hostIPC" ? value === true : value !== undefined;
    if (isSet) causes.push(forbiddenField(`${field}.${parent === "" ? name : `${parent}.${name}`}`, detail));
  }
  for (const [{ securityContext }, place] of containersOf(spec, field)) {
    for (const name of containerFields) {
      if (securityContext?.[name] === undefined) continue;
      causes.push(forbiddenField(`${place}.securityContext.${name}`, detail));
    }
  }
}
