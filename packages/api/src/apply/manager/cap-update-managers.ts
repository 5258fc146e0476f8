import { compareBytes } from "../../text/byte-text.ts";
import { type Managed, managerIdentifier, unixSeconds } from "./managed-fields.ts";
import type { OwnedFields } from "./updater.ts";

/** How many managers that did not apply an object remembers. */
const maxUpdateManagers = 10;

/** At most `limit` managers that did not apply: the oldest become one manager for each version, `ancient-changes`. */
export function capUpdateManagers(managed: Managed, limit: number = maxUpdateManagers): Managed {
  const updaters = [...managed.managers].filter(([, { isApplied }]) => !isApplied).map(([identifier]) => identifier);
  if (updaters.length <= limit) return managed;
  const seconds = new Map(updaters.map((identifier) => [identifier, unixSeconds(managed.times.get(identifier))]));
  updaters.sort((a, b) => seconds.get(a)! - seconds.get(b)! || compareBytes(a, b));

  const managers = new Map<string, OwnedFields>(managed.managers);
  const times = new Map(managed.times);
  /** By version, the one that stays as it is unless a second joins it. */
  const firstOfVersion = new Map<string, string>();
  let count = updaters.length;
  for (const identifier of updaters) {
    if (count <= limit) break;
    const owned = managers.get(identifier)!;
    const first = firstOfVersion.get(owned.apiVersion);
    if (first === undefined) {
      firstOfVersion.set(owned.apiVersion, identifier);
      continue;
    }
    const bucket = managerIdentifier({
      manager: "ancient-changes",
      operation: "Update",
      apiVersion: owned.apiVersion,
    });
    const time = times.get(identifier);
    if (!managers.has(bucket)) {
      managers.set(bucket, managers.get(first)!);
      managers.delete(first);
    }
    managers.set(bucket, { ...owned, fields: owned.fields.union(managers.get(bucket)!.fields) });
    managers.delete(identifier);
    if (time === undefined) times.delete(bucket);
    else times.set(bucket, time);
    count--;
  }
  return { managers, times };
}
