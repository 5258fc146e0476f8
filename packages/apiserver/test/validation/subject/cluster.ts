import type { Change, Subject } from "../subject.ts";

const apiVersion = "autoscaling/v2";
const autoscaler = {
  kind: "HorizontalPodAutoscaler",
  resource: "horizontalpodautoscalers",
  isNamespaced: true,
} as const;
const target = { apiVersion: "apps/v1", kind: "Deployment", name: "web" };
const rules = {
  stabilizationWindowSeconds: 60,
  selectPolicy: "Max",
  tolerance: "0.1",
  policies: [{ type: "Pods", value: 2, periodSeconds: 60 }],
};

const limitTypes: readonly Change[] = ["Pod", "Container", "PersistentVolumeClaim", "example.com/any", "Other"].map(
  (type) => ({
    "spec/limits/0/type": type,
  }),
);

export const clusterSubjects: readonly Subject[] = [
  {
    ...autoscaler,
    apiVersion,
    name: "new",
    object: {
      spec: {
        scaleTargetRef: target,
        minReplicas: 1,
        maxReplicas: 3,
        behavior: { scaleUp: rules, scaleDown: rules },
        metrics: [
          { type: "Resource", resource: { name: "cpu", target: { type: "Utilization", averageUtilization: 50 } } },
          {
            type: "ContainerResource",
            containerResource: { name: "cpu", container: "c", target: { type: "AverageValue", averageValue: "1" } },
          },
          {
            type: "Pods",
            pods: {
              metric: { name: "m", selector: { matchLabels: { a: "b" } } },
              target: { type: "AverageValue", averageValue: "1" },
            },
          },
          {
            type: "Object",
            object: {
              describedObject: { apiVersion: "v1", kind: "Service", name: "s" },
              metric: { name: "m" },
              target: { type: "Value", value: "1" },
            },
          },
          { type: "External", external: { metric: { name: "m" }, target: { type: "Value", value: "1" } } },
        ],
      },
    },
    // Whether lists are empty or absent is not told apart.
    skipped: ["spec/behavior/scaleDown", "spec/behavior/scaleUp/policies"],
    changes: [
      { "spec/scaleTargetRef/apiVersion": "v1" },
      { "spec/scaleTargetRef": { apiVersion: "v1", kind: "ReplicationController", name: "r" } },
      { "spec/scaleTargetRef/apiVersion": "a/b/c" },
      { "spec/scaleTargetRef/name": "a/b" },
      { "spec/minReplicas": 5 },
      { "spec/minReplicas": 0, "spec/metrics": [] },
      { "spec/metrics/0/pods": { metric: { name: "m" }, target: { type: "AverageValue", averageValue: "1" } } },
      { "spec/metrics/0/resource/target/averageValue": "1" },
      { "spec/metrics/0/resource/target/averageUtilization": 0 },
      { "spec/metrics/1/containerResource/name": "example.com/gpu" },
      { "spec/metrics/1/containerResource/name": "storage" },
      { "spec/metrics/2/pods/target/averageValue": "-1" },
      { "spec/metrics/3/object/target": { type: "AverageValue", averageValue: "0" } },
      { "spec/metrics/3/object/describedObject/apiVersion": "a/b/c" },
      { "spec/metrics/4/external/target/averageValue": "1" },
      { "spec/behavior/scaleUp/stabilizationWindowSeconds": 3601 },
      ...[1801, 0, -1].map((seconds) => ({ "spec/behavior/scaleUp/policies/0/periodSeconds": seconds })),
      { "spec/behavior/scaleUp/policies": [{}] },
      { "spec/behavior/scaleUp/policies": [{ type: "Other", value: 0, periodSeconds: 1 }] },
      { "spec/behavior/scaleUp/tolerance": "-0.1" },
    ],
    views: {
      status: { object: { status: { currentReplicas: 1, desiredReplicas: 2 } } },
    },
  },
  {
    ...autoscaler,
    apiVersion: "autoscaling/v1",
    name: "old",
    object: { spec: { scaleTargetRef: target, minReplicas: 1, maxReplicas: 3, targetCPUUtilizationPercentage: 50 } },
  },
  {
    apiVersion: "v1",
    kind: "ResourceQuota",
    resource: "resourcequotas",
    isNamespaced: true,
    name: "plain",
    object: {
      spec: {
        hard: { pods: "10", "requests.cpu": "4", "limits.memory": "8Gi" },
        scopes: ["NotTerminating"],
        scopeSelector: { matchExpressions: [{ scopeName: "PriorityClass", operator: "In", values: ["high"] }] },
      },
    },
    skipped: ["spec/scopes"],
    changes: [
      { "spec/hard": { pods: "-1" } },
      { "spec/hard": { pods: "1.5" } },
      { "spec/hard": { other: "1" } },
      { "spec/hard": { storage: "1" } },
      { "spec/hard": { "example.com/gpu": "1500m" } },
      { "spec/hard": { "count/deployments.apps": "5", "not good": "5" } },
      { "spec/hard": { services: "5" } },
      { "spec/hard": { "requests.hugepages-2Mi": "4Mi" } },
      { "spec/scopes": undefined },
      { "spec/scopes": ["Other"] },
      { "spec/scopes": ["BestEffort"] },
      { "spec/scopes": ["BestEffort", "NotBestEffort"] },
      { "spec/scopes": ["Terminating", "NotTerminating"] },
      { "spec/scopes": ["NotTerminating", "NotBestEffort"] },
      { "spec/scopes": ["CrossNamespacePodAffinity"] },
      { "spec/scopes": ["VolumeAttributesClass"] },
      ...["Terminating", "BestEffort", "VolumeAttributesClass", "Other"].flatMap((scopeName) =>
        ["Exists", "In", "DoesNotExist", "Other"].map((operator) => ({
          "spec/scopeSelector/matchExpressions": [{ scopeName, operator }],
        })),
      ),
      { "spec/scopeSelector/matchExpressions": [{ scopeName: "PriorityClass", operator: "Exists", values: ["a"] }] },
      {
        "spec/scopeSelector/matchExpressions": [
          { scopeName: "Terminating", operator: "Exists" },
          { scopeName: "NotTerminating", operator: "Exists" },
        ],
      },
    ],
    views: {
      status: {
        object: { status: { hard: { pods: "10" }, used: { pods: "1" } } },
        changes: [{ "status/used": { pods: "-1" } }, { "status/hard": { other: "1.5" } }],
      },
    },
  },
  {
    apiVersion: "v1",
    kind: "LimitRange",
    resource: "limitranges",
    isNamespaced: true,
    name: "plain",
    object: {
      spec: {
        limits: [
          {
            type: "Container",
            max: { cpu: "2", memory: "1Gi" },
            min: { cpu: "100m", memory: "16Mi" },
            default: { cpu: "1", memory: "512Mi" },
            defaultRequest: { cpu: "500m", memory: "256Mi" },
            maxLimitRequestRatio: { cpu: "10" },
          },
          { type: "PersistentVolumeClaim", max: { storage: "10Gi" } },
        ],
      },
    },
    changes: [
      ...limitTypes,
      { "spec/limits/0/min/cpu": "3" },
      { "spec/limits/0/min/cpu": "600m" },
      { "spec/limits/0/min/cpu": "1500m" },
      { "spec/limits/0/defaultRequest/cpu": "1500m" },
      { "spec/limits/0/defaultRequest/cpu": "3" },
      { "spec/limits/0/default/cpu": "3" },
      { "spec/limits/0/maxLimitRequestRatio/cpu": "0.5" },
      { "spec/limits/0/maxLimitRequestRatio/cpu": "30" },
      { "spec/limits/0/maxLimitRequestRatio/memory": "100" },
      { "spec/limits/0/max/other": "1" },
      { "spec/limits/0/max/storage": "1" },
      { "spec/limits/0/max/example.com~1gpu": "1" },
      { "spec/limits/0/default/example.com~1gpu": "2", "spec/limits/0/defaultRequest/example.com~1gpu": "1" },
      { "spec/limits/1/max": { memory: "1" } },
      { "spec/limits/1/min": { storage: "20Gi" } },
    ],
  },
  {
    apiVersion: "scheduling.k8s.io/v1",
    kind: "PriorityClass",
    resource: "priorityclasses",
    isNamespaced: false,
    name: "plain",
    object: { value: 1000, description: "d", preemptionPolicy: "Never" },
    changes: [
      { value: 1_000_000_001 },
      { value: 1_000_000_000 },
      { "metadata/name": "system-mine" },
      { "metadata/name": "system-node-critical" },
      { "metadata/name": "system-node-critical", value: 2_000_001_000 },
      { "metadata/name": "system-cluster-critical", value: 2_000_000_000, globalDefault: true },
      { globalDefault: true },
      { preemptionPolicy: "PreemptLowerPriority" },
    ],
  },
  {
    apiVersion: "storage.k8s.io/v1",
    kind: "StorageClass",
    resource: "storageclasses",
    isNamespaced: false,
    name: "plain",
    object: {
      provisioner: "example.com/p",
      parameters: { a: "b" },
      reclaimPolicy: "Retain",
      volumeBindingMode: "Immediate",
      allowVolumeExpansion: true,
      mountOptions: ["a"],
      allowedTopologies: [{ matchLabelExpressions: [{ key: "zone", values: ["a", "b"] }] }],
    },
    skipped: ["parameters"],
    changes: [
      { provisioner: "Example.com/P" },
      { provisioner: "a/b/c" },
      { "parameters/": "x" },
      { "parameters/a": "c" },
      { parameters: undefined },
      { parameters: Object.fromEntries(Array.from({ length: 513 }, (_, index) => [`k${index}`, ""])) },
      { reclaimPolicy: "Recycle" },
      {
        allowedTopologies: [
          { matchLabelExpressions: [{ key: "zone", values: ["b", "a"] }] },
          { matchLabelExpressions: [{ key: "zone", values: ["a", "b"] }] },
        ],
      },
      {
        "allowedTopologies/0/matchLabelExpressions": [
          { key: "zone", values: ["a"] },
          { key: "zone", values: ["b"] },
        ],
      },
      { "allowedTopologies/0/matchLabelExpressions/0/key": "failure-domain.beta.kubernetes.io/zone" },
    ],
  },
];
