/** An object to create, and where. What it leaves out is what matters. */
export interface SentObject {
  /** Says which of the objects of a kind it is. */
  readonly name: string;
  readonly apiVersion: string;
  readonly resource: string;
  readonly isNamespaced: boolean;
  readonly object: Readonly<Record<string, unknown>>;
}

const container = { name: "c", image: "nginx" };
const podSpec = { containers: [container] };
const labels = { app: "web" };
const template = { metadata: { labels }, spec: podSpec };
const selector = { matchLabels: labels };

const probes = {
  livenessProbe: { httpGet: { port: 80 } },
  readinessProbe: { grpc: { port: 80 } },
  startupProbe: { exec: { command: ["true"] }, failureThreshold: 30 },
  lifecycle: { preStop: { httpGet: { port: 80 } }, postStart: { exec: { command: ["true"] } } },
};

const richPodSpec = {
  serviceAccount: "robot",
  hostNetwork: true,
  dnsPolicy: "ClusterFirstWithHostNet",
  terminationGracePeriodSeconds: 5,
  volumes: [
    { name: "empty" },
    { name: "host", hostPath: { path: "/x" } },
    { name: "secret", secret: { secretName: "s" } },
    { name: "config", configMap: { name: "c", items: [{ key: "a", path: "b" }] } },
    { name: "down", downwardAPI: { items: [{ path: "p", fieldRef: { fieldPath: "metadata.name" } }] } },
    {
      name: "projected",
      projected: {
        sources: [
          { serviceAccountToken: { path: "token" } },
          { downwardAPI: { items: [{ path: "q", fieldRef: { fieldPath: "metadata.uid" } }] } },
          { secret: { name: "s" } },
        ],
      },
    },
    { name: "iscsi", iscsi: { targetPortal: "1.2.3.4:3260", iqn: "iqn.2001-04.com.example:storage.disk1", lun: 0 } },
    { name: "rbd", rbd: { monitors: ["m"], image: "i" } },
    { name: "azure", azureDisk: { diskName: "d", diskURI: "https://blob/d" } },
    {
      name: "ephemeral",
      ephemeral: {
        volumeClaimTemplate: {
          spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1500m" } } },
        },
      },
    },
    { name: "image", image: { reference: "registry.example/model" } },
  ],
  initContainers: [
    { name: "init", image: "busybox:1.36", resources: { limits: { cpu: "0.0001", memory: "1.5Gi" } } },
    { name: "sidecar", image: `busybox@sha256:${"a".repeat(64)}`, restartPolicy: "Always", ...probes },
  ],
  containers: [
    {
      ...container,
      ...probes,
      ports: [{ containerPort: 80 }, { containerPort: 53, protocol: "UDP" }],
      env: [
        { name: "A", valueFrom: { fieldRef: { fieldPath: "metadata.name" } } },
        { name: "B", value: "" },
      ],
      resources: { limits: { cpu: "1000m", memory: "1024Mi" }, requests: { cpu: "500m" } },
      securityContext: { runAsUser: 0, privileged: false },
    },
    { name: "tagged", image: "registry.example:5000/team/app:v1" },
    { name: "latest", image: "localhost/app:latest", imagePullPolicy: "Never" },
  ],
  tolerations: [{ key: "node.kubernetes.io/not-ready", operator: "Exists", effect: "NoExecute" }],
  topologySpreadConstraints: [
    {
      maxSkew: 1,
      topologyKey: "zone",
      whenUnsatisfiable: "DoNotSchedule",
      labelSelector: { matchLabels: labels },
      matchLabelKeys: ["pod-template-hash"],
    },
  ],
};

function sent(
  apiVersion: string,
  resource: string,
  name: string,
  object: Readonly<Record<string, unknown>>,
  isNamespaced = true,
): SentObject {
  return { apiVersion, resource, name, object, isNamespaced };
}

