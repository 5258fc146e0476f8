import { type KubeObject, objectReference, type ReconcileContext } from "@kubewright/operator";
import type { Memcached } from "../api/v1alpha1/memcached.ts";
import type { Kept } from "./owned-object.ts";

type KeptObject = Extract<Kept<KubeObject>, { state: "kept" }>;

/** Tells people what was done to an object: in the log, and in an event of the Memcached. */
export function tellOfKept(
  kept: KeptObject,
  memcached: Memcached,
  { events, log }: Pick<ReconcileContext, "events" | "log">,
): void {
  const isNewSpec = memcached.status?.observedGeneration !== memcached.metadata.generation;
  const story = storyOf(kept, isNewSpec);
  if (story === undefined) return;
  const { object, changed } = kept;
  log.info({ object: objectReference(object), ...(changed.length > 0 && { changed }) }, story.note);
  events.normal(memcached, { ...story, action: `Apply${object.kind}`, related: object });
}

/** What was done, for an event; undefined if there was nothing to do. What was changed under the same spec, somebody else had changed. */
export function storyOf(
  { object, before, changed }: KeptObject,
  isNewSpec: boolean,
): { readonly reason: string; readonly note: string } | undefined {
  const what = `${object.kind} ${object.metadata.name}`;
  if (before === undefined) return { reason: "Created", note: `Created ${what}` };
  if (changed.length === 0) return undefined;
  if (!isNewSpec) return { reason: "Repaired", note: `Put back what was changed in ${what}: ${list(changed)}` };
  if (changed.join() !== "spec.replicas") return { reason: "Updated", note: `Updated ${what}: ${list(changed)}` };
  return { reason: "Scaled", note: `Scaled ${what} from ${replicasOf(before)} to ${replicasOf(object)} instances` };
}

function replicasOf(object: KubeObject): number | undefined {
  return (object as KubeObject & { readonly spec?: { readonly replicas?: number } }).spec?.replicas;
}

/** Events are short: the first few, and how many more. */
function list(paths: readonly string[]): string {
  const shown = paths.slice(0, 4).join(", ");
  return paths.length > 4 ? `${shown} and ${paths.length - 4} more` : shown;
}
