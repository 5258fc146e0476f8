import { jsonEqual } from "@kubewright/api";
import type { Endpoint, EndpointPort, EndpointSlice } from "@kubewright/api/discovery/v1";
import { portsKey, type WantedEndpoints } from "./wanted-slices.ts";

/** How many endpoints a slice holds at most. */
const sliceLimit = 100;

/** A slice as it is, and what it is to hold. */
export interface SliceUpdate {
  readonly slice: EndpointSlice;
  readonly ports: readonly EndpointPort[];
  readonly endpoints: readonly Endpoint[];
}

/** What has to be done to the slices of a service. */
export interface SlicePlan {
  readonly create: readonly WantedEndpoints[];
  readonly update: readonly SliceUpdate[];
  readonly remove: readonly EndpointSlice[];
}

/**
 * Comes from `existing` to `wanted` with few writes.
 *
 * Endpoints stay in the slice that they are in. New ones go into slices that change anyway, the fullest first; what is left goes into one
 * that does not, if it has room for all, or else into new ones. One slice without ports and endpoints says that there are none.
 * `isStale` tells of slices that must be written in any case, as when the service's labels have changed.
 */
export function planSlices(
  existing: readonly EndpointSlice[],
  wanted: ReadonlyMap<string, WantedEndpoints>,
  isStale: (slice: EndpointSlice) => boolean,
): SlicePlan {
  const create: WantedEndpoints[] = [];
  const update: SliceUpdate[] = [];
  const remove: EndpointSlice[] = [];
  const slicesByKey = new Map<string, EndpointSlice[]>();
  for (const slice of existing) {
    const key = portsKey(slice.ports ?? undefined);
    slicesByKey.set(key, [...(slicesByKey.get(key) ?? []), slice]);
    if (!wanted.has(key)) remove.push(slice);
  }
  for (const [key, group] of wanted) {
    const plan = planGroup(slicesByKey.get(key) ?? [], group, isStale);
    create.push(...plan.create);
    update.push(...plan.update);
    remove.push(...plan.remove);
  }
  if (create.length === 0 && remove.length === existing.length) {
    const [only] = remove;
    if (remove.length === 1 && only !== undefined && isPlaceholder(only) && !isStale(only)) remove.pop();
    else create.push({ ports: [], endpoints: [] });
  }
  // A slice that is to go holds, where it can, what a new one would: one write less, and its name stays.
  while (create.length > 0 && remove.length > 0) update.push({ slice: remove.shift()!, ...create.pop()! });
  return { create, update, remove };
}

/** The same for slices of the same ports. */
function planGroup(
  slices: readonly EndpointSlice[],
  { ports, endpoints }: WantedEndpoints,
  isStale: (slice: EndpointSlice) => boolean,
): SlicePlan {
  const missing = new Map(endpoints.map((endpoint) => [idOf(endpoint), endpoint]));
  const changed: Held[] = [];
  const unchanged: Held[] = [];
  const remove: EndpointSlice[] = [];
  for (const slice of slices) {
    const before = slice.endpoints ?? [];
    const held = before.flatMap((endpoint) => {
      const now = missing.get(idOf(endpoint));
      missing.delete(idOf(endpoint));
      return now === undefined ? [] : [now];
    });
    if (held.length === 0 && before.length > 0) remove.push(slice);
    else (isStale(slice) || !jsonEqual(before, held) ? changed : unchanged).push({ slice, held });
  }
  const rest = [...missing.values()];
  changed.sort((a, b) => b.held.length - a.held.length);
  for (const { held } of changed) held.push(...rest.splice(0, sliceLimit - held.length));
  if (rest.length > 0 && rest.length < sliceLimit) {
    const withRoom = unchanged.filter(({ held }) => held.length + rest.length <= sliceLimit);
    const fullest = withRoom.sort((a, b) => b.held.length - a.held.length)[0];
    if (fullest !== undefined) {
      fullest.held.push(...rest.splice(0));
      changed.push(fullest);
    }
  }
  const create: WantedEndpoints[] = [];
  while (rest.length > 0) create.push({ ports, endpoints: rest.splice(0, sliceLimit) });
  return { create, update: changed.map(({ slice, held }) => ({ slice, ports, endpoints: held })), remove };
}

interface Held {
  readonly slice: EndpointSlice;
  readonly held: Endpoint[];
}

function isPlaceholder({ ports, endpoints }: EndpointSlice): boolean {
  return (ports ?? []).length === 0 && (endpoints ?? []).length === 0;
}

/** What stays the same while an endpoint changes. */
function idOf({ targetRef, addresses, hostname }: Endpoint): string {
  return JSON.stringify([addresses, hostname ?? "", targetRef?.namespace ?? "", targetRef?.name ?? ""]);
}
