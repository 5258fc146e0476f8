import type { ApiObject } from "../resource-object.ts";
import { readDataText } from "./data-file.ts";

// What the reference has made for itself when it is ready for the first time, as it shows it, without `uid`, `resourceVersion` and
// `creationTimestamp`. All times are 1970-01-01T00:00:00Z: put the server's in their place.

/** The default roles and their bindings. */
export function readDefaultRoles(): ApiObject[] {
  return JSON.parse(readDataText("bootstrap-rbac.json")) as ApiObject[];
}

/** The flow schemas and priority levels. */
export function readFlowControlObjects(): ApiObject[] {
  return JSON.parse(readDataText("bootstrap-flowcontrol.json")) as ApiObject[];
}

/** Namespaces, the `kubernetes` service with its address and range, API services, priority classes. */
export function readBootstrapObjects(): ApiObject[] {
  return JSON.parse(readDataText("bootstrap-objects.json")) as ApiObject[];
}
