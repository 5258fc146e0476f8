import { findCondition, type KubeObject, type ReconcileContext } from "@kubewright/operator";
import type { Memcached } from "../api/v1/memcached.ts";
import { isRefusalOf } from "../trouble.ts";
import type { Kept } from "./owned-object.ts";

type KeptObject = Extract<Kept<KubeObject>, { state: "kept" }>;

/** What was done to some objects, for an event. */
export interface Story {
  readonly reason: "Created" | "Scaled" | "Updated" | "Repaired";
  readonly note: string;
}

/** Tells people what was done to the objects of a Memcached: in the log, and in one event of the Memcached for each reason. */
export function tellOfKept(
  kept: readonly KeptObject[],
  memcached: Memcached,
  { events, log }: Pick<ReconcileContext, "events" | "log">,
): void {
  const { observedGeneration, conditions } = memcached.status ?? {};
  const degraded = findCondition(conditions, "Degraded");
  const isNewSpec = observedGeneration !== memcached.metadata.generation;
  const isNewFor = ({ kind }: KubeObject) => isNewSpec || (degraded !== undefined && isRefusalOf(kind, degraded));
  for (const { reason, note } of storiesOf(kept, isNewFor)) {
    log.info({ reason }, note);
    events.normal(memcached, { reason, action: "Reconcile", note });
  }
}

/**
 * What was done, in order; what was right already is not worth a word. What was not right although the spec is not new for it, somebody
 * else had changed, or an earlier version of the operator had made so.
 */
export function storiesOf(kept: readonly KeptObject[], isNewFor: (object: KubeObject) => boolean): Story[] {
  const made = kept.filter(({ before }) => before === undefined);
  const changed = kept.filter((one) => one.changed.length > 0);
  const scaled = changed.filter((one) => isNewFor(one.object) && isScaled(one));
  const updated = changed.filter((one) => isNewFor(one.object) && !isScaled(one));
  const repaired = changed.filter((one) => !isNewFor(one.object));
  const stories: Story[] = [];
  if (made.length > 0) stories.push({ reason: "Created", note: `Created ${enumerate(made.map(nameOf))}` });
  for (const one of scaled) {
    const note = `Scaled ${nameOf(one)} from ${replicasOf(one.before)} to ${replicasOf(one.object)} instances`;
    stories.push({ reason: "Scaled", note });
  }
  const fieldsOf = (one: KeptObject) => `${nameOf(one)} (${firstFew(one.changed)})`;
  if (updated.length > 0) stories.push({ reason: "Updated", note: `Updated ${enumerate(updated.map(fieldsOf))}` });
  if (repaired.length > 0) stories.push({ reason: "Repaired", note: `Put right ${enumerate(repaired.map(fieldsOf))}` });
  return stories;
}

function isScaled({ changed }: KeptObject): boolean {
  return changed.join() === "spec.replicas";
}

function nameOf({ object }: KeptObject): string {
  return `${object.kind} ${object.metadata.name}`;
}

function replicasOf(object: KubeObject | undefined): number | undefined {
  return (object as { readonly spec?: { readonly replicas?: number } } | undefined)?.spec?.replicas;
}

function enumerate(items: readonly string[]): string {
  const last = items.at(-1) ?? "";
  return items.length < 2 ? last : `${items.slice(0, -1).join(", ")} and ${last}`;
}

/** Events are short. */
function firstFew(paths: readonly string[]): string {
  const shown = paths.slice(0, 4).join(", ");
  return paths.length > 4 ? `${shown} and ${paths.length - 4} more` : shown;
}
