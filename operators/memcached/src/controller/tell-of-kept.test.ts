import { Deployment } from "@kubewright/api/apps/v1";
import { Service } from "@kubewright/api/core/v1";
import { describe, expect, test } from "vitest";
import { storiesOf } from "./tell-of-kept.ts";

function deployment(replicas: number): Deployment {
  const template = { spec: { containers: [] } };
  return Deployment.of({ metadata: { name: "cache" }, spec: { replicas, selector: {}, template } });
}

describe("storiesOf", () => {
  const made = (name: string) => {
    return { state: "kept", object: Service.of({ metadata: { name } }), before: undefined, changed: [] } as const;
  };
  const changed = (...fields: string[]) => {
    return { state: "kept", object: deployment(3), before: deployment(5), changed: fields } as const;
  };

  test("tells in one what was made", () => {
    expect(storiesOf([made("a")], () => false)).toEqual([{ reason: "Created", note: "Created Service a" }]);
    expect(storiesOf([made("a"), made("b"), made("c")], () => true)).toEqual([
      { reason: "Created", note: "Created Service a, Service b and Service c" },
    ]);
  });

  test("has nothing to tell of what was right", () => {
    expect(storiesOf([changed()], () => true)).toEqual([]);
  });

  test("tells of a spec that was carried out", () => {
    expect(storiesOf([changed("spec.replicas")], () => true)).toEqual([
      { reason: "Scaled", note: "Scaled Deployment cache from 5 to 3 instances" },
    ]);
    expect(storiesOf([changed("spec.replicas", "spec.strategy.type")], () => true)).toEqual([
      { reason: "Updated", note: "Updated Deployment cache (spec.replicas, spec.strategy.type)" },
    ]);
  });

  test("tells what of it the spec was new for", () => {
    const service = { ...made("a"), before: made("a").object, changed: ["spec.type"] };
    expect(storiesOf([service, changed("spec.replicas")], ({ kind }) => kind === "Service")).toEqual([
      { reason: "Updated", note: "Updated Service a (spec.type)" },
      { reason: "Repaired", note: "Put right Deployment cache (spec.replicas)" },
    ]);
  });

  test("tells of what somebody had changed or deleted, and the first few fields of many", () => {
    expect(storiesOf([made("a"), changed("spec.replicas")], () => false)).toEqual([
      { reason: "Created", note: "Created Service a" },
      { reason: "Repaired", note: "Put right Deployment cache (spec.replicas)" },
    ]);
    const [story] = storiesOf([changed("a", "b", "c", "d", "e", "f")], () => false);
    expect(story?.note).toMatch(/\(a, b, c, d and 2 more\)$/);
  });
});