function clustered(
  apiVersion: string,
  resource: string,
  name: string,
  object: Readonly<Record<string, unknown>>,
): SentObject {
  return sent(apiVersion, resource, name, object, false);
}

const core: readonly SentObject[] = [
  sent("v1", "configmaps", "empty", {}),
  sent("v1", "configmaps", "full", { data: { a: "b" }, binaryData: { c: "AQI=" }, immutable: false }),
  sent("v1", "endpoints", "plain", { subsets: [{ addresses: [{ ip: "10.1.1.1" }], ports: [{ port: 80 }] }] }),
  sent("v1", "events", "plain", {
    involvedObject: { kind: "Pod", name: "p", namespace: "default" },
    reason: "Started",
    message: "it runs",
    type: "Normal",
    firstTimestamp: "2026-01-02T03:04:05Z",
  }),
  sent("v1", "limitranges", "containers", {
    spec: {
      limits: [
        { type: "Container", max: { cpu: "2", memory: "1Gi" }, min: { cpu: "100m" }, default: { cpu: "1" } },
        { type: "Pod", max: { cpu: "4" } },
        { type: "PersistentVolumeClaim", min: { storage: "1Gi" } },
      ],
    },
  }),
  clustered("v1", "namespaces", "empty", { status: { phase: "Terminating" } }),
  clustered("v1", "namespaces", "finalized", { spec: { finalizers: ["example.com/mine"] }, metadata: { labels } }),
  clustered("v1", "nodes", "empty", {}),
  clustered("v1", "nodes", "reporting", {
    spec: { podCIDR: "10.2.0.0/24", unschedulable: true },
    status: { capacity: { cpu: "4", memory: "8Gi" }, addresses: [{ type: "InternalIP", address: "1.2.3.4" }] },
  }),
  clustered("v1", "persistentvolumes", "hostpath", {
    spec: { capacity: { storage: "10Gi" }, accessModes: ["ReadWriteOnce"], hostPath: { path: "/x" } },
  }),
  clustered("v1", "persistentvolumes", "rbd", {
    spec: {
      capacity: { storage: "10Gi" },
      accessModes: ["ReadOnlyMany"],
      rbd: { monitors: ["m"], image: "i" },
      persistentVolumeReclaimPolicy: "Delete",
    },
  }),
  sent("v1", "persistentvolumeclaims", "plain", {
    spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1.5Gi" } } },
  }),
  sent("v1", "persistentvolumeclaims", "copied", {
    spec: {
      accessModes: ["ReadWriteOnce"],
      resources: { requests: { storage: "1Gi" } },
      dataSourceRef: { kind: "PersistentVolumeClaim", name: "other" },
      storageClassName: "",
    },
  }),
  sent("v1", "pods", "plain", { spec: podSpec }),
  sent("v1", "pods", "rich", { metadata: { labels: { ...labels, "pod-template-hash": "x" } }, spec: richPodSpec }),
  sent("v1", "pods", "gated", { spec: { ...podSpec, schedulingGates: [{ name: "example.com/wait" }] } }),
  sent("v1", "pods", "guaranteed", {
    spec: { containers: [{ ...container, resources: { limits: { cpu: "1", memory: "1Gi" } } }] },
  }),
  sent("v1", "pods", "pod-level", {
    spec: {
      resources: { limits: { cpu: "2", memory: "2Gi" } },
      containers: [
        { ...container, resources: { requests: { cpu: "500m", memory: "1Gi" } } },
        { ...container, name: "d", resources: { requests: { cpu: "250m" } } },
      ],
      initContainers: [{ ...container, name: "i", resources: { requests: { cpu: "1500m" } } }],
    },
  }),
  sent("v1", "podtemplates", "plain", { template }),
  sent("v1", "podtemplates", "rich", { template: { metadata: { labels }, spec: richPodSpec } }),
  sent("v1", "replicationcontrollers", "plain", { spec: { template } }),
  sent("v1", "resourcequotas", "plain", {
    spec: { hard: { cpu: "1000m", pods: "3" } },
    status: { used: { pods: "1" } },
  }),
  sent("v1", "secrets", "empty", {}),
  sent("v1", "secrets", "strings", { data: { a: "AQI=", b: "AQI=" }, stringData: { b: "späte", c: "" } }),
  sent("v1", "serviceaccounts", "empty", {}),
  sent("v1", "serviceaccounts", "full", {
    secrets: [{ name: "s", namespace: "elsewhere", kind: "Secret" }],
    imagePullSecrets: [{ name: "p" }],
  }),
  sent("v1", "services", "plain", { spec: { ports: [{ port: 80 }] } }),
  sent("v1", "services", "headless", { spec: { clusterIP: "None", selector: labels, ports: [{ port: 80 }] } }),
  sent("v1", "services", "open", { spec: { clusterIP: "None" } }),
  sent("v1", "services", "external-name", { spec: { type: "ExternalName", externalName: "example.com" } }),
  sent("v1", "services", "node-port", {
    spec: { type: "NodePort", sessionAffinity: "ClientIP", ports: [{ port: 80, targetPort: "http" }] },
  }),
  sent("v1", "services", "load-balancer", {
    spec: {
      type: "LoadBalancer",
      externalTrafficPolicy: "Local",
      ipFamilyPolicy: "PreferDualStack",
      ports: [
        { name: "a", port: 80 },
        { name: "b", port: 80, protocol: "UDP" },
        { name: "c", port: 443, nodePort: 30443 },
      ],
    },
    status: { loadBalancer: { ingress: [{ ip: "1.2.3.4" }] } },
  }),
];

