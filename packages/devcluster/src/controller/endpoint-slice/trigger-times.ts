import { formatKey, parseTime } from "@kubewright/api";
import type { Pod, Service } from "@kubewright/api/core/v1";

/** Tells what a change of a service's slices goes back to: that the service was made, or that pods became ready or unready. */
export class TriggerTimes {
  readonly #states = new Map<string, { readonly service: string; readonly pods: ReadonlyMap<string, string> }>();

  /** The time of the earliest change since the last call for the service. Undefined when there was none. */
  next(service: Service, pods: readonly Pod[]): string | undefined {
    const key = formatKey(service.metadata);
    const created = service.metadata.creationTimestamp ?? "";
    const now = new Map<string, string>();
    for (const { metadata, status } of pods) {
      const time = status?.conditions?.find(({ type }) => type === "Ready")?.lastTransitionTime;
      if (time) now.set(metadata.name, time);
    }
    const before = this.#states.get(key);
    this.#states.set(key, { service: created, pods: now });
    if (before === undefined) return created || undefined;
    const changed = [...now].filter(([name, time]) => isAfter(time, before.pods.get(name))).map(([, time]) => time);
    if (isAfter(created, before.service)) changed.push(created);
    return changed.reduce<string | undefined>(
      (first, time) => (isAfter(first, time) || !first ? time : first),
      undefined,
    );
  }

  forget(key: { readonly namespace?: string | undefined; readonly name: string }): void {
    this.#states.delete(formatKey(key));
  }
}

function isAfter(time: string | undefined, other: string | undefined): boolean {
  if (!time) return false;
  return !other || parseTime(time) > parseTime(other);
}
