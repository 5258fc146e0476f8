import type { Node, NodeSpec, Taint } from "@kubewright/api/core/v1";
import { expect, test } from "vitest";
import { wantedTaints } from "./node-taints.ts";

const now = Date.UTC(2026, 0, 1);
const notReady: Taint = { key: "node.kubernetes.io/not-ready", effect: "NoSchedule" };
const foreign: Taint = { key: "for", value: "others", effect: "NoSchedule" };

function node(conditions: Record<string, string>, spec: NodeSpec = {}): Node {
  const list = Object.entries(conditions).map(([type, status]) => ({ type, status }));
  return { apiVersion: "v1", kind: "Node", metadata: { name: "node" }, spec, status: { conditions: list } };
}

test.each<[string, Node, readonly Taint[] | undefined]>([
  ["a ready node has none", node({ Ready: "True" }), undefined],
  ["one of which nothing is known keeps what is not by conditions", node({}, { taints: [foreign] }), undefined],
  ["one that has become ready loses it", node({ Ready: "True" }, { taints: [notReady, foreign] }), [foreign]],
  ["one that is not ready has it once", node({ Ready: "False" }, { taints: [notReady] }), undefined],
  [
    "one that has become ready is not evicted from any more",
    node({ Ready: "True" }, { taints: [{ key: "node.kubernetes.io/unreachable", effect: "NoExecute" }] }),
    [],
  ],
  [
    "one that is cordoned says so",
    node({ Ready: "True" }, { unschedulable: true }),
    [{ key: "node.kubernetes.io/unschedulable", effect: "NoSchedule", timeAdded: "2026-01-01T00:00:00Z" }],
  ],
])("%s", (_, given, expected) => {
  expect(wantedTaints(given, now)).toEqual(expected);
});