const scaleTargetRef = { kind: "Deployment", name: "d", apiVersion: "apps/v1" };

const workloads: readonly SentObject[] = [
  sent("apps/v1", "controllerrevisions", "plain", { revision: 1, data: { spec: { x: 1 } } }),
  sent("apps/v1", "daemonsets", "plain", { spec: { selector, template } }),
  sent("apps/v1", "daemonsets", "on-delete", {
    metadata: { annotations: { "deprecated.daemonset.template.generation": "7" } },
    spec: { selector, template, updateStrategy: { type: "OnDelete" } },
  }),
  sent("apps/v1", "deployments", "plain", { spec: { selector, template }, status: { replicas: 3 } }),
  sent("apps/v1", "deployments", "recreate", {
    spec: { selector, template, strategy: { type: "Recreate" }, replicas: 0 },
  }),
  sent("apps/v1", "deployments", "rich", {
    spec: {
      selector,
      template: { metadata: { labels }, spec: richPodSpec },
      strategy: { rollingUpdate: { maxSurge: 2 } },
      paused: true,
    },
  }),
  sent("apps/v1", "replicasets", "plain", { spec: { selector, template } }),
  sent("apps/v1", "statefulsets", "plain", { spec: { serviceName: "s", selector, template } }),
  sent("apps/v1", "statefulsets", "claims", {
    spec: {
      selector,
      template,
      updateStrategy: { type: "RollingUpdate", rollingUpdate: { maxUnavailable: 2 } },
      persistentVolumeClaimRetentionPolicy: { whenScaled: "Delete" },
      volumeClaimTemplates: [
        {
          metadata: { name: "data" },
          spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1Gi" } } },
        },
      ],
    },
  }),
  sent("apps/v1", "statefulsets", "on-delete", { spec: { selector, template, updateStrategy: { type: "OnDelete" } } }),
  sent("autoscaling/v1", "horizontalpodautoscalers", "plain", {
    spec: { scaleTargetRef, maxReplicas: 5 },
  }),
  sent("autoscaling/v1", "horizontalpodautoscalers", "utilization", {
    spec: {
      scaleTargetRef,
      maxReplicas: 5,
      targetCPUUtilizationPercentage: 50,
    },
  }),
  sent("autoscaling/v2", "horizontalpodautoscalers", "plain", {
    spec: { scaleTargetRef, maxReplicas: 5 },
  }),
  sent("autoscaling/v2", "horizontalpodautoscalers", "behaving", {
    spec: {
      scaleTargetRef,
      maxReplicas: 5,
      behavior: { scaleDown: { stabilizationWindowSeconds: 60 } },
      metrics: [
        { type: "Pods", pods: { metric: { name: "m" }, target: { type: "AverageValue", averageValue: "1000m" } } },
        { type: "Resource", resource: { name: "memory", target: { type: "Utilization", averageUtilization: 70 } } },
      ],
    },
  }),
  sent("batch/v1", "cronjobs", "plain", {
    spec: {
      schedule: "* * * * *",
      jobTemplate: { spec: { template: { spec: { ...podSpec, restartPolicy: "Never" } } } },
    },
  }),
  sent("batch/v1", "jobs", "plain", { spec: { template: { spec: { ...podSpec, restartPolicy: "Never" } } } }),
  sent("batch/v1", "jobs", "indexed", {
    spec: {
      completionMode: "Indexed",
      completions: 3,
      parallelism: 2,
      backoffLimitPerIndex: 1,
      podFailurePolicy: {
        rules: [{ action: "Ignore", onPodConditions: [{ type: "DisruptionTarget" }] }],
      },
      template: { metadata: { labels }, spec: { ...podSpec, restartPolicy: "Never" } },
    },
  }),
  sent("policy/v1", "poddisruptionbudgets", "plain", { spec: { minAvailable: 1, selector } }),
];

