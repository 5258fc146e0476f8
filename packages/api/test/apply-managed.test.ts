import { describe, expect, test } from "vitest";
import { applyConflictOf } from "../src/apply/manager/apply-conflict.ts";
import { capUpdateManagers } from "../src/apply/manager/cap-update-managers.ts";
import {
  compareEntries,
  ManagedFieldsCodec,
  managedFieldsProblem,
  managerIdentifier,
} from "../src/apply/manager/managed-fields.ts";
import { parentManagedFields, scaleManagedFields } from "../src/apply/manager/scale-managed-fields.ts";
import { type ManagedFieldsEntry, parseTime, type Status, statusErrorOf } from "../src/index.ts";
import { FieldManager } from "../src/server.ts";
import { RecordedTypes, readPath } from "./apply-vectors.ts";
import { readVectors } from "./read-vectors.ts";

type Entries = ManagedFieldsEntry[];
type KubeJson = Record<string, unknown>;

interface Write {
  test: string;
  apiVersion: string;
  objectKind: string;
  subresource: string;
  isChained: boolean;
  manager: string;
  live: KubeJson;
  object: KubeJson;
  now: string;
  type: string;
  force?: boolean;
  result?: KubeJson;
  status?: Status;
  error?: string;
}

interface Scale {
  parent: Entries | null;
  scale?: Entries | null;
  version: string;
  paths: Record<string, string[] | null>;
  result: Entries | null;
  error?: string;
}

interface Tables {
  cap: { limit: number; entries: Entries; result: Entries }[];
  conflict: { conflicts: { manager: string; path: string[] }[]; result: Status }[];
  decode: { entries: Entries | null; result?: Entries; error?: string }[];
  fromScale: Scale[];
  identifier: { entry: ManagedFieldsEntry; result: string }[];
  managedApply: Write[];
  managedUpdate: Write[];
  sort: { entries: Entries; result: Entries | null }[];
  toScale: Scale[];
}

const tables: Tables = readVectors("apply-managed");
const types = new RecordedTypes();

// Tests that put a manager of their own around the reference's: it tracks nothing before the first apply, or fewer managers.
const chained = /TestNoUpdateBeforeFirstApply|TestUpdateBeforeFirstApply|TestCap/;

describe("writing", () => {
  const rows = tables.managedUpdate.filter((row) => !(row.isChained && chained.test(row.test)));
  test.for(rows)("$test: $manager writes $object.kind", (row) => {
    const { live, object, manager, now } = row;
    expect(managerFor(row).update(live, object, { manager, now: parseTime(now) })).toEqual(row.result);
  });
});

describe("applying", () => {
  const rows = tables.managedApply.filter((row) => !(row.isChained && chained.test(row.test)));
  test.for(rows)("$test: $manager applies $object.kind", (row) => {
    const { live, object, manager, now, force = false } = row;
    const apply = () => managerFor(row).apply(live, object, { manager, force, now: parseTime(now) });
    if (row.status !== undefined) expect(statusOf(apply)).toEqual(withKind(row.status));
    else if (row.error !== undefined) expect(statusOf(apply).message).toBe(row.error);
    else expect(apply()).toEqual(row.result);
  });
});

describe("conflicts", () => {
  test.for(tables.conflict)("$result.message", ({ conflicts, result }) => {
    const error = applyConflictOf(conflicts.map(({ manager, path }) => ({ manager, path: readPath(path) })));
    expect(error.status).toEqual(withKind(result));
  });
});

describe("entries", () => {
  test.for(tables.decode)("$entries", ({ entries: recorded, result, error }) => {
    const entries = recorded ?? [];
    const problem = managedFieldsProblem(entries);
    if (error !== undefined) {
      expect(problem).toBeDefined();
      // What the reference says of an entry that it cannot read prints the entry as Go does.
      if (!error.startsWith("error decoding")) expect(problem).toBe(error);
    } else {
      expect(problem).toBeUndefined();
      const codec = new ManagedFieldsCodec();
      expect(codec.encode(codec.decode(entries))).toEqual(result ?? []);
    }
  });

  test.for(tables.identifier)("$result", ({ entry, result }) => {
    expect(managerIdentifier(entry)).toBe(result);
  });

  test.for(tables.sort)("$entries are in order", ({ entries, result }) => {
    expect(entries.toSorted(compareEntries)).toEqual(result ?? []);
  });

  test.for(tables.cap)("at most $limit of $entries", ({ limit, entries, result }) => {
    const codec = new ManagedFieldsCodec();
    expect(codec.encode(capUpdateManagers(codec.decode(entries), limit))).toEqual(result);
  });
});

describe("scale", () => {
  test.for(tables.toScale)("$parent", ({ parent, paths, result, error }) => {
    expect(error).toBeUndefined();
    expect(scaleManagedFields(parent ?? [], readPaths(paths))).toEqual(result ?? []);
  });

  test.for(tables.fromScale)("$scale over $parent", ({ parent, scale, version, paths, result, error }) => {
    expect(error).toBeUndefined();
    expect(parentManagedFields(parent ?? [], scale ?? [], version, readPaths(paths))).toEqual(result ?? []);
  });
});

function managerFor({ type, apiVersion, objectKind, subresource }: Write): FieldManager {
  return new FieldManager({ type: types.get(type), apiVersion, kind: objectKind, subresource });
}

function statusOf(apply: () => unknown): Status {
  try {
    apply();
  } catch (error) {
    const status = statusErrorOf(error)?.status;
    if (status !== undefined) return status;
    throw error;
  }
  throw new Error("nothing was thrown");
}

/** As it is sent. */
function withKind(status: Status): Status {
  return { ...status, kind: "Status", apiVersion: "v1" };
}

function readPaths(paths: Scale["paths"]): Map<string, ReturnType<typeof readPath> | undefined> {
  return new Map(Object.entries(paths).map(([version, path]) => [version, path === null ? undefined : readPath(path)]));
}
