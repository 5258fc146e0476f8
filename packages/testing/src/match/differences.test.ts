import { Deployment } from "@kubewright/api/apps/v1";
import { ConfigMap, Pod } from "@kubewright/api/core/v1";
import { describe, expect, test } from "vitest";
import { differencesOf } from "./differences.ts";
import { formatDifferences } from "./format-differences.ts";

const pod = Pod.of({
  metadata: { name: "web", labels: { "app.kubernetes.io/name": "web" }, creationTimestamp: "2026-01-01T00:00:00Z" },
  spec: {
    containers: [
      { name: "web", image: "web:1", args: ["-v", "--port=80"], resources: { requests: { cpu: "1000m" } } },
      { name: "log", image: "log:1" },
    ],
  },
  status: {
    phase: "Running",
    conditions: [
      { type: "PodScheduled", status: "True" },
      {
        type: "Ready",
        status: "False",
        reason: "ContainersNotReady",
        message: "containers with unready status: [web]",
      },
    ],
  },
});

const diff = (expected: unknown, actual: unknown = pod): string => formatDifferences(differencesOf(expected, actual));

describe("differencesOf", () => {
  test.each([
    ["a part", { spec: { containers: [{ name: "web", image: "web:1" }] } }],
    ["nothing", {}],
    ["a pattern", { status: { conditions: [{ type: "Ready", message: /unready status/g }] } }],
    ["a matcher of the runner", { metadata: { name: expect.stringContaining("we") }, status: expect.any(Object) }],
    [
      "the same quantity in another spelling",
      { spec: { containers: [{ name: "web", resources: { requests: { cpu: 1 } } }] } },
    ],
    ["the same moment in another spelling", { metadata: { creationTimestamp: "2026-01-01T00:00:00.000Z" } }],
    ["items by their name, in any order", { spec: { containers: [{ name: "log" }, { name: "web" }] } }],
    ["a whole list without names", { spec: { containers: [{ name: "web", args: ["-v", "--port=80"] }] } }],
    ["what is to be absent", { metadata: { deletionTimestamp: undefined, finalizers: null }, spec: { volumes: [] } }],
  ])("finds none where the object has %s", (_, expected) => {
    expect(diff(expected)).toBe("");
  });

  test.each<[string, unknown, string[]]>([
    ["another value", { status: { phase: "Failed" } }, ['- status.phase: "Failed"', '+ status.phase: "Running"']],
    ["no value", { status: { podIP: "10.0.0.1" } }, ['- status.podIP: "10.0.0.1"', "+ status.podIP (absent)"]],
    [
      "a value that should be absent",
      { metadata: { labels: undefined } },
      ["- metadata.labels (absent)", '+ metadata.labels: { "app.kubernetes.io/name": "web" }'],
    ],
    [
      "a field of an item",
      { status: { conditions: [{ type: "Ready", status: "True" }] } },
      ['- status.conditions[Ready].status: "True"', '+ status.conditions[Ready].status: "False"'],
    ],
    [
      "no such item",
      { spec: { containers: [{ name: "db", image: "db:1" }] } },
      ['- spec.containers[db]: { name: "db", image: "db:1" }', "+ spec.containers[db] (absent)"],
    ],
    [
      "a list of another length",
      { spec: { containers: [{ name: "web", args: ["-v"] }] } },
      ['- spec.containers[web].args: ["-v"]', '+ spec.containers[web].args: ["-v", "--port=80"]'],
    ],
    [
      "another item of a list",
      { spec: { containers: [{ name: "web", args: ["-v", /--port=8\d{3}/] }] } },
      ["- spec.containers[web].args[1]: /--port=8\\d{3}/", '+ spec.containers[web].args[1]: "--port=80"'],
    ],
    [
      "a label that is spelled so",
      { metadata: { labels: { "app.kubernetes.io/name": "shop" } } },
      ['- metadata.labels["app.kubernetes.io/name"]: "shop"', '+ metadata.labels["app.kubernetes.io/name"]: "web"'],
    ],
    [
      "what a matcher refuses",
      { metadata: { generation: expect.any(Number) } },
      ["- metadata.generation: Any<Number>", "+ metadata.generation (absent)"],
    ],
    [
      "a value where members are expected",
      { status: { phase: { name: "Running" } } },
      ['- status.phase: { name: "Running" }', '+ status.phase: "Running"'],
    ],
  ])("shows %s", (_, expected, lines) => {
    expect(diff(expected).split("\n")).toEqual(lines);
  });

  test("shows all of them, in the order of what is expected", () => {
    const deployment = Deployment.of({
      metadata: { name: "web" },
      spec: { replicas: 1, selector: {}, template: { spec: { containers: [] } } },
    });
    expect(diff({ spec: { replicas: 3, paused: true } }, deployment)).toBe(
      ["- spec.replicas: 3", "+ spec.replicas: 1", "- spec.paused: true", "+ spec.paused (absent)"].join("\n"),
    );
  });

  test("cuts what is long", () => {
    const map = ConfigMap.of({ metadata: { name: "a" }, data: { text: "x".repeat(10_000) } });
    expect(diff({ data: { text: "" } }, map)).toMatch(/^- data.text: ""\n\+ data.text: "x{399}…$/);
  });

  test("takes an inherited member for none", () => {
    expect(diff({ metadata: { toString: "x" } })).toContain("+ metadata.toString (absent)");
  });
});
