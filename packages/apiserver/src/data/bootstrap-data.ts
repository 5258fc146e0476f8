import type { ApiObject } from "../resource-object.ts";
import { readDataText } from "./data-file.ts";

// What the reference has made for itself when it is ready for the first time, as it shows it, without `uid`, `resourceVersion` and
// `creationTimestamp`, and with `now` as the time at which it was made.

/** The time that recorded objects have wherever the time at which they were made belongs. */
const recordedTime = "1970-01-01T00:00:00Z";

/** The default roles and their bindings. */
export function readDefaultRoles(now: string = recordedTime): ApiObject[] {
  return readObjects("bootstrap-rbac.json", now);
}

/** The flow schemas and priority levels. */
export function readFlowControlObjects(now: string = recordedTime): ApiObject[] {
  return readObjects("bootstrap-flowcontrol.json", now);
}

/** Namespaces, the `kubernetes` service with its address and range, API services, priority classes. */
export function readBootstrapObjects(now: string = recordedTime): ApiObject[] {
  return readObjects("bootstrap-objects.json", now);
}

function readObjects(name: string, now: string): ApiObject[] {
  return JSON.parse(readDataText(name).replaceAll(`"${recordedTime}"`, `"${now}"`)) as ApiObject[];
}
