import type { Change, Json, Subject } from "../subject.ts";

const labels = { app: "web" };
const selector = { matchLabels: labels, matchExpressions: [{ key: "app", operator: "In", values: ["web"] }] };
const template = { metadata: { labels }, spec: { containers: [{ name: "main", image: "nginx:1" }] } };

/** What all that make pods for ever have in common. */
const templateChanges: readonly Change[] = [
  { spec: undefined },
  { "spec/selector": undefined },
  { "spec/selector": {} },
  { "spec/selector": { matchLabels: { app: "other" } } },
  { "spec/selector": { matchExpressions: [{ key: "app", operator: "Near", values: ["web"] }] } },
  { "spec/selector": { matchExpressions: [{ key: "app", operator: "Exists", values: ["web"] }] } },
  { "spec/selector": { matchLabels: { "a b": "c d" } } },
  { "spec/template": {} },
  { "spec/template/metadata/labels": undefined },
  { "spec/template/metadata/labels": { "a b": "c" } },
  { "spec/template/metadata/annotations": { "a b": "c", "controller.kubernetes.io/pod-deletion-cost": "x" } },
  { "spec/template/spec": { containers: [] } },
  { "spec/template/spec/restartPolicy": "Never" },
  { "spec/template/spec/restartPolicy": "Sometimes" },
  { "spec/template/spec/activeDeadlineSeconds": 5 },
  { "spec/template/spec/ephemeralContainers": [{ name: "debug", image: "x" }] },
  { "spec/template/spec/containers/0/image": " nginx " },
  { "spec/template/spec/containers/0/image": "" },
  { "spec/template/spec/containers/0/name": "A" },
  { "spec/template/spec/containers/0/ports": [{ containerPort: 80 }], "spec/template/spec/hostNetwork": true },
  { "spec/template/spec/containers/0/volumeMounts": [{ name: "x", mountPath: "/x" }] },
  {
    "spec/template/spec/containers/0/env": [
      { name: "A", value: "1" },
      { name: "A", value: "2" },
    ],
  },
  { "spec/template/spec/volumes": [{ name: "v", image: {} }] },
  { "spec/template/spec/terminationGracePeriodSeconds": -1 },
  { "spec/template/spec/nodeSelector": { "beta.kubernetes.io/os": "linux" } },
  { "metadata/name": "Bad_Name" },
  { "metadata/name": "dotted.name" },
];

const changes: readonly Change[] = [
  { "spec/template/spec/containers/0/image": "nginx:2" },
  { "spec/template/metadata/labels/more": "x" },
  { "spec/selector/matchLabels/more": "x", "spec/template/metadata/labels/more": "x" },
  { "spec/replicas": 5 },
];

function counts(...names: readonly string[]): Json {
  return { status: Object.fromEntries(["observedGeneration", "replicas", ...names].map((name) => [name, 1])) };
}

const claim = {
  metadata: { name: "data" },
  spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1Gi" } } },
};

