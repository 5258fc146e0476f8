import { formatTime } from "@kubewright/api";
import { readBootstrapObjects, readDefaultRoles, readFlowControlObjects } from "../data/bootstrap-data.ts";
import type { ServerState } from "../resource/server-state.ts";
import type { ApiObject } from "../resource-object.ts";
import { generateUid } from "../verb/write/generate-name.ts";

/** The time that recorded objects have wherever the time at which they were made belongs. */
const recordedTime = "1970-01-01T00:00:00Z";

/** What of the recorded objects depends on the options of a server. */
export interface BootstrapOptions {
  /** The first of them is that of the `kubernetes` service. */
  readonly serviceCidrs: readonly string[];
  /** The first address of the first range. */
  readonly serviceAddress: string;
}

/** Puts what a server makes for itself when it starts for the first time into the empty store. */
export function bootstrap(state: ServerState, options: BootstrapOptions): void {
  const now = formatTime(state.clock.now());
  const collections = new Map<string, string>();
  for (const { group, version, kind, collection } of state.catalog.all()) {
    collections.set(`${group === "" ? "" : `${group}/`}${version}/${kind}`, collection);
  }
  // Classes of priority are made from the highest down, which the order of their names reverses.
  const objects = readBootstrapObjects();
  const classes = objects.filter(({ kind }) => kind === "PriorityClass").reverse();
  const others = objects.filter(({ kind }) => kind !== "PriorityClass");
  for (const recorded of [...others, ...classes, ...readDefaultRoles(), ...readFlowControlObjects()]) {
    const collection = collections.get(`${recorded.apiVersion}/${recorded.kind}`);
    if (collection === undefined) continue;
    const object = adapt(withTime(recorded, now), options);
    const metadata = { ...object.metadata, uid: generateUid(state.random), creationTimestamp: now };
    state.store.create(collection, { ...object, metadata });
  }
}

/** The object with `now` wherever it has the recorded time. */
function withTime(object: ApiObject, now: string): ApiObject {
  return replaceTimes(object, now) as ApiObject;
}

function replaceTimes(value: unknown, now: string): unknown {
  if (value === recordedTime) return now;
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => replaceTimes(item, now));
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, replaceTimes(member, now)]));
}

function adapt(object: ApiObject, { serviceCidrs, serviceAddress }: BootstrapOptions): ApiObject {
  switch (object.kind) {
    case "Service": {
      const spec = { ...(object.spec as object), clusterIP: serviceAddress, clusterIPs: [serviceAddress] };
      return { ...object, spec };
    }
    case "ServiceCIDR":
      return { ...object, spec: { cidrs: serviceCidrs } };
    case "IPAddress":
      return { ...object, metadata: { ...object.metadata, name: serviceAddress } };
    default:
      return object;
  }
}
