import { describe, expect, test } from "vitest";
import { conditionsAfter, type DeletionFindings } from "./namespace-conditions.ts";

const nothing: DeletionFindings = { failures: [], remaining: new Map(), finalizers: new Map() };
const [first, later] = ["2026-01-01T00:00:00Z", "2026-01-01T00:00:05Z"];

describe("conditionsAfter", () => {
  test("says of all that it went well, in the order of the reference", () => {
    const conditions = conditionsAfter(undefined, nothing, first);
    expect(conditions?.map(({ type, status, reason }) => `${type}=${status} ${reason}`)).toEqual([
      "NamespaceDeletionDiscoveryFailure=False ResourcesDiscovered",
      "NamespaceDeletionGroupVersionParsingFailure=False ParsedGroupVersions",
      "NamespaceDeletionContentFailure=False ContentDeleted",
      "NamespaceContentRemaining=False ContentRemoved",
      "NamespaceFinalizersRemaining=False ContentHasNoFinalizers",
    ]);
    expect(conditionsAfter(conditions, nothing, later)).toBeUndefined();
  });

  test("names what is left and what went wrong, sorted", () => {
    const findings: DeletionFindings = {
      discoveryFailure: "Discovery failed for some groups, 1 failing: …",
      failures: ["b failed", "a failed"],
      remaining: new Map([
        ["things.example.com", 1],
        ["configmaps.", 2],
      ]),
      finalizers: new Map([
        ["example.com/z", 3],
        ["example.com/a", 1],
      ]),
    };
    const messages = conditionsAfter(undefined, findings, first)?.map(({ status, reason, message }) => [
      status,
      reason,
      message,
    ]);
    expect(messages).toEqual([
      ["True", "DiscoveryFailed", "Discovery failed for some groups, 1 failing: …"],
      ["False", "ParsedGroupVersions", "All legacy kube types successfully parsed"],
      ["True", "ContentDeletionFailed", "Failed to delete all resource types, 2 remaining: a failed, b failed"],
      [
        "True",
        "SomeResourcesRemain",
        "Some resources are remaining: configmaps. has 2 resource instances, things.example.com has 1 resource instances",
      ],
      [
        "True",
        "SomeFinalizersRemain",
        "Some content in the namespace has finalizers remaining: example.com/a in 1 resource instances, example.com/z in 3 resource instances",
      ],
    ]);
  });

  test("changes the time of a condition only with its status, and leaves other conditions alone", () => {
    const other = { type: "Other", status: "True", lastTransitionTime: first };
    const one = conditionsAfter([other], { ...nothing, remaining: new Map([["pods.", 1]]) }, first) ?? [];
    const two = conditionsAfter(one, { ...nothing, remaining: new Map([["pods.", 2]]) }, later) ?? [];
    const three = conditionsAfter(two, nothing, later) ?? [];
    const timesOf = (conditions: typeof one) =>
      conditions.find(({ type }) => type === "NamespaceContentRemaining")?.lastTransitionTime;
    expect([timesOf(one), timesOf(two), timesOf(three)]).toEqual([first, first, later]);
    expect(three[0]).toEqual(other);
  });
});
