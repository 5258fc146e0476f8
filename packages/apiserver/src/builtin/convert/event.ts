import type { ApiObject } from "../../resource-object.ts";

/** Fields that both groups have under other names: `v1` first, then `events.k8s.io/v1`. */
const names: readonly (readonly [string, string])[] = [
  ["involvedObject", "regarding"],
  ["source", "deprecatedSource"],
  ["message", "note"],
  ["firstTimestamp", "deprecatedFirstTimestamp"],
  ["lastTimestamp", "deprecatedLastTimestamp"],
  ["count", "deprecatedCount"],
  ["reportingComponent", "reportingController"],
];

const toOld = new Map(names.map(([old, newer]) => [newer, old]));
const toNew = new Map(names);
/** What the older group always shows, and the newer one leaves out when empty, and the other way round. */
const alwaysOld: Readonly<Record<string, unknown>> = {
  involvedObject: {},
  source: {},
  firstTimestamp: null,
  lastTimestamp: null,
  eventTime: null,
  reportingComponent: "",
  reportingInstance: "",
};
const alwaysNew: Readonly<Record<string, unknown>> = {
  regarding: {},
  deprecatedSource: {},
  deprecatedFirstTimestamp: null,
  deprecatedLastTimestamp: null,
  eventTime: null,
};

/** An event of `events.k8s.io/v1` as it is stored, which is as `v1` shows it. */
export function storedEvent(event: ApiObject): ApiObject {
  return renamed(event, "v1", toOld, alwaysOld, new Set());
}

/** A stored event as `events.k8s.io/v1` shows it. */
export function shownEvent(stored: ApiObject): ApiObject {
  return renamed(stored, "events.k8s.io/v1", toNew, alwaysNew, new Set(["reportingController", "reportingInstance"]));
}

function renamed(
  event: ApiObject,
  apiVersion: string,
  newNames: ReadonlyMap<string, string>,
  always: Readonly<Record<string, unknown>>,
  omittedWhenEmpty: ReadonlySet<string>,
): ApiObject {
  const result: ApiObject = { ...always, ...event, apiVersion };
  for (const [from, to] of newNames) {
    const value = event[from];
    delete result[from];
    if (value !== undefined) result[to] = value;
  }
  for (const name of omittedWhenEmpty) {
    if (result[name] === "") delete result[name];
  }
  return result;
}
