import { ApiError } from "../../errors.ts";
import { isJsonObject, type JsonObject } from "../../json/own-member.ts";
import type { ManagedFieldsEntry } from "../../meta/object.ts";
import { compareBytes, quote } from "../../text/byte-text.ts";
import { parseTime } from "../../value/time.ts";
import type { FieldSet } from "../field/field-set.ts";
import { fieldsV1Of, type KnownEncoding, parseFieldsV1 } from "../field/fields-v1.ts";
import { RecentMap } from "./recent-map.ts";
import type { Managers, OwnedFields } from "./updater.ts";

/** How many sets are worth remembering: as many as managers of a kind usually write. */
const recentSets = 16;
/** With what is below an element in them. */
const recentEncodings = 128;

/** What `metadata.managedFields` says, by the identifiers of the managers. */
export interface Managed {
  readonly managers: Managers;
  /** When each manager last changed something, where that is known. */
  readonly times: ReadonlyMap<string, string>;
}

/** What tells entries of managedFields apart. */
export interface ManagerIdentity {
  readonly manager?: string | undefined;
  readonly operation?: string | undefined;
  /** Left out for what was applied: an applier is one manager, whatever version it uses. */
  readonly apiVersion?: string | undefined;
  readonly subresource?: string | undefined;
}

/** What is said of an object that nobody manages. */
export const nothingManaged: Managed = { managers: new Map(), times: new Map() };

/** The identifier of a manager: a text that sorts as the server sorts them. */
export function managerIdentifier({ manager, operation, apiVersion, subresource }: ManagerIdentity): string {
  return JSON.stringify({
    manager: manager || undefined,
    operation: operation || undefined,
    apiVersion: (operation !== "Apply" && apiVersion) || undefined,
    subresource: subresource || undefined,
  });
}

/** Reads and writes managedFields. What it wrote for a set a short while ago it uses again, so that similar objects share it. */
export class ManagedFieldsCodec {
  readonly #parsed = new RecentMap<object, FieldSet>(recentSets);
  readonly #encoded = new RecentMap<number, KnownEncoding>(recentEncodings);

  /** Throws ApiError `INVALID_FIELDS` with the server's text as its detail when an entry is not valid. */
  decode(entries: readonly ManagedFieldsEntry[]): Managed {
    const managers = new Map<string, OwnedFields>();
    const times = new Map<string, string>();
    for (const [index, entry] of entries.entries()) {
      checkEntry(entry, index);
      const identifier = managerIdentifier(entry);
      const fields = this.#parse(entry.fieldsV1);
      managers.set(identifier, { fields, apiVersion: entry.apiVersion!, isApplied: entry.operation === "Apply" });
      if (entry.time) times.set(identifier, entry.time);
      else times.delete(identifier);
    }
    return { managers, times };
  }

  /** The entries, in the server's order. Frozen, so that copies of an object can share them. */
  encode({ managers, times }: Managed): ManagedFieldsEntry[] {
    const entries: ManagedFieldsEntry[] = [];
    for (const [identifier, { fields, apiVersion, isApplied }] of managers) {
      const { manager, operation, subresource } = JSON.parse(identifier) as ManagerIdentity;
      const time = times.get(identifier);
      const entry: ManagedFieldsEntry = {};
      if (manager !== undefined) entry.manager = manager;
      if (isApplied) entry.operation = "Apply";
      else if (operation !== undefined) entry.operation = operation;
      entry.apiVersion = apiVersion;
      if (time !== undefined) entry.time = time;
      entry.fieldsType = "FieldsV1";
      entry.fieldsV1 = this.#encode(fields);
      if (subresource !== undefined) entry.subresource = subresource;
      entries.push(Object.freeze(entry));
    }
    return Object.freeze(entries.sort(compareEntries)) as ManagedFieldsEntry[];
  }

  #parse(fieldsV1: unknown): FieldSet {
    if (!isJsonObject(fieldsV1)) return parseFieldsV1(fieldsV1 ?? null);
    const known = this.#parsed.get(fieldsV1);
    if (known !== undefined) return known;
    const fields = parseFieldsV1(fieldsV1);
    this.#parsed.set(fieldsV1, fields);
    return fields;
  }

  #encode(fields: FieldSet): JsonObject {
    const fieldsV1 = fieldsV1Of(fields, this.#encoded);
    this.#parsed.set(fieldsV1, fields);
    return fieldsV1;
  }
}

/** Why managedFields are not valid, in the server's words; undefined when they are. */
export function managedFieldsProblem(entries: readonly ManagedFieldsEntry[]): string | undefined {
  try {
    new ManagedFieldsCodec().decode(entries);
    return undefined;
  } catch (error) {
    if (error instanceof ApiError) return error.detail ?? error.message;
    throw error;
  }
}

/** Seconds since 1970 of a time in managedFields; 0 when there is none. */
export function unixSeconds(time: string | undefined): number {
  if (!time) return 0;
  try {
    return Math.floor(parseTime(time) / 1000);
  } catch {
    return 0;
  }
}

function checkEntry({ operation, apiVersion, fieldsType }: ManagedFieldsEntry, index: number): void {
  if (operation !== "Apply" && operation !== "Update") throw refuse("operation must be `Apply` or `Update`");
  if (!apiVersion) throw refuse("apiVersion must not be empty");
  if (!fieldsType) throw refuse(`missing fieldsType in managed fields entry ${index}`);
  if (fieldsType !== "FieldsV1") {
    throw refuse(`invalid fieldsType ${quote(fieldsType)} in managed fields entry ${index}`);
  }
}

function refuse(problem: string): ApiError {
  return new ApiError("INVALID_FIELDS", `managedFields cannot be read: ${problem}`, { detail: problem });
}

/** Orders entries as the server does: what was applied first, then by time. */
export function compareEntries(a: ManagedFieldsEntry, b: ManagedFieldsEntry): number {
  return (
    compareBytes(a.operation ?? "", b.operation ?? "") ||
    unixSeconds(a.time) - unixSeconds(b.time) ||
    compareBytes(a.manager ?? "", b.manager ?? "") ||
    compareBytes(a.apiVersion ?? "", b.apiVersion ?? "") ||
    compareBytes(a.subresource ?? "", b.subresource ?? "")
  );
}
