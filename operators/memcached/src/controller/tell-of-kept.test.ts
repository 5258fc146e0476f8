import { Deployment } from "@kubewright/api/apps/v1";
import { describe, expect, test } from "vitest";
import { storyOf } from "./tell-of-kept.ts";

function deployment(replicas: number): Deployment {
  return Deployment.of({
    metadata: { name: "cache" },
    spec: { replicas, selector: {}, template: { spec: { containers: [] } } },
  });
}

describe("storyOf", () => {
  const object = deployment(3);
  const before = deployment(5);
  const tell = (isNewSpec: boolean, changed: string[]) => {
    return storyOf({ state: "kept", object, before, changed }, isNewSpec);
  };

  test("tells of what was made", () => {
    const story = storyOf({ state: "kept", object, before: undefined, changed: [] }, false);
    expect(story).toEqual({ reason: "Created", note: "Created Deployment cache" });
  });

  test("has nothing to tell of what was right", () => {
    expect(tell(true, [])).toBeUndefined();
  });

  test("tells of a spec that was carried out", () => {
    expect(tell(true, ["spec.replicas"])).toEqual({
      reason: "Scaled",
      note: "Scaled Deployment cache from 5 to 3 instances",
    });
    expect(tell(true, ["spec.replicas", "spec.strategy.type"])).toEqual({
      reason: "Updated",
      note: "Updated Deployment cache: spec.replicas, spec.strategy.type",
    });
  });

  test("tells of what somebody had changed, and the first few fields of many", () => {
    expect(tell(false, ["spec.replicas"])).toEqual({
      reason: "Repaired",
      note: "Put back what was changed in Deployment cache: spec.replicas",
    });
    expect(tell(false, ["a", "b", "c", "d", "e", "f"])?.note).toMatch(/: a, b, c, d and 2 more$/);
  });
});