const signingRequest =
  "LS0tLS1CRUdJTiBDRVJUSUZJQ0FURSBSRVFVRVNULS0tLS0KTUlJQ1hUQ0NBVVVDQVFBd0dERUtNQWdHQTFVRUF3d0JkVEVLTUFnR0ExVUVDZ3dCWnpDQ0FTSXdEUVlKS29aSQpodmNOQVFFQkJRQURnZ0VQQURDQ0FRb0NnZ0VCQUxZejg2MUxqVDVkYXpDcmJoTk9NQmZhSVJqWTFKWWIxaTZPCmVJTDM3d3JMM1lpcDVoZU40ZXdVb1JXbTBSOHFWRVdIYk1KTnc3UEE5UDlSb2tDMzlPYi85RlFGYWlRRG93U3AKcEt4VVhwUktSN0dWVlg5RDB6MWNkemU1TnJaUmpjb08rVWMrV0JNNGdXWjM3RHI5RUdjQTl0M09LaHY2Y000ZAovRmd2VU5HK3dKZGlDNW9VVDZ0aXlsVldOOHNTY1dlWHk1c3k0bFlmT0FiRTlTNUxLTnhNNktUM1hxUE9ONXQ0CjVrQTRyMkdqNHd6c1BWYWxYYTgvK281TUtZcURaTjdnc28xVmVXU0M1RG0vSGp0ZWVKSUc3MkJzdUs3NkFYYXEKdWdWWm94eHdybDhLVXQzRlZQeHdvU2h5MUdRbElGdGw5VkF4QmlBdnpUYjdPSkU0QUNVQ0F3RUFBYUFBTUEwRwpDU3FHU0liM0RRRUJDd1VBQTRJQkFRQm1qamRNK3FuNUEyUzMzK3lpUFpMRjc3dUh5N21FOTk2eEhKUUlJT3FBClpvY3pFek8rbUJlRURWZnpWeTBHS3hwM0NzQ0plQ2NIbmlMUWhwKzQ2cytVU2Y2aTVTaEFRNlEvTGkzVFlIckgKb3g2cHBzWTdKNlBTbnBHS3NVYVFHc2gzWEp6VEY3TzFJR1Zqb3NJRDNoVUpDQ3VEWWVPZjE1VDRVSTdYa3luSQpJVTVqVDlWK2FHd2poc2wyZGJZdFpKdTV0WVQ3aDlDMHg2UzV5TU94MnNVM0hmSGdZL1Q4b0w2S0ZtbGZCeXlHCitGeVAzSnc4cktXVSt2N2FXZTFpZmoxYjhCMWdvVkxWTmtuRG9lYWZJdzdYNFB6aWlQSkNRakVaYi9NUDF6T0kKU1pJcVF2QzZLM2VXZldJNmlqRGdETXpuSmI0K1pxcWNISGhnV3pGbVd5eE0KLS0tLS1FTkQgQ0VSVElGSUNBVEUgUkVRVUVTVC0tLS0tCg==";

