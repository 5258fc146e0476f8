import { jsonEqual } from "@kubewright/api";
import type { Endpoint, EndpointPort, EndpointSlice } from "@kubewright/api/discovery/v1";
import { portsKey, type WantedEndpoints } from "./wanted-slices.ts";

/** How many endpoints a slice holds at most. */
const sliceLimit = 100;

/** What has to be done to the slices of a service. */
export interface SlicePlan {
  readonly create: readonly WantedEndpoints[];
  /** Slices as they are, with what they are to hold. */
  readonly update: readonly {
    readonly slice: EndpointSlice;
    readonly ports: readonly EndpointPort[];
    readonly endpoints: readonly Endpoint[];
  }[];
  readonly remove: readonly EndpointSlice[];
}

/**
 * Comes from `existing` to `wanted` with few writes: endpoints stay in the slice that they are in, new ones go where there is room.
 *
 * `isStale` tells of slices that must be written in any case, as when the service's labels have changed.
 */
export function planSlices(
  existing: readonly EndpointSlice[],
  wanted: ReadonlyMap<string, WantedEndpoints>,
  isStale: (slice: EndpointSlice) => boolean,
): SlicePlan {
  const plan = {
    create: [] as WantedEndpoints[],
    update: [] as SlicePlan["update"][number][],
    remove: [] as EndpointSlice[],
  };
  const left = new Set(existing);
  for (const [key, { ports, endpoints }] of wanted) {
    const slices = existing.filter((slice) => portsKey(slice.ports ?? undefined) === key);
    const missing = new Map(endpoints.map((endpoint) => [idOf(endpoint), endpoint]));
    const kept = slices.map((slice) => {
      const stay: Endpoint[] = [];
      for (const endpoint of slice.endpoints ?? []) {
        const now = missing.get(idOf(endpoint));
        if (now === undefined) continue;
        stay.push(now);
        missing.delete(idOf(endpoint));
      }
      left.delete(slice);
      return { slice, endpoints: stay };
    });
    const rest = [...missing.values()];
    for (const { endpoints: held } of kept) {
      if (rest.length > 0 && held.length < sliceLimit) held.push(...rest.splice(0, sliceLimit - held.length));
    }
    const hasOthers = kept.some(({ endpoints: held }) => held.length > 0) || rest.length > 0;
    let hasPlaceholder = hasOthers;
    for (const { slice, endpoints: held } of kept) {
      if (held.length === 0 && hasPlaceholder) plan.remove.push(slice);
      else if (isStale(slice) || !jsonEqual(slice.endpoints ?? [], held))
        plan.update.push({ slice, ports, endpoints: held });
      if (held.length === 0) hasPlaceholder = true;
    }
    if (kept.length === 0 && rest.length === 0) plan.create.push({ ports, endpoints: [] });
    while (rest.length > 0) plan.create.push({ ports, endpoints: rest.splice(0, sliceLimit) });
  }
  plan.remove.push(...left);
  return reuse(plan);
}

/** A slice that is to go holds, where it can, what a new one would: one write less, and its name stays. */
function reuse({
  create,
  update,
  remove,
}: {
  create: WantedEndpoints[];
  update: SlicePlan["update"][number][];
  remove: EndpointSlice[];
}): SlicePlan {
  while (create.length > 0 && remove.length > 0) {
    update.push({ slice: remove.shift()!, ...create.shift()! });
  }
  return { create, update, remove };
}

function idOf({ targetRef, addresses }: Endpoint): string {
  return targetRef?.uid ?? addresses.join();
}
