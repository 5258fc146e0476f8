import { Deployment } from "@kubewright/api/apps/v1";
import { describe, expect, test } from "vitest";
import { annotationsForRevision, revisionAnnotation, revisionHistoryAnnotation } from "./revision.ts";

const deployment = Deployment.of({
  metadata: { name: "web", annotations: { note: "x", [revisionAnnotation]: "7" } },
  spec: { selector: {}, template: {} },
});

describe("annotationsForRevision", () => {
  test("takes what people wrote over, and not the revision of the deployment", () => {
    expect(annotationsForRevision(deployment, {}, 1)).toEqual({ note: "x", [revisionAnnotation]: "1" });
  });

  test("keeps a later revision", () => {
    const current = { note: "x", [revisionAnnotation]: "4" };
    expect(annotationsForRevision(deployment, current, 3)).toEqual(current);
  });

  test("remembers earlier revisions", () => {
    const current = { [revisionAnnotation]: "3", [revisionHistoryAnnotation]: "1" };
    expect(annotationsForRevision(deployment, current, 5)).toEqual({
      note: "x",
      [revisionAnnotation]: "5",
      [revisionHistoryAnnotation]: "1,3",
    });
  });

  test("leaves a set alone whose revision is no number", () => {
    expect(annotationsForRevision(deployment, { [revisionAnnotation]: "first" }, 5)).toEqual({
      [revisionAnnotation]: "first",
    });
  });

  test("forgets the oldest revisions when there are too many to write down", () => {
    const history = Array.from({ length: 400 }, (_, index) => String(1000 + index)).join(",");
    const current = { [revisionAnnotation]: "2000", [revisionHistoryAnnotation]: history };
    const after = annotationsForRevision(deployment, current, 2001)[revisionHistoryAnnotation]!;
    expect(after.length).toBeLessThanOrEqual(2000);
    expect(after.startsWith("1001,")).toBe(true);
    expect(after.endsWith(",2000")).toBe(true);
  });
});