const csiDriver = "csi.example.com";

const cluster: readonly SentObject[] = [
  clustered("admissionregistration.k8s.io/v1", "mutatingwebhookconfigurations", "plain", {
    webhooks: [
      {
        name: "hook.example.com",
        clientConfig: { service: { namespace: "default", name: "hook" } },
        rules: [{ operations: ["CREATE"], apiGroups: [""], apiVersions: ["v1"], resources: ["pods"] }],
        sideEffects: "None",
        admissionReviewVersions: ["v1"],
      },
    ],
  }),
  clustered("admissionregistration.k8s.io/v1", "validatingwebhookconfigurations", "plain", {
    webhooks: [
      {
        name: "hook.example.com",
        clientConfig: { url: "https://hook.example.com/x" },
        sideEffects: "None",
        admissionReviewVersions: ["v1"],
      },
    ],
  }),
  clustered("admissionregistration.k8s.io/v1", "validatingadmissionpolicies", "plain", {
    spec: {
      matchConstraints: {
        resourceRules: [{ operations: ["CREATE"], apiGroups: [""], apiVersions: ["v1"], resources: ["pods"] }],
      },
      validations: [{ expression: "true" }],
    },
  }),
  clustered("admissionregistration.k8s.io/v1", "validatingadmissionpolicybindings", "plain", {
    spec: { policyName: "p", validationActions: ["Deny"], matchResources: {} },
  }),
  clustered("admissionregistration.k8s.io/v1", "mutatingadmissionpolicies", "plain", {
    spec: {
      reinvocationPolicy: "Never",
      matchConstraints: {
        resourceRules: [{ operations: ["CREATE"], apiGroups: [""], apiVersions: ["v1"], resources: ["pods"] }],
      },
      mutations: [{ patchType: "JSONPatch", jsonPatch: { expression: '[JSONPatch{op: "remove", path: "/spec/x"}]' } }],
    },
  }),
  clustered("admissionregistration.k8s.io/v1", "mutatingadmissionpolicybindings", "plain", {
    spec: { policyName: "p" },
  }),
  clustered("certificates.k8s.io/v1", "certificatesigningrequests", "plain", {
    spec: { request: signingRequest, signerName: "example.com/signer", usages: ["client auth"], username: "liar" },
  }),
  sent("coordination.k8s.io/v1", "leases", "plain", {
    spec: { holderIdentity: "h", leaseDurationSeconds: 10, renewTime: "2026-01-02T03:04:05.123456Z" },
  }),
  sent("discovery.k8s.io/v1", "endpointslices", "plain", {
    addressType: "IPv4",
    endpoints: [{ addresses: ["10.1.1.1"] }],
    ports: [{ port: 80 }],
  }),
  sent("events.k8s.io/v1", "events", "plain", {
    regarding: { kind: "Pod", name: "p", namespace: "default" },
    eventTime: "2026-01-02T03:04:05.123456Z",
    reportingController: "example.com/c",
    reportingInstance: "c-1",
    action: "Do",
    reason: "Done",
    type: "Normal",
    note: "it is done",
  }),
  clustered("flowcontrol.apiserver.k8s.io/v1", "flowschemas", "plain", {
    spec: { priorityLevelConfiguration: { name: "global-default" } },
  }),
  clustered("flowcontrol.apiserver.k8s.io/v1", "prioritylevelconfigurations", "queued", {
    spec: { type: "Limited", limited: { limitResponse: { type: "Queue", queuing: {} } } },
  }),
  clustered("networking.k8s.io/v1", "ingressclasses", "plain", {
    spec: { controller: "example.com/c", parameters: { kind: "K", name: "n" } },
  }),
  sent("networking.k8s.io/v1", "ingresses", "plain", {
    spec: { defaultBackend: { service: { name: "s", port: { number: 80 } } } },
    status: { loadBalancer: { ingress: [{ ip: "1.2.3.4" }] } },
  }),
  clustered("networking.k8s.io/v1", "ipaddresses", "plain", {
    metadata: { name: "10.9.8.7" },
    spec: { parentRef: { resource: "services", namespace: "default", name: "s" } },
  }),
  sent("networking.k8s.io/v1", "networkpolicies", "plain", { spec: { podSelector: {} } }),
  sent("networking.k8s.io/v1", "networkpolicies", "egress", {
    spec: { podSelector: {}, ingress: [{ ports: [{ port: 80 }] }], egress: [{ ports: [{ port: "dns" }] }] },
  }),
  clustered("networking.k8s.io/v1", "servicecidrs", "plain", { spec: { cidrs: ["10.5.0.0/16"] } }),
  clustered("node.k8s.io/v1", "runtimeclasses", "plain", { handler: "runc" }),
  clustered("rbac.authorization.k8s.io/v1", "clusterroles", "plain", {
    rules: [{ verbs: ["get"], apiGroups: [""], resources: ["pods"] }],
  }),
  clustered("rbac.authorization.k8s.io/v1", "clusterrolebindings", "plain", {
    roleRef: { kind: "ClusterRole", name: "view" },
    subjects: [
      { kind: "User", name: "u" },
      { kind: "Group", name: "g" },
      { kind: "ServiceAccount", name: "s", namespace: "default" },
    ],
  }),
  sent("rbac.authorization.k8s.io/v1", "roles", "plain", { rules: [] }),
  sent("rbac.authorization.k8s.io/v1", "rolebindings", "plain", { roleRef: { kind: "Role", name: "r" } }),
  clustered("resource.k8s.io/v1", "deviceclasses", "plain", { spec: {} }),
  sent("resource.k8s.io/v1", "resourceclaims", "plain", {
    spec: { devices: { requests: [{ name: "r", exactly: { deviceClassName: "c", tolerations: [{ key: "a" }] } }] } },
  }),
  sent("resource.k8s.io/v1", "resourceclaimtemplates", "plain", {
    spec: {
      spec: { devices: { requests: [{ name: "r", firstAvailable: [{ name: "s", deviceClassName: "c" }] }] } },
    },
  }),
  clustered("resource.k8s.io/v1", "resourceslices", "plain", {
    spec: {
      driver: "d.example.com",
      nodeName: "n",
      pool: { name: "p", generation: 1, resourceSliceCount: 1 },
      devices: [{ name: "d" }],
    },
  }),
  clustered("scheduling.k8s.io/v1", "priorityclasses", "plain", { value: 10 }),
  clustered("storage.k8s.io/v1", "csidrivers", "plain", { metadata: { name: csiDriver }, spec: {} }),
  clustered("storage.k8s.io/v1", "csinodes", "plain", { spec: { drivers: [] } }),
  sent("storage.k8s.io/v1", "csistoragecapacities", "plain", { storageClassName: "s" }),
  clustered("storage.k8s.io/v1", "storageclasses", "plain", { provisioner: csiDriver }),
  clustered("storage.k8s.io/v1", "volumeattachments", "plain", {
    spec: { attacher: csiDriver, nodeName: "n", source: { persistentVolumeName: "v" } },
  }),
  clustered("storage.k8s.io/v1", "volumeattributesclasses", "plain", {
    driverName: csiDriver,
    parameters: { iops: "100" },
  }),
];

/** Objects of every kind that can be created, small and large. */
export const sentObjects: readonly SentObject[] = [...core, ...workloads, ...cluster];
