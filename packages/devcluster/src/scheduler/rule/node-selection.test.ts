import type { Affinity, Node, Pod } from "@kubewright/api/core/v1";
import { describe, expect, test } from "vitest";
import { requiredNodeNames, requiredNodes } from "./node-selection.ts";

type Terms = NonNullable<
  NonNullable<Affinity["nodeAffinity"]>["requiredDuringSchedulingIgnoredDuringExecution"]
>["nodeSelectorTerms"];

function pod(nodeSelectorTerms?: Terms, nodeSelector?: Record<string, string>): Pod {
  const required = { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: nodeSelectorTerms ?? [] } };
  return {
    apiVersion: "v1",
    kind: "Pod",
    metadata: { name: "pod" },
    spec: {
      containers: [],
      ...(nodeSelectorTerms && { affinity: { nodeAffinity: required } }),
      ...(nodeSelector && { nodeSelector }),
    },
  };
}

const node: Node = { apiVersion: "v1", kind: "Node", metadata: { name: "one", labels: { disk: "ssd", cores: "8" } } };

describe("requiredNodes", () => {
  test("of a pod that says nothing are all", () => {
    expect(requiredNodes(pod())).toBeUndefined();
  });

  test.each<[string, Terms | undefined, Record<string, string> | undefined, boolean]>([
    ["a selector that matches", undefined, { disk: "ssd" }, true],
    ["a selector that does not", undefined, { disk: "tape" }, false],
    ["no terms", [], undefined, false],
    ["an empty term", [{}], undefined, false],
    [
      "one of two terms",
      [
        { matchExpressions: [{ key: "disk", operator: "DoesNotExist" }] },
        { matchExpressions: [{ key: "cores", operator: "Gt", values: ["4"] }] },
      ],
      undefined,
      true,
    ],
    [
      "all requirements of a term",
      [
        {
          matchExpressions: [
            { key: "disk", operator: "Exists" },
            { key: "cores", operator: "Lt", values: ["8"] },
          ],
        },
      ],
      undefined,
      false,
    ],
    ["a name", [{ matchFields: [{ key: "metadata.name", operator: "In", values: ["one"] }] }], undefined, true],
    ["not a name", [{ matchFields: [{ key: "metadata.name", operator: "NotIn", values: ["one"] }] }], undefined, false],
    [
      "terms but not the selector",
      [{ matchExpressions: [{ key: "disk", operator: "Exists" }] }],
      { disk: "tape" },
      false,
    ],
    [
      "a value that no label can have",
      [{ matchExpressions: [{ key: "disk", operator: "In", values: ["s s d"] }] }],
      undefined,
      false,
    ],
  ])("with %s", (_, terms, selector, isMeant) => {
    expect(requiredNodes(pod(terms, selector))?.(node)).toBe(isMeant);
  });
});

describe("requiredNodeNames", () => {
  const named = (...names: string[]) => ({ key: "metadata.name", operator: "In" as const, values: names });

  test.each<[string, Terms, readonly string[] | undefined]>([
    ["are those of all terms", [{ matchFields: [named("a")] }, { matchFields: [named("b")] }], ["a", "b"]],
    ["are those on which requirements agree", [{ matchFields: [named("a", "b"), named("b", "c")] }], ["b"]],
    ["are none when they do not", [{ matchFields: [named("a"), named("b")] }], []],
    [
      "are unknown when a term says nothing of names",
      [{ matchFields: [named("a")] }, { matchExpressions: [{ key: "x", operator: "Exists" }] }],
      undefined,
    ],
  ])("%s", (_, terms, names) => {
    const found = requiredNodeNames(pod(terms));
    expect(found && [...found]).toEqual(names);
  });
});