export const workloadSubjects: readonly Subject[] = [
  {
    apiVersion: "apps/v1",
    kind: "Deployment",
    resource: "deployments",
    isNamespaced: true,
    name: "plain",
    object: {
      spec: {
        replicas: 2,
        selector,
        template,
        strategy: { type: "RollingUpdate", rollingUpdate: { maxSurge: 1, maxUnavailable: "25%" } },
        minReadySeconds: 1,
        revisionHistoryLimit: 2,
        progressDeadlineSeconds: 60,
        paused: true,
      },
    },
    skipped: ["spec/template"],
    changes: [
      ...templateChanges,
      { "spec/strategy": { type: "Recreate", rollingUpdate: { maxSurge: 1 } } },
      { "spec/strategy": { type: "Sideways" } },
      { "spec/strategy/rollingUpdate": { maxSurge: 0, maxUnavailable: "0%" } },
      { "spec/strategy/rollingUpdate": { maxSurge: "x", maxUnavailable: "150%" } },
      { "spec/minReadySeconds": 60 },
    ],
    updates: changes,
    views: {
      status: {
        object: counts(
          "updatedReplicas",
          "readyReplicas",
          "availableReplicas",
          "unavailableReplicas",
          "collisionCount",
        ),
      },
    },
  },
  {
    apiVersion: "apps/v1",
    kind: "ReplicaSet",
    resource: "replicasets",
    isNamespaced: true,
    name: "plain",
    object: { spec: { replicas: 2, minReadySeconds: 1, selector, template } },
    skipped: ["spec/template"],
    changes: templateChanges,
    updates: changes,
    views: { status: { object: counts("fullyLabeledReplicas", "readyReplicas", "availableReplicas") } },
  },
  {
    apiVersion: "v1",
    kind: "ReplicationController",
    resource: "replicationcontrollers",
    isNamespaced: true,
    name: "plain",
    object: { spec: { replicas: 2, minReadySeconds: 1, selector: labels, template } },
    skipped: ["spec/template"],
    changes: [
      ...templateChanges.filter((change) => !("spec/selector" in change)),
      { "spec/selector": { app: "other" } },
      { "spec/template": undefined },
    ],
    updates: changes.slice(0, 2),
    views: { status: { object: counts("fullyLabeledReplicas", "readyReplicas", "availableReplicas") } },
  },
  {
    apiVersion: "apps/v1",
    kind: "StatefulSet",
    resource: "statefulsets",
    isNamespaced: true,
    name: "plain",
    object: {
      spec: {
        replicas: 2,
        selector,
        template: {
          ...template,
          spec: {
            containers: [{ name: "main", image: "nginx:1", volumeMounts: [{ name: "data", mountPath: "/data" }] }],
            hostname: "Ignored",
          },
        },
        serviceName: "service",
        podManagementPolicy: "Parallel",
        updateStrategy: { type: "RollingUpdate", rollingUpdate: { partition: 1 } },
        revisionHistoryLimit: 2,
        minReadySeconds: 1,
        ordinals: { start: 1 },
        persistentVolumeClaimRetentionPolicy: { whenDeleted: "Delete", whenScaled: "Retain" },
        volumeClaimTemplates: [claim],
      },
    },
    skipped: ["spec/template", "spec/volumeClaimTemplates"],
    changes: [
      ...templateChanges,
      { "spec/updateStrategy": { type: "OnDelete", rollingUpdate: { partition: 1 } } },
      { "spec/updateStrategy": { type: "Sideways" } },
      { "spec/volumeClaimTemplates/0/spec/accessModes": [] },
      { "spec/volumeClaimTemplates/0/spec/resources": {} },
      { "spec/volumeClaimTemplates/0/metadata/name": "A_" },
      { "spec/volumeClaimTemplates": [] },
      { "spec/template/spec/volumes": [{ name: "data", emptyDir: {} }] },
      { "spec/revisionHistoryLimit": -1 },
    ],
    updates: [...changes, { "spec/serviceName": "other" }, { "spec/podManagementPolicy": "OrderedReady" }],
    views: {
      status: {
        object: counts("readyReplicas", "currentReplicas", "updatedReplicas", "availableReplicas", "collisionCount"),
      },
    },
  },
  {
    apiVersion: "apps/v1",
    kind: "DaemonSet",
    resource: "daemonsets",
    isNamespaced: true,
    name: "plain",
    object: {
      spec: {
        selector,
        template,
        updateStrategy: { type: "RollingUpdate", rollingUpdate: { maxUnavailable: 1, maxSurge: 0 } },
        minReadySeconds: 1,
        revisionHistoryLimit: 2,
      },
    },
    skipped: ["spec/template"],
    changes: [
      ...templateChanges,
      { "spec/updateStrategy": { type: "Sideways" } },
      { "spec/updateStrategy/rollingUpdate": { maxUnavailable: 0, maxSurge: 0 } },
      { "spec/updateStrategy/rollingUpdate": { maxUnavailable: "x", maxSurge: "150%" } },
      { "spec/updateStrategy/rollingUpdate": { maxUnavailable: "10%", maxSurge: "10%" } },
    ],
    updates: changes.slice(0, 3),
    views: {
      status: {
        object: {
          status: {
            currentNumberScheduled: 1,
            numberMisscheduled: 1,
            desiredNumberScheduled: 1,
            numberReady: 1,
            observedGeneration: 1,
            updatedNumberScheduled: 1,
            numberAvailable: 1,
            numberUnavailable: 1,
            collisionCount: 1,
          },
        },
      },
    },
  },
  {
    apiVersion: "v1",
    kind: "PodTemplate",
    resource: "podtemplates",
    isNamespaced: true,
    name: "plain",
    object: { template },
    skipped: ["template"],
    changes: [
      { "template/spec": { containers: [] } },
      { "template/metadata/labels": { "a b": "c" } },
      { "template/spec/restartPolicy": "Sometimes" },
      { "template/spec/terminationGracePeriodSeconds": -1 },
      { template: undefined },
    ],
  },
  {
    apiVersion: "apps/v1",
    kind: "ControllerRevision",
    resource: "controllerrevisions",
    isNamespaced: true,
    name: "plain",
    object: { revision: 1, data: { spec: { a: [1, "b"] } } },
    skipped: ["data/spec"],
    changes: [{ data: "text" }, { data: [1] }, { data: null }],
  },
];
