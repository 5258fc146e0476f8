import { describe, expect, test } from "vitest";
import { checkSameObjects, objectsOf } from "./same-objects.mjs";

/** What an operator made, with what no two runs have in common. */
function objects(run: number) {
  const memcached = {
    metadata: { name: "a", uid: `uid-${run}`, resourceVersion: `${run}`, finalizers: ["example.com/finalizer"] },
    spec: { size: 2 },
    status: {
      nodes: [],
      replicas: 0,
      conditions: [
        { type: "Available", status: "False", message: `text ${run}`, lastTransitionTime: `2026-01-0${run}` },
      ],
    },
  };
  const metadata = (name: string) => ({
    name,
    uid: `other-${run}`,
    labels: { app: "memcached" },
    ownerReferences: [{ kind: "Memcached", name: "a", uid: `uid-${run}`, controller: true }],
  });
  return {
    "memcacheds/a": memcached,
    "deployments/a": {
      metadata: metadata("a"),
      spec: { replicas: 2, template: { spec: { containers: [{ name: "memcached", image: "memcached:1" }] } } },
    },
    "services/a": {
      metadata: metadata("a"),
      spec: { clusterIP: `10.0.0.${run}`, clusterIPs: [`10.0.0.${run}`] },
    },
    "services/a-nodes": { metadata: metadata("a-nodes"), spec: { clusterIP: "None" } },
  };
}

type Objects = ReturnType<typeof objects>;

function check(change: (theirs: Objects) => void) {
  const theirs = objects(2);
  change(theirs);
  checkSameObjects({ id: "ours", objects: objects(1) }, { id: "theirs", objects: theirs });
}

describe("checkSameObjects", () => {
  test("takes what a server chooses, times and texts for no difference", () => {
    expect(() => check(() => {})).not.toThrow();
  });

  test.each<[string, (theirs: Objects) => void, string]>([
    [
      "a value",
      ({ "deployments/a": { spec } }) => Object.assign(spec.template.spec.containers[0]!, { image: "memcached:2" }),
      'deployments/a: spec.template.spec.containers[memcached].image is "memcached:2", not "memcached:1"',
    ],
    [
      "a field that is missing",
      ({ "deployments/a": { spec } }) => Reflect.deleteProperty(spec, "replicas"),
      "deployments/a: spec.replicas is absent, not 2",
    ],
    [
      "a field that is too many",
      ({ "deployments/a": { metadata } }) => Object.assign(metadata.ownerReferences[0]!, { blockOwnerDeletion: true }),
      "deployments/a: metadata.ownerReferences[a].blockOwnerDeletion is true, not absent",
    ],
    [
      "a label",
      ({ "services/a": { metadata } }) => Object.assign(metadata.labels, { app: "cache" }),
      'services/a: metadata.labels.app is "cache", not "memcached"',
    ],
    [
      "an empty list",
      ({ "memcacheds/a": { status } }) => Reflect.deleteProperty(status, "nodes"),
      "memcacheds/a: status.nodes is absent, not []",
    ],
    [
      "a text that nobody wrote",
      ({ "memcacheds/a": { status } }) => Reflect.deleteProperty(status.conditions[0]!, "message"),
      "memcacheds/a: status.conditions[Available].message is absent, not some value",
    ],
    [
      "a text that is empty",
      ({ "memcacheds/a": { status } }) => Object.assign(status.conditions[0]!, { message: "" }),
      'memcacheds/a: status.conditions[Available].message is "", not some value',
    ],
    [
      "an address where none was wanted",
      ({ "services/a-nodes": { spec } }) => Object.assign(spec, { clusterIP: "10.0.0.9" }),
      'services/a-nodes: spec.clusterIP is some value, not "None"',
    ],
    ["an object", (theirs) => Reflect.deleteProperty(theirs, "services/a-nodes"), "services/a-nodes: it is not there"],
  ])("names %s", (_, change, difference) => {
    expect(() => check(change)).toThrow(`"theirs" does not make the same of a Memcached as ours:\n  ${difference}`);
  });
});

test("objectsOf has what a Memcached owns, and nothing of others", () => {
  const { "memcacheds/a": memcached, ...owned } = objects(1);
  const foreign = objects(2);
  const made = {
    deployments: [owned["deployments/a"], foreign["deployments/a"]],
    services: [foreign["services/a"], owned["services/a"], owned["services/a-nodes"]],
    events: [{ metadata: { name: "a.1" } }],
  };
  expect(objectsOf(memcached, made)).toEqual({ "memcacheds/a": memcached, ...owned });
});
