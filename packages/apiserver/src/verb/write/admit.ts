import type { AdmissionRequest } from "../../resource/admission-plugin.ts";
import type { Resource } from "../../resource/resource.ts";
import type { ServerState } from "../../resource/server-state.ts";

/** The namespace that a write is in, to plugins: a Namespace is in the namespace that it is. */
export function admissionNamespace({ group, resource }: Resource, namespace: string, name: string): string {
  return group === "" && resource === "namespaces" ? name : namespace;
}

/** Lets the plugins change the object, in place, or refuse it. */
export async function admit(state: ServerState, request: AdmissionRequest): Promise<void> {
  for (const plugin of state.admission) {
    const pending = plugin.admit?.(request);
    if (pending !== undefined) await pending;
  }
}

/** Lets the plugins refuse the object as it will be stored. */
export async function validateAdmission(state: ServerState, request: AdmissionRequest): Promise<void> {
  for (const plugin of state.admission) {
    const pending = plugin.validate?.(request);
    if (pending !== undefined) await pending;
  }
}
