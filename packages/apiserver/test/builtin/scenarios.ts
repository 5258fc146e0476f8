/** A request: method, path, body, content type. */
export type Step = readonly [method: string, path: string, body?: unknown, contentType?: string];

/** Requests that are sent one after the other to a fresh server. */
export interface Scenario {
  readonly name: string;
  /** Whether pods get service accounts. */
  readonly serviceAccountAdmission?: boolean;
  readonly steps: readonly Step[];
}

const M = "application/merge-patch+json";
const N = "/api/v1/namespaces/default";
const P = [{ port: 80 }];
const c = { name: "c", image: "nginx" };

function pod(name: string, spec: object = {}, metadata: object = {}): object {
  return { metadata: { name, ...metadata }, spec: { containers: [c], ...spec } };
}

function svc(name: string, spec: object): object {
  return { metadata: { name }, spec };
}

export const scenarios: readonly Scenario[] = [
  {
    name: "services",
    steps: [
      ["POST", `${N}/services`, svc("s1", { ports: P })],
      ["PATCH", `${N}/services/s1`, { spec: { type: "NodePort" } }, M],
      ["PATCH", `${N}/services/s1`, { spec: { type: "LoadBalancer", externalTrafficPolicy: "Local" } }, M],
      ["PATCH", `${N}/services/s1/status`, { status: { loadBalancer: { ingress: [{ ip: "1.2.3.4" }] } } }, M],
      ["PATCH", `${N}/services/s1`, { spec: { type: "ClusterIP" } }, M],
      ["PATCH", `${N}/services/s1`, { spec: { type: "ExternalName", externalName: "a.b" } }, M],
      ["PATCH", `${N}/services/s1`, { spec: { type: "ClusterIP", externalName: null } }, M],
      ["PUT", `${N}/services/s1`, svc("s1", { ports: P, selector: { a: "b" } })],
      ["DELETE", `${N}/services/s1`],
      ["POST", `${N}/services`, svc("s2", { type: "NodePort", ports: [{ port: 80, nodePort: 30100 }] })],
      ["POST", `${N}/services`, svc("s3", { type: "NodePort", ports: [{ port: 80, nodePort: 30100 }] })],
      ["POST", `${N}/services`, svc("s3", { type: "NodePort", ports: [{ port: 80, nodePort: 99 }] })],
      [
        "PUT",
        `${N}/services/s2`,
        svc("s2", {
          type: "NodePort",
          ports: [
            { port: 80, name: "w" },
            { port: 81, name: "x" },
          ],
        }),
      ],
      ["DELETE", `${N}/services/s2`],
      ["POST", `${N}/services`, svc("s3", { type: "NodePort", ports: [{ port: 80, nodePort: 30100 }] })],
      ["POST", `${N}/services`, svc("s4", { type: "LoadBalancer", allocateLoadBalancerNodePorts: false, ports: P })],
      ["POST", `${N}/services`, svc("s5", { clusterIP: "1.2.3.4", ports: P })],
      ["POST", `${N}/services`, svc("s5", { clusterIP: "10.0.0.1", ports: P })],
      ["POST", `${N}/services`, svc("s5", { ipFamilies: ["IPv6"], ports: P })],
      ["POST", `${N}/services`, svc("s5", { ipFamilyPolicy: "RequireDualStack", ports: P })],
      [
        "POST",
        `${N}/services`,
        svc("s5", { externalIPs: ["1.2.3.4"], externalName: "x.y", ports: P, trafficDistribution: "PreferClose" }),
      ],
      ["GET", "/apis/networking.k8s.io/v1/servicecidrs"],
    ],
  },
  {
    name: "pod admission",
    steps: [
      ["POST", `${N}/pods`, pod("p.1")],
      ["POST", `${N}/pods`, pod("p2", { priority: 5 })],
      ["POST", `${N}/pods`, pod("p2", { priorityClassName: "nope" })],
      ["POST", `${N}/pods`, pod("p2", { priorityClassName: "system-node-critical" })],
      ["POST", `${N}/pods`, pod("p3", { runtimeClassName: "nope" })],
      ["POST", `${N}/pods`, pod("p3", { overhead: { cpu: "1" } })],
      [
        "POST",
        `${N}/pods`,
        pod("p3", {
          containers: [
            {
              ...c,
              env: [
                { name: "A", value: "1" },
                { name: "A", value: "2" },
              ],
              ports: [{ containerPort: 80 }, { containerPort: 80, name: "x", hostPort: 80 }],
            },
          ],
          nodeSelector: { "beta.kubernetes.io/os": "linux" },
        }),
      ],
      ["PATCH", `${N}/pods/p2`, { spec: { priority: null } }, M],
      ["PUT", `${N}/pods/p2`, pod("p2", { priorityClassName: "system-node-critical", tolerations: [] })],
      [
        "POST",
        `${N}/pods`,
        { metadata: { generateName: "gen-" }, spec: { containers: [c], priorityClassName: "nope" } },
      ],
      [
        "POST",
        "/apis/node.k8s.io/v1/runtimeclasses",
        {
          metadata: { name: "rc" },
          handler: "h",
          overhead: { podFixed: { cpu: "100m" } },
          scheduling: { nodeSelector: { a: "b" }, tolerations: [{ key: "k", operator: "Exists" }] },
        },
      ],
      [
        "POST",
        `${N}/pods`,
        pod("p4", { runtimeClassName: "rc", tolerations: [{ key: "k", operator: "Equal", value: "v" }] }),
      ],
      ["POST", `${N}/pods`, pod("p5", { runtimeClassName: "rc", nodeSelector: { a: "c" } })],
      [
        "POST",
        "/apis/scheduling.k8s.io/v1/priorityclasses",
        { metadata: { name: "d1" }, value: 10, globalDefault: true, preemptionPolicy: "Never" },
      ],
      [
        "POST",
        "/apis/scheduling.k8s.io/v1/priorityclasses",
        { metadata: { name: "d2" }, value: 10, globalDefault: true },
      ],
      ["POST", `${N}/pods`, pod("p6")],
      ["POST", `${N}/pods`, pod("p6b", { preemptionPolicy: "PreemptLowerPriority" })],
      ["DELETE", "/apis/scheduling.k8s.io/v1/priorityclasses/d1"],
    ],
  },
  {
    name: "limit ranges",
    steps: [
      ["POST", "/api/v1/namespaces", { metadata: { name: "limited" } }],
      [
        "POST",
        "/api/v1/namespaces/limited/limitranges",
        {
          metadata: { name: "lr" },
          spec: {
            limits: [
              { type: "Container", min: { cpu: "100m" }, max: { cpu: "2" }, maxLimitRequestRatio: { cpu: "2" } },
              { type: "Pod", max: { cpu: "3" } },
              { type: "PersistentVolumeClaim", max: { storage: "1Gi" } },
            ],
          },
        },
      ],
      ["POST", "/api/v1/namespaces/limited/pods", pod("a")],
      [
        "POST",
        "/api/v1/namespaces/limited/pods",
        pod("b", { containers: [{ ...c, resources: { requests: { cpu: "1" }, limits: { cpu: "4" } } }] }),
      ],
      [
        "POST",
        "/api/v1/namespaces/limited/pods",
        pod("b", { containers: [{ ...c, resources: { requests: { cpu: "10m" } } }] }),
      ],
      ["POST", "/api/v1/namespaces/limited/pods", pod("b", { containers: [c, { ...c, name: "d" }] })],
      [
        "POST",
        "/api/v1/namespaces/limited/persistentvolumeclaims",
        {
          metadata: { name: "pvc" },
          spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "2Gi" } } },
        },
      ],
    ],
  },
  {
    name: "default classes",
    steps: [
      [
        "POST",
        "/apis/storage.k8s.io/v1/storageclasses",
        {
          metadata: { name: "std", annotations: { "storageclass.kubernetes.io/is-default-class": "true" } },
          provisioner: "x.y",
        },
      ],
      [
        "POST",
        `${N}/persistentvolumeclaims`,
        {
          metadata: { name: "c1" },
          spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1Gi" } } },
        },
      ],
      [
        "PATCH",
        `${N}/persistentvolumeclaims/c1/status`,
        { status: { phase: "Bound", capacity: { storage: "1Gi" } } },
        M,
      ],
      ["PATCH", `${N}/persistentvolumeclaims/c1`, { spec: { resources: { requests: { storage: "2Gi" } } } }, M],
      ["DELETE", `${N}/persistentvolumeclaims/c1`],
      ["PATCH", `${N}/persistentvolumeclaims/c1`, { metadata: { finalizers: null } }, M],
      ["GET", `${N}/persistentvolumeclaims/c1`],
      [
        "POST",
        "/apis/networking.k8s.io/v1/ingressclasses",
        {
          metadata: { name: "ic", annotations: { "ingressclass.kubernetes.io/is-default-class": "true" } },
          spec: { controller: "a.b/c" },
        },
      ],
      [
        "POST",
        "/apis/networking.k8s.io/v1/namespaces/default/ingresses",
        { metadata: { name: "i" }, spec: { defaultBackend: { service: { name: "s", port: { number: 80 } } } } },
      ],
      [
        "POST",
        "/apis/networking.k8s.io/v1/namespaces/default/ingresses",
        {
          metadata: { name: "i2", annotations: { "kubernetes.io/ingress.class": "x" } },
          spec: { defaultBackend: { service: { name: "s", port: { number: 80 } } } },
        },
      ],
    ],
  },
  {
    name: "namespaces",
    steps: [
      ["POST", `/api/v1/namespaces/nope/configmaps`, { metadata: { name: "x" } }],
      ["PUT", `/api/v1/namespaces/nope/configmaps/x`, { metadata: { name: "x" } }],
      ["DELETE", `/api/v1/namespaces/default`],
      ["DELETE", `/api/v1/namespaces/kube-node-lease`],
      ["POST", "/api/v1/namespaces", { metadata: { generateName: "g-" } }],
      ["DELETE", `/api/v1/namespaces/limited`],
      ["POST", `/api/v1/namespaces/limited/configmaps`, { metadata: { name: "x" } }],
      ["POST", `/api/v1/namespaces/limited/configmaps`, { metadata: { generateName: "x-" } }],
      ["DELETE", `/api/v1/namespaces/limited`],
      [
        "PUT",
        `/api/v1/namespaces/limited/finalize`,
        { apiVersion: "v1", kind: "Namespace", metadata: { name: "limited" }, spec: { finalizers: [] } },
      ],
      ["GET", `/api/v1/namespaces/limited`],
    ],
  },
  {
    name: "events",
    steps: [
      [
        "POST",
        `${N}/events`,
        {
          metadata: { name: "e1" },
          involvedObject: { kind: "Pod", name: "p", namespace: "default", uid: "u" },
          reason: "R",
          message: "m",
          count: 2,
          source: { component: "kubelet", host: "h" },
          firstTimestamp: "2026-01-02T03:04:05Z",
          lastTimestamp: "2026-01-02T03:04:06Z",
          type: "Warning",
        },
      ],
      ["GET", "/apis/events.k8s.io/v1/namespaces/default/events/e1"],
      [
        "POST",
        "/apis/events.k8s.io/v1/namespaces/default/events",
        {
          metadata: { name: "e2" },
          regarding: { kind: "Pod", name: "p", namespace: "default" },
          eventTime: "2026-01-02T03:04:05.000001Z",
          reportingController: "a.b/c",
          reportingInstance: "i",
          action: "A",
          reason: "R",
          type: "Normal",
          note: "n",
          series: { count: 3, lastObservedTime: "2026-01-02T03:04:05.000001Z" },
        },
      ],
      ["GET", `${N}/events/e2`],
      ["GET", `${N}/events?fieldSelector=involvedObject.name%3Dp,reason%3DR`],
      [
        "GET",
        `/apis/events.k8s.io/v1/namespaces/default/events?fieldSelector=regarding.name%3Dp,reportingController%3Da.b/c`,
      ],
      ["GET", `${N}/events?fieldSelector=source%3Dkubelet`],
      ["GET", `${N}/events?fieldSelector=regarding.name%3Dp`],
    ],
  },
  {
    name: "field selectors",
    steps: [
      ["POST", `${N}/pods`, pod("p2", { priorityClassName: "system-node-critical" })],
      ["GET", `${N}/pods?fieldSelector=spec.nodeName%3D,status.phase%3DPending,metadata.name%3Dp2`],
      ["GET", `${N}/pods?fieldSelector=spec.hostNetwork%3Dtrue`],
      ["GET", `${N}/pods?fieldSelector=status.podIPs%3Dx`],
      ["GET", `${N}/pods?fieldSelector=spec.foo%3Dx`],
      ["GET", `/apis/apps/v1/deployments?fieldSelector=spec.foo%3Dx`],
      ["GET", `/apis/batch/v1/jobs?fieldSelector=spec.foo%3Dx`],
      ["GET", `/apis/resource.k8s.io/v1/resourceslices?fieldSelector=spec.foo%3Dx`],
      ["GET", `/api/v1/nodes?fieldSelector=spec.unschedulable%3Dfalse`],
      ["GET", `/api/v1/nodes?fieldSelector=metadata.namespace%3Dfalse`],
    ],
  },
  {
    name: "autoscalers",
    steps: [
      [
        "POST",
        "/apis/autoscaling/v2/namespaces/default/horizontalpodautoscalers",
        {
          metadata: { name: "h" },
          spec: {
            scaleTargetRef: { apiVersion: "apps/v1", kind: "Deployment", name: "d" },
            maxReplicas: 3,
            behavior: { scaleUp: { tolerance: "0.1", policies: [{ type: "Pods", value: 1, periodSeconds: 5 }] } },
            metrics: [
              { type: "Resource", resource: { name: "cpu", target: { type: "Utilization", averageUtilization: 50 } } },
              {
                type: "Pods",
                pods: {
                  metric: { name: "m", selector: { matchLabels: { a: "b" } } },
                  target: { type: "AverageValue", averageValue: "10" },
                },
              },
              {
                type: "Object",
                object: {
                  metric: { name: "o" },
                  describedObject: { kind: "Service", name: "s", apiVersion: "v1" },
                  target: { type: "Value", value: "5" },
                },
              },
              {
                type: "External",
                external: { metric: { name: "e" }, target: { type: "AverageValue", averageValue: "5" } },
              },
              {
                type: "ContainerResource",
                containerResource: {
                  name: "memory",
                  container: "c",
                  target: { type: "AverageValue", averageValue: "1Gi" },
                },
              },
            ],
          },
        },
      ],
      ["GET", "/apis/autoscaling/v1/namespaces/default/horizontalpodautoscalers/h"],
      [
        "PATCH",
        "/apis/autoscaling/v2/namespaces/default/horizontalpodautoscalers/h/status",
        {
          status: {
            currentReplicas: 1,
            desiredReplicas: 2,
            conditions: [
              {
                type: "AbleToScale",
                status: "True",
                lastTransitionTime: "2026-01-02T03:04:05Z",
                reason: "r",
                message: "m",
              },
            ],
            currentMetrics: [
              {
                type: "Resource",
                resource: { name: "cpu", current: { averageUtilization: 10, averageValue: "100m" } },
              },
            ],
          },
        },
        M,
      ],
      ["GET", "/apis/autoscaling/v1/namespaces/default/horizontalpodautoscalers/h"],
      [
        "PATCH",
        "/apis/autoscaling/v1/namespaces/default/horizontalpodautoscalers/h",
        { spec: { targetCPUUtilizationPercentage: 66 } },
        M,
      ],
      ["GET", "/apis/autoscaling/v2/namespaces/default/horizontalpodautoscalers/h"],
      ["GET", "/apis/autoscaling/v1/namespaces/default/horizontalpodautoscalers"],
    ],
  },
  {
    name: "workloads",
    steps: [
      [
        "POST",
        "/apis/coordination.k8s.io/v1/namespaces/default/leases",
        {
          metadata: { name: "l" },
          spec: { strategy: "OldestEmulationVersion", preferredHolder: "x", holderIdentity: "h" },
        },
      ],
      [
        "PUT",
        "/apis/coordination.k8s.io/v1/namespaces/default/leases/l",
        { metadata: { name: "l" }, spec: { holderIdentity: "i" } },
      ],
      [
        "PUT",
        "/apis/coordination.k8s.io/v1/namespaces/default/leases/l9",
        { metadata: { name: "l9" }, spec: { holderIdentity: "i" } },
      ],
      [
        "POST",
        "/apis/batch/v1/namespaces/default/jobs",
        { metadata: { name: "j" }, spec: { template: { spec: { restartPolicy: "Never", containers: [c] } } } },
      ],
      ["DELETE", "/apis/batch/v1/namespaces/default/jobs/j"],
      ["GET", "/apis/batch/v1/namespaces/default/jobs/j"],
      [
        "POST",
        "/apis/apps/v1/namespaces/default/deployments",
        {
          metadata: { name: "d.1" },
          spec: {
            selector: { matchLabels: { a: "b" } },
            template: { metadata: { labels: { a: "b" } }, spec: { containers: [c] } },
          },
        },
      ],
      ["PATCH", "/apis/apps/v1/namespaces/default/deployments/d.1", { metadata: { annotations: { x: "y" } } }, M],
      ["PATCH", "/apis/apps/v1/namespaces/default/deployments/d.1", { metadata: { labels: { x: "y" } } }, M],
      [
        "PATCH",
        "/apis/apps/v1/namespaces/default/deployments/d.1",
        { spec: { template: { spec: { nodeSelector: { "beta.kubernetes.io/os": "linux" } } } } },
        M,
      ],
      ["GET", "/apis/apps/v1/namespaces/default/deployments/d.1/scale"],
      [
        "PUT",
        "/apis/apps/v1/namespaces/default/deployments/d.1/scale",
        {
          kind: "Scale",
          apiVersion: "autoscaling/v1",
          metadata: { name: "d.1", namespace: "default" },
          spec: { replicas: 0 },
        },
      ],
      [
        "PUT",
        "/apis/apps/v1/namespaces/default/deployments/d.1/scale",
        {
          kind: "Scale",
          apiVersion: "autoscaling/v1",
          metadata: { name: "d.1", namespace: "default", uid: "x" },
          spec: { replicas: 1 },
        },
      ],
      [
        "PUT",
        "/apis/apps/v1/namespaces/default/deployments/d.1/scale",
        {
          kind: "Scale",
          apiVersion: "autoscaling/v1",
          metadata: { name: "d.1", namespace: "default", resourceVersion: "1" },
          spec: { replicas: 1 },
        },
      ],
      [
        "POST",
        "/apis/apps/v1/namespaces/default/daemonsets",
        {
          metadata: { name: "ds" },
          spec: {
            selector: { matchLabels: { a: "b" } },
            template: { metadata: { labels: { a: "b" } }, spec: { containers: [c] } },
          },
        },
      ],
      [
        "PATCH",
        "/apis/apps/v1/namespaces/default/daemonsets/ds",
        { spec: { template: { spec: { hostPID: true } } } },
        M,
      ],
      ["PATCH", "/apis/apps/v1/namespaces/default/daemonsets/ds", { spec: { minReadySeconds: 3 } }, M],
      ["PATCH", "/apis/apps/v1/namespaces/default/daemonsets/ds", { metadata: { annotations: null } }, M],
      ["POST", "/api/v1/namespaces/default/secrets", { metadata: { name: "s" }, stringData: { a: "b" } }],
      ["PATCH", "/api/v1/namespaces/default/secrets/s", { stringData: { c: "d" }, data: { a: null } }, M],
    ],
  },
  {
    name: "pod views",
    steps: [
      ["POST", `${N}/pods`, pod("p2", { priorityClassName: "system-node-critical" })],
      ["POST", "/api/v1/nodes", { metadata: { name: "n1" } }],
      ["POST", `${N}/pods`, pod("p4")],
      [
        "PATCH",
        `${N}/pods/p2/status`,
        {
          metadata: {
            labels: { z: "z" },
            finalizers: ["a.b/c"],
            ownerReferences: [{ apiVersion: "v1", kind: "N", name: "n", uid: "u" }],
          },
          spec: { nodeName: "x" },
          status: {
            phase: "Running",
            conditions: [{ type: "Ready", status: "True", observedGeneration: 1 }],
            podIP: "1.1.1.1",
          },
        },
        M,
      ],
      [
        "PATCH",
        `${N}/pods/p2/status`,
        { status: { conditions: [{ type: "Ready", status: "False" }], qosClass: null, podIP: "1.1.1.2" } },
        M,
      ],
      [
        "PATCH",
        `${N}/pods/p2/ephemeralcontainers`,
        {
          metadata: { labels: { q: "q" } },
          spec: { ephemeralContainers: [{ name: "e", image: "busybox" }], nodeName: "y" },
        },
        M,
      ],
      [
        "POST",
        `${N}/pods/p2/binding`,
        { target: { kind: "Node", name: "n1" }, metadata: { name: "p2", annotations: { b: "b" } } },
      ],
      ["DELETE", `${N}/pods/p2`],
      ["DELETE", `${N}/pods/p2?gracePeriodSeconds=5`],
      ["GET", `${N}/pods/p2`],
      ["DELETE", `${N}/pods/p4`],
      ["GET", `${N}/pods/p4`],
    ],
  },
  {
    name: "service accounts",
    serviceAccountAdmission: true,
    steps: [
      ["POST", `${N}/pods`, pod("nodefault", { serviceAccountName: "nope" })],
      [
        "POST",
        `${N}/serviceaccounts`,
        { metadata: { name: "default" }, imagePullSecrets: [{ name: "pull" }], automountServiceAccountToken: true },
      ],
      ["POST", `${N}/serviceaccounts`, { metadata: { name: "quiet" }, automountServiceAccountToken: false }],
      [
        "POST",
        `${N}/serviceaccounts`,
        {
          metadata: { name: "strict", annotations: { "kubernetes.io/enforce-mountable-secrets": "true" } },
          secrets: [{ name: "ok" }],
        },
      ],
      ["POST", `${N}/pods`, pod("plain", { initContainers: [{ name: "i", image: "x" }] })],
      ["POST", `${N}/pods`, pod("quiet", { serviceAccountName: "quiet" })],
      [
        "POST",
        `${N}/pods`,
        pod("loud", {
          serviceAccountName: "quiet",
          automountServiceAccountToken: true,
          imagePullSecrets: [{ name: "own" }],
        }),
      ],
      [
        "POST",
        `${N}/pods`,
        pod("mounted", {
          containers: [
            { ...c, volumeMounts: [{ name: "v", mountPath: "/var/run/secrets/kubernetes.io/serviceaccount" }] },
          ],
          volumes: [{ name: "v", emptyDir: {} }],
        }),
      ],
      [
        "POST",
        `${N}/pods`,
        pod("strict1", { serviceAccountName: "strict", volumes: [{ name: "v", secret: { secretName: "bad" } }] }),
      ],
      [
        "POST",
        `${N}/pods`,
        pod("strict2", {
          serviceAccountName: "strict",
          volumes: [{ name: "v", secret: { secretName: "ok" } }],
          containers: [{ ...c, envFrom: [{ secretRef: { name: "bad" } }] }],
        }),
      ],
      ["POST", `${N}/pods`, pod("strict3", { serviceAccountName: "strict", imagePullSecrets: [{ name: "x" }] })],
      [
        "POST",
        `${N}/pods`,
        pod("mirror", { serviceAccountName: "x" }, { annotations: { "kubernetes.io/config.mirror": "x" } }),
      ],
      ["POST", `${N}/pods`, pod("mirror", { nodeName: "n" }, { annotations: { "kubernetes.io/config.mirror": "x" } })],
      [
        "POST",
        "/apis/apps/v1/namespaces/default/deployments",
        {
          metadata: { name: "d" },
          spec: {
            selector: { matchLabels: { a: "b" } },
            template: { metadata: { labels: { a: "b" } }, spec: { containers: [c] } },
          },
        },
      ],
    ],
  },
];
