import type { StatusCause } from "@kubewright/api";
import type { PodSpec } from "@kubewright/api/core/v1";
import { duplicateField, invalidField, requiredField } from "@kubewright/api/server";

const maxNameLength = 253;
const sysctlName = /^([a-z0-9]([-_a-z0-9]*[a-z0-9])?[./])*[a-z0-9]([-_a-z0-9]*[a-z0-9])?$/;
const shownPattern = "^([a-z0-9]([-_a-z0-9]*[a-z0-9])?[\\./])*[a-z0-9]([-_a-z0-9]*[a-z0-9])?$";

const ofIpc = new Set([
  "kernel.sem",
  "kernel.shmall",
  "kernel.shmmax",
  "kernel.shmmni",
  "kernel.shm_rmid_forced",
  "kernel.shm",
  "kernel.msgmax",
  "kernel.msgmnb",
  "kernel.msgmni",
  "kernel.msg",
]);

/** Adds what is wrong with the kernel parameters that a pod sets. */
export function checkSysctls(spec: PodSpec, field: string, causes: StatusCause[]): void {
  const names = new Set<string>();
  for (const [index, { name = "" }] of (spec.securityContext?.sysctls ?? []).entries()) {
    const place = `${field}[${index}].name`;
    if (name === "") {
      causes.push(requiredField(place));
    } else if (name.length > maxNameLength || !sysctlName.test(name)) {
      const detail = `must have at most ${maxNameLength} characters and match regex ${shownPattern}`;
      causes.push(invalidField(place, name, detail));
    } else if (names.has(name)) {
      causes.push(duplicateField(place, name));
    }
    const namespace = namespaceOf(name);
    if (spec.hostNetwork && namespace === "net") {
      causes.push(invalidField(place, name, "may not be specified when 'hostNetwork' is true"));
    } else if (spec.hostIPC && namespace === "ipc") {
      causes.push(invalidField(place, name, "may not be specified when 'hostIPC' is true"));
    }
    names.add(name);
  }
}

/** Which namespace of the kernel a parameter belongs to. */
function namespaceOf(name: string): "net" | "ipc" | undefined {
  const normal = withDots(name).split("*")[0] as string;
  if (ofIpc.has(normal) || normal.startsWith("fs.mqueue.")) return "ipc";
  return normal.startsWith("net.") ? "net" : undefined;
}

/** Where slashes separate, dots are part of names. */
function withDots(name: string): string {
  if (/[./]/.exec(name)?.[0] !== "/") return name;
  return name.replaceAll(/[./]/g, (sign) => (sign === "." ? "/" : "."));
}
