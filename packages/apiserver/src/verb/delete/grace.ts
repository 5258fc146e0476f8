import { formatTime, parseTime } from "@kubewright/api";
import { writableMeta } from "../../resource/object-meta/writable-meta.ts";
import type { DeleteOptions, Strategy } from "../../resource/strategy.ts";
import type { ApiObject } from "../../resource-object.ts";

/**
 * How a deletion begins.
 *
 * `none`: the object is not marked first. `pending`: it is marked already, and nothing is to be done. Otherwise it was marked, in place, and has that
 * many seconds.
 */
export type Grace = "none" | "pending" | number;

/** Marks an object, in place, as one that is being deleted gracefully, where its kind does that. `now` is in milliseconds. */
export function beginGrace(object: ApiObject, options: DeleteOptions, strategy: Strategy, now: number): Grace {
  if (strategy.gracePeriodOf === undefined) return "none";
  const metadata = writableMeta(object);
  const asked = nonNegative(options.gracePeriodSeconds);
  if (metadata.deletionTimestamp !== undefined) return shortenGrace(object, asked, now);
  const seconds = strategy.gracePeriodOf(object, { ...options, gracePeriodSeconds: asked });
  metadata.deletionTimestamp = formatTime(now + seconds * 1000);
  metadata.deletionGracePeriodSeconds = seconds;
  if ((metadata.generation ?? 0) > 0) metadata.generation = metadata.generation! + 1;
  return seconds;
}

/** An object that is being deleted can only be given less time. */
function shortenGrace(object: ApiObject, asked: number | undefined, now: number): Grace {
  const metadata = writableMeta(object);
  const given = nonNegative(metadata.deletionGracePeriodSeconds) ?? 0;
  if (given === 0) return "none";
  if (asked === undefined || asked >= given) return "pending";
  const moment = parseTime(metadata.deletionTimestamp!) + (asked - given) * 1000;
  const isOver = moment < now;
  // What is left of a grace period that is over is the shortest there is; someone else still ends it.
  const seconds = isOver && asked !== 0 ? 1 : asked;
  metadata.deletionTimestamp = formatTime(isOver ? now : moment);
  metadata.deletionGracePeriodSeconds = seconds;
  return seconds;
}

/** Less than nothing counts as one second. */
function nonNegative(seconds: number | undefined): number | undefined {
  return seconds !== undefined && seconds < 0 ? 1 : seconds;
}

/** Marks an object, in place, as one that goes when its finalizers are gone. `now` is in milliseconds. */
export function markAsDeleting(object: ApiObject, now: number): void {
  const metadata = writableMeta(object);
  if (metadata.deletionTimestamp === undefined && (metadata.generation ?? 0) > 0) {
    metadata.generation = metadata.generation! + 1;
  }
  if (metadata.deletionTimestamp === undefined || parseTime(metadata.deletionTimestamp) > now) {
    metadata.deletionTimestamp = formatTime(now);
  }
  metadata.deletionGracePeriodSeconds = 0;
}
