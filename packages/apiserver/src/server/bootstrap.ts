import { formatTime } from "@kubewright/api";
import { readBootstrapObjects, readDefaultRoles, readFlowControlObjects } from "../data/bootstrap-data.ts";
import type { ServerState } from "../resource/server-state.ts";
import type { ApiObject } from "../resource-object.ts";
import { generateUid } from "../verb/write/generate-name.ts";
import { createTokenTracking } from "./server-config-map.ts";

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
  const objects = readBootstrapObjects(now);
  const classes = objects.filter(({ kind }) => kind === "PriorityClass").reverse();
  const others = objects.filter(({ kind }) => kind !== "PriorityClass");
  for (const recorded of [...others, ...classes, ...readDefaultRoles(now), ...readFlowControlObjects(now)]) {
    const collection = collections.get(`${recorded.apiVersion}/${recorded.kind}`);
    if (collection === undefined) continue;
    const object = adapt(recorded, options);
    const metadata = { ...object.metadata, uid: generateUid(state.random), creationTimestamp: now };
    state.store.create(collection, { ...object, metadata });
  }
  createTokenTracking(state);
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
