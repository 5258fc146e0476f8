import { type Clock, compareResourceVersions, parseMicroTime, parseTime } from "@kubewright/api";
import { Event } from "@kubewright/api/core/v1";
import type { CallOptions, Client } from "@kubewright/client";
import type { OwnerChain } from "./owner-chain.ts";

/** How many of the newest events are looked at, and how many are shown. */
const lookedAt = 100;
const shown = 12;

/** An object that events are about. */
export interface EventSubject {
  readonly kind: string;
  readonly namespace: string | undefined;
  readonly name: string;
}

/** The newest events of an object and of those that belong to it, one a line, the newest last. */
export async function eventLines(
  client: Client,
  subject: EventSubject,
  {
    chain,
    clock,
    limits,
  }: { readonly chain: OwnerChain | undefined; readonly clock: Clock; readonly limits: CallOptions },
): Promise<string[]> {
  // Those of cluster-scoped objects are there.
  const namespace = subject.namespace ?? "default";
  const { items } = await client.list(Event, { namespace, ...limits });
  const newest = items.sort((a, b) => timeOf(a) - timeOf(b) || writtenEarlier(a, b)).slice(-lookedAt);
  const related: Event[] = [];
  for (const event of newest) if (await isRelated(event, subject, chain)) related.push(event);
  return related.slice(-shown).map((event) => formatEvent(event, clock.now()));
}

async function isRelated(event: Event, subject: EventSubject, chain: OwnerChain | undefined): Promise<boolean> {
  const { apiVersion = "", kind = "", name = "", namespace } = event.involvedObject;
  if (kind === subject.kind && name === subject.name && namespace === subject.namespace) return true;
  if (chain === undefined) return false;
  const object = await chain.find({ apiVersion, kind, name }, namespace);
  return object !== undefined && (await chain.includes(object));
}

function formatEvent(event: Event, now: number): string {
  const { type = "Normal", reason = "", message = "", involvedObject, count = 1, series } = event;
  const times = series?.count ?? count;
  const repeated = times > 1 ? ` (${times} times)` : "";
  const about = `${involvedObject.kind} ${involvedObject.name}`;
  return `${formatAge(now - timeOf(event))} ${type} ${reason}, ${about}: ${message.trim()}${repeated}`;
}

function timeOf({ series, lastTimestamp, eventTime, firstTimestamp, metadata }: Event): number {
  if (series?.lastObservedTime) return parseMicroTime(series.lastObservedTime);
  if (lastTimestamp) return parseTime(lastTimestamp);
  if (eventTime) return parseMicroTime(eventTime);
  const time = firstTimestamp ?? metadata.creationTimestamp;
  return time === undefined ? 0 : parseTime(time);
}

function writtenEarlier(a: Event, b: Event): number {
  return compareResourceVersions(a.metadata.resourceVersion, b.metadata.resourceVersion) ?? 0;
}

/** `12s ago`, `3m ago`. */
export function formatAge(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1_000));
  if (seconds < 120) return `${seconds}s ago`;
  return seconds < 7_200 ? `${Math.floor(seconds / 60)}m ago` : `${Math.floor(seconds / 3_600)}h ago`;
}
