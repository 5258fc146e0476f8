import { hasNoMembers, isJsonObject, type JsonObject, ownMember, setOwnMember } from "../../json/own-member.ts";
import type { ListType, MapType, StructType, ValueType } from "../../value/value-type.ts";
import { equalValues } from "../field/compare-value.ts";
import { concreteType, deducedType, memberType } from "./concrete-type.ts";
import { indexItems } from "./fields-of-value.ts";
import { itemIdentity, validItemElement } from "./list-item.ts";

/**
 * `live` with what `config` says on top; both valid, and no item of `config` twice. `undefined` is a value that is not there.
 *
 * Nothing is removed. Members that only one has are kept, leaves come from `config`, items stand in the order of `config` where it
 * says one. What does not change is `live`'s own.
 */
export function mergeTyped(type: ValueType, live: unknown, config: unknown): unknown {
  if (config === undefined || live === config) return live;
  if (live === undefined) return config;
  const concrete = concreteType(type, config);
  switch (concrete.shape) {
    case "scalar":
      return mergeLeaves(live, config);
    case "list": {
      const old = Array.isArray(live) ? live : [];
      const items = Array.isArray(config) ? config : [];
      // Two that are empty are merged as a whole, to tell null from empty.
      if (concrete.listType === "atomic" || (old.length === 0 && items.length === 0)) return mergeLeaves(live, config);
      return mergeItems(concrete, old, items);
    }
    default: {
      const old = isJsonObject(live) ? live : {};
      const members = isJsonObject(config) ? config : {};
      if (concrete.isAtomic || (hasNoMembers(old) && hasNoMembers(members))) return mergeLeaves(live, config);
      return mergeMembers(concrete, old, members);
    }
  }
}

function mergeLeaves(live: unknown, config: unknown): unknown {
  return equalValues(live, config) ? live : config;
}

function mergeMembers(type: StructType | MapType, live: JsonObject, config: JsonObject): JsonObject | undefined {
  const merged: JsonObject = {};
  let isLive = true;
  let isEmptyResult = true;
  const set = (name: string, value: unknown, old: unknown) => {
    if (value !== old) isLive = false;
    if (value === undefined) return;
    isEmptyResult = false;
    setOwnMember(merged, name, value);
  };
  for (const name of Object.keys(live)) {
    const old = live[name];
    if (old === undefined) continue;
    set(name, mergeTyped(memberType(type, name) ?? deducedType, old, ownMember(config, name)), old);
  }
  for (const name of Object.keys(config)) {
    if (config[name] !== undefined && ownMember(live, name) === undefined) set(name, config[name], undefined);
  }
  if (isLive) return live;
  return isEmptyResult ? undefined : merged;
}

/**
 * Items that only `live` has come where they are in `live`; before an item that both have come the items of `config` that lead up to
 * it. An item that stands in another order in `config` waits for its turn there.
 */
function mergeItems(type: ListType, live: readonly unknown[], config: readonly unknown[]): unknown {
  const liveGroups = indexItems(type, live);
  const configGroups = indexItems(type, config);
  const configured = [...configGroups];
  const shared = configured.map(([identity]) => identity).filter((identity) => liveGroups.has(identity));
  const merged: unknown[] = [];
  let nextShared = 0;
  let next = 0;

  const takeConfigured = () => {
    const [identity, { values }] = configured[next++]!;
    const group = liveGroups.get(identity);
    // Items that repeat are not merged into, but replaced.
    const old = group === undefined || group.values.length > 1 ? undefined : group.values[0];
    if (group !== undefined) nextShared++;
    const item = mergeTyped(type.element, old, values[0]);
    if (item !== undefined) merged.push(item);
    return identity;
  };

  for (const item of live) {
    const identity = itemIdentity(validItemElement(type, item));
    if (!configGroups.has(identity)) {
      merged.push(item);
    } else if (shared[nextShared] === identity) {
      while (takeConfigured() !== identity);
    } else if (nextShared === shared.length && next < configured.length) {
      // The reference goes one item further in both lists here.
      takeConfigured();
    }
  }
  while (next < configured.length) takeConfigured();
  if (merged.length === live.length && merged.every((item, index) => item === live[index])) return live;
  return merged.length === 0 ? undefined : merged;
}
