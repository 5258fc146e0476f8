import type { Subject } from "../subject.ts";

const condition = {
  type: "Ready",
  status: "True",
  observedGeneration: 1,
  lastTransitionTime: "2025-01-01T00:00:00Z",
  reason: "Because",
  message: "m",
};

const newEvent = {
  eventTime: "2025-01-01T00:00:00.000000Z",
  reportingController: "example.com/c",
  reportingInstance: "i",
  action: "Act",
  reason: "Why",
  regarding: { apiVersion: "v1", kind: "Pod", namespace: "default", name: "p", uid: "u" },
  related: { apiVersion: "v1", kind: "Node", name: "n" },
  note: "note",
  type: "Normal",
};

export const policySubjects: readonly Subject[] = [
  {
    apiVersion: "policy/v1",
    kind: "PodDisruptionBudget",
    resource: "poddisruptionbudgets",
    isNamespaced: true,
    name: "plain",
    object: {
      spec: {
        minAvailable: "50%",
        selector: { matchLabels: { a: "b" }, matchExpressions: [{ key: "c", operator: "In", values: ["d"] }] },
        unhealthyPodEvictionPolicy: "AlwaysAllow",
      },
    },
    changes: [
      { "spec/maxUnavailable": 1 },
      { "spec/minAvailable": "101%" },
      { "spec/minAvailable": "-1%" },
      { "spec/minAvailable": "x%" },
      { "spec/minAvailable": -1 },
      { "spec/minAvailable": undefined, "spec/maxUnavailable": "200%" },
      { "spec/minAvailable": undefined, "spec/maxUnavailable": -2 },
      { "metadata/name": "Bad_Name" },
      { "metadata/finalizers": ["short"] },
      { "metadata/labels": { "a b": "c" } },
    ],
    views: {
      status: {
        object: {
          status: {
            observedGeneration: 1,
            disruptionsAllowed: 1,
            currentHealthy: 2,
            desiredHealthy: 1,
            expectedPods: 2,
            conditions: [condition],
          },
        },
        changes: [
          { "status/conditions": [{ ...condition, message: "m".repeat(32_769), reason: `A${"b".repeat(1024)}` }] },
        ],
      },
    },
  },
  {
    apiVersion: "coordination.k8s.io/v1",
    kind: "Lease",
    resource: "leases",
    isNamespaced: true,
    name: "plain",
    object: {
      spec: {
        holderIdentity: "h",
        leaseDurationSeconds: 15,
        acquireTime: "2025-01-01T00:00:00.000000Z",
        renewTime: "2025-01-01T00:00:00.000000Z",
        leaseTransitions: 1,
      },
    },
    changes: [
      { "spec/strategy": "OldestEmulationVersion" },
      { "spec/strategy": "Other" },
      { "spec/strategy": "a/b/c" },
      { "spec/preferredHolder": "x" },
    ],
  },
  {
    apiVersion: "v1",
    kind: "Namespace",
    resource: "namespaces",
    isNamespaced: false,
    name: "plain",
    object: { spec: { finalizers: ["kubernetes", "example.com/f"] } },
    changes: [
      { "spec/finalizers": ["short"] },
      { "spec/finalizers": ["a/b/c", ""] },
      { "metadata/name": "a.b" },
      { "metadata/finalizers": ["short"] },
    ],
    views: {
      status: { object: { status: { phase: "Active" } }, changes: [{ "status/phase": "Terminating" }] },
      finalize: {
        object: { spec: { finalizers: ["kubernetes", "example.com/f"] } },
        changes: [{ "spec/finalizers": ["short"] }, { "spec/finalizers": ["orphan", "a/b/c"] }],
      },
    },
  },
  {
    apiVersion: "v1",
    kind: "Event",
    resource: "events",
    isNamespaced: true,
    name: "old",
    object: {
      involvedObject: { apiVersion: "v1", kind: "Pod", namespace: "default", name: "p", uid: "u" },
      reason: "Why",
      message: "message",
      source: { component: "c", host: "h" },
      firstTimestamp: "2025-01-01T00:00:00Z",
      lastTimestamp: "2025-01-01T00:00:00Z",
      count: 1,
      type: "Normal",
    },
    changes: [
      { "involvedObject/namespace": "other" },
      { eventTime: "2025-01-01T00:00:00.000000Z" },
      { eventTime: "2025-01-01T00:00:00.000000Z", "involvedObject/namespace": undefined },
      { eventTime: "2025-01-01T00:00:00.000000Z", reportingComponent: "c", reportingInstance: "i", action: "a" },
      {
        eventTime: "2025-01-01T00:00:00.000000Z",
        reportingComponent: "not good",
        reportingInstance: "i".repeat(129),
        action: "a".repeat(129),
        reason: "r".repeat(129),
        message: "m".repeat(1025),
      },
      { "metadata/name": "Bad_Name" },
      { "metadata/finalizers": ["short"] },
    ],
  },
  {
    apiVersion: "events.k8s.io/v1",
    kind: "Event",
    resource: "events",
    isNamespaced: true,
    name: "new",
    object: newEvent,
    changes: [
      { series: { count: 2, lastObservedTime: "2025-01-01T00:00:00.000000Z" } },
      { series: { count: 1 } },
      { deprecatedSource: { component: "c" } },
      {
        deprecatedCount: 1,
        deprecatedFirstTimestamp: "2025-01-01T00:00:00Z",
        deprecatedLastTimestamp: "2025-01-01T00:00:00Z",
      },
      { reportingInstance: "i".repeat(129), action: "a".repeat(129), reason: "r".repeat(129), note: "m".repeat(1025) },
      { regarding: { kind: "Node", name: "n" } },
      { related: undefined },
      { eventTime: "2025-01-01T00:00:01.000000Z" },
      { "metadata/name": "Bad_Name" },
    ],
  },
];
