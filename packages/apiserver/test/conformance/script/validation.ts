import type { Script } from "../script.ts";
import { deployment, type Json, pod, service } from "./fixture.ts";

const container = (more: Json): Json => ({ name: "main", image: "i", ...more });

/** Pods that are refused, or told something about; each is created as a dry run. */
const pods: Record<string, Json> = {
  "no containers": { containers: [] },
  "no spec": {},
  "a container without a name": { containers: [{ image: "i" }] },
  "a container without an image": { containers: [{ name: "a" }] },
  "a bad container name": { containers: [container({ name: "A_" })] },
  "two containers of one name": { containers: [container({}), container({})] },
  "a bad restart policy": { containers: [container({})], restartPolicy: "Sometimes" },
  "a bad DNS policy": { containers: [container({})], dnsPolicy: "Best" },
  "a bad pull policy": { containers: [container({ imagePullPolicy: "Often" })] },
  "an image with spaces": { containers: [container({ image: " i " })] },
  "ports out of range": { containers: [container({ ports: [{ containerPort: 0 }, { containerPort: 70000 }] })] },
  "ports of one name": {
    containers: [
      container({
        ports: [
          { containerPort: 1, name: "a" },
          { containerPort: 2, name: "a" },
        ],
      }),
    ],
  },
  "a bad port name": { containers: [container({ ports: [{ containerPort: 1, name: "this-is-too-long-x" }] })] },
  "a bad protocol": { containers: [container({ ports: [{ containerPort: 1, protocol: "ICMP" }] })] },
  "a mount of nothing": { containers: [container({ volumeMounts: [{ name: "x", mountPath: "/x" }] })] },
  "a mount without a path": {
    containers: [container({ volumeMounts: [{ name: "x" }] })],
    volumes: [{ name: "x", emptyDir: {} }],
  },
  "two mounts at one path": {
    containers: [
      container({
        volumeMounts: [
          { name: "x", mountPath: "/x" },
          { name: "x", mountPath: "/x" },
        ],
      }),
    ],
    volumes: [{ name: "x", emptyDir: {} }],
  },
  "volumes of one name": {
    containers: [container({})],
    volumes: [
      { name: "x", emptyDir: {} },
      { name: "x", emptyDir: {} },
    ],
  },
  "a volume of two kinds": {
    containers: [container({})],
    volumes: [{ name: "x", emptyDir: {}, hostPath: { path: "/x" } }],
  },
  "a volume of no kind": { containers: [container({})], volumes: [{ name: "x" }] },
  "a secret without a name": { containers: [container({})], volumes: [{ name: "x", secret: {} }] },
  "a bad variable": { containers: [container({ env: [{ name: "" }, { name: "a=b", value: "x" }] })] },
  "a variable with two values": {
    containers: [
      container({ env: [{ name: "A", value: "x", valueFrom: { fieldRef: { fieldPath: "metadata.name" } } }] }),
    ],
  },
  "a variable of an unknown field": {
    containers: [container({ env: [{ name: "A", valueFrom: { fieldRef: { fieldPath: "spec.nope" } } }] })],
  },
  "a variable of a key without a name": {
    containers: [container({ env: [{ name: "A", valueFrom: { configMapKeyRef: { key: "" } } }] })],
  },
  "requests beyond limits": {
    containers: [container({ resources: { requests: { cpu: "2" }, limits: { cpu: "1" } } })],
  },
  "negative resources": { containers: [container({ resources: { requests: { memory: "-1" } } })] },
  "an unknown resource": { containers: [container({ resources: { requests: { speed: "1" } } })] },
  "a probe of two kinds": {
    containers: [container({ livenessProbe: { httpGet: { port: 80 }, tcpSocket: { port: 80 } } })],
  },
  "a probe of no kind": { containers: [container({ livenessProbe: {} })] },
  "a probe with bad numbers": {
    containers: [container({ livenessProbe: { tcpSocket: { port: 80 }, periodSeconds: -1, successThreshold: 3 } })],
  },
  "a probe of a bad port": { containers: [container({ readinessProbe: { httpGet: { port: 0, path: "" } } })] },
  "a lifecycle of nothing": { containers: [container({ lifecycle: { preStop: {} } })] },
  "an init container of the same name": { containers: [container({})], initContainers: [container({})] },
  "an init container with a probe": {
    containers: [container({})],
    initContainers: [container({ name: "init", livenessProbe: { tcpSocket: { port: 1 } } })],
  },
  "a negative grace": { containers: [container({})], terminationGracePeriodSeconds: -1 },
  "a deadline of nothing": { containers: [container({})], activeDeadlineSeconds: 0 },
  "a bad node selector": { containers: [container({})], nodeSelector: { "a b": "c" } },
  "a bad toleration": {
    containers: [container({})],
    tolerations: [
      { operator: "Exists", value: "x" },
      { key: "k", operator: "Nope" },
    ],
  },
  "a bad affinity": {
    containers: [container({})],
    affinity: { nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: [] } } },
  },
  "a bad host name": { containers: [container({})], hostname: "A_b" },
  "host users": { containers: [container({})], hostNetwork: true, hostUsers: false },
  "a bad security context": {
    containers: [container({ securityContext: { runAsUser: -1, privileged: true, allowPrivilegeEscalation: false } })],
  },
  "a bad fs group": { containers: [container({})], securityContext: { fsGroup: -5, supplementalGroups: [-1] } },
  "a bad service account": { containers: [container({})], serviceAccountName: "A b" },
  "a bad pull secret": { containers: [container({})], imagePullSecrets: [{ name: "" }] },
  "host aliases": { containers: [container({})], hostAliases: [{ ip: "x", hostnames: ["a_b"] }] },
  "DNS without servers": { containers: [container({})], dnsPolicy: "None" },
  "topology spread": {
    containers: [container({})],
    topologySpreadConstraints: [{ maxSkew: 0, topologyKey: "", whenUnsatisfiable: "Maybe" }],
  },
  "a readiness gate": { containers: [container({})], readinessGates: [{ conditionType: "a b" }] },
  "a priority that is unknown": { containers: [container({})], priorityClassName: "nope" },
  "a working directory with a colon": { containers: [container({ workingDir: "/a:b", command: ["x"] })] },
  "a claim without a name": {
    containers: [container({})],
    volumes: [{ name: "x", persistentVolumeClaim: { claimName: "" } }],
  },
  "a projected volume": {
    containers: [container({})],
    volumes: [{ name: "x", projected: { sources: [{ secret: { name: "" } }, {}], defaultMode: 9999 } }],
  },
  "a downward volume": {
    containers: [container({})],
    volumes: [
      {
        name: "x",
        downwardAPI: { items: [{ path: "../up", fieldRef: { fieldPath: "metadata.name" } }, { path: "b" }] },
      },
    ],
  },
};

function scriptOf(name: string, path: (namespace: string) => string, objects: Record<string, Json>): Script {
  return {
    class: "validation",
    name,
    async run(s) {
      for (const [step, body] of Object.entries(objects))
        await s.send(step, "POST", `${path(s.namespace)}?dryRun=All`, { body });
    },
  };
}

const inCore = (resource: string) => (namespace: string) => `/api/v1/namespaces/${namespace}/${resource}`;
const inGroup = (group: string, resource: string) => (namespace: string) =>
  `/apis/${group}/namespaces/${namespace}/${resource}`;

function each(cases: Record<string, Json>, make: (spec: Json) => Json): Record<string, Json> {
  return Object.fromEntries(Object.entries(cases).map(([step, spec]) => [step, make(spec)]));
}

const template = (labels: Json = { app: "x" }, spec: Json = { containers: [container({})] }): Json => ({
  metadata: { labels },
  spec,
});

/** Objects that break the rules of their kinds. */
export const validationScripts: Script[] = [
  scriptOf(
    "pods",
    inCore("pods"),
    each(pods, (spec) => ({ apiVersion: "v1", kind: "Pod", metadata: { name: "p" }, spec })),
  ),
  scriptOf("deployments", inGroup("apps/v1", "deployments"), {
    nothing: { apiVersion: "apps/v1", kind: "Deployment", metadata: { name: "d" } },
    "an empty spec": { apiVersion: "apps/v1", kind: "Deployment", metadata: { name: "d" }, spec: {} },
    ...each(
      {
        "labels that do not match": { template: template({ app: "other" }) },
        "an empty selector": { selector: {} },
        "a bad selector": { selector: { matchLabels: { "a b": "c" } } },
        "a bad expression": { selector: { matchExpressions: [{ key: "app", operator: "Around", values: ["x"] }] } },
        "an expression without values": { selector: { matchExpressions: [{ key: "app", operator: "In" }] } },
        "negative replicas": { replicas: -1 },
        "a bad strategy": { strategy: { type: "Recreate", rollingUpdate: { maxSurge: 1 } } },
        "no room": { strategy: { rollingUpdate: { maxSurge: 0, maxUnavailable: 0 } } },
        "bad percentages": { strategy: { rollingUpdate: { maxSurge: "x%", maxUnavailable: "150%" } } },
        "a restart policy": {
          template: template({ app: "d" }, { containers: [container({})], restartPolicy: "Never" }),
        },
        "a deadline too short": { minReadySeconds: 700 },
        "negative numbers": { revisionHistoryLimit: -1, minReadySeconds: -1, progressDeadlineSeconds: -1 },
        "a template without containers": { template: template({ app: "d" }, { containers: [] }) },
        "a deadline for pods": {
          template: template({ app: "d" }, { containers: [container({})], activeDeadlineSeconds: 5 }),
        },
      },
      (spec) => deployment("d", { spec }),
    ),
  }),
  scriptOf(
    "replica sets",
    inGroup("apps/v1", "replicasets"),
    each(
      {
        "labels that do not match": { selector: { matchLabels: { app: "x" } }, template: template({ app: "y" }) },
        "no selector": { template: template() },
        "negative replicas": { selector: { matchLabels: { app: "x" } }, template: template(), replicas: -1 },
        "a restart policy": {
          selector: { matchLabels: { app: "x" } },
          template: template({ app: "x" }, { containers: [container({})], restartPolicy: "OnFailure" }),
        },
      },
      (spec) => ({ apiVersion: "apps/v1", kind: "ReplicaSet", metadata: { name: "r" }, spec }),
    ),
  ),
  scriptOf(
    "services",
    inCore("services"),
    each(
      {
        "no ports": { ports: [] },
        "a bad port": { ports: [{ port: 0 }] },
        "a bad target": { ports: [{ port: 80, targetPort: "this-name-is-too-long" }] },
        "ports twice": {
          ports: [
            { port: 80, name: "a" },
            { port: 80, name: "b" },
          ],
        },
        "names twice": {
          ports: [
            { port: 80, name: "a" },
            { port: 81, name: "a" },
          ],
        },
        "a bad protocol": { ports: [{ port: 80, protocol: "X" }] },
        "a bad type": { type: "Magic" },
        "a bad address": { clusterIP: "not-an-ip" },
        "a bad selector": { selector: { "a b": "c" } },
        "a bad affinity": { sessionAffinity: "Maybe" },
        "affinity without time": {
          sessionAffinity: "ClientIP",
          sessionAffinityConfig: { clientIP: { timeoutSeconds: 0 } },
        },
        "an external name without one": { type: "ExternalName" },
        "a headless load balancer": { type: "LoadBalancer", clusterIP: "None" },
        "a node port on a cluster service": { ports: [{ port: 80, nodePort: 30080 }] },
        "a node port out of range": { type: "NodePort", ports: [{ port: 80, nodePort: 80 }] },
        "external addresses": { externalIPs: ["127.0.0.1", "x"] },
        "source ranges": { loadBalancerSourceRanges: ["10.0.0.0/8"] },
        "a policy": { externalTrafficPolicy: "Local" },
        "two families": { ipFamilyPolicy: "RequireDualStack" },
        "a wrong family": { ipFamilies: ["IPv7"] },
      },
      (spec) => service("s", { spec }),
    ),
  ),
  scriptOf(
    "service names",
    inCore("services"),
    Object.fromEntries(["Upper", "1digit", "a.b", "x".repeat(64), "-a"].map((name) => [name, service(name)])),
  ),
  scriptOf("config maps and secrets", inCore("configmaps"), {
    "a bad key": { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "c" }, data: { "a b": "x", "..": "y" } },
    "one key in both": {
      apiVersion: "v1",
      kind: "ConfigMap",
      metadata: { name: "c" },
      data: { a: "x" },
      binaryData: { a: "eA==" },
    },
    "a long key": { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "c" }, data: { ["k".repeat(254)]: "x" } },
  }),
  scriptOf("secrets", inCore("secrets"), {
    "docker config": {
      apiVersion: "v1",
      kind: "Secret",
      metadata: { name: "c" },
      type: "kubernetes.io/dockerconfigjson",
      data: { ".dockerconfigjson": "bm8=" },
    },
    "docker config missing": {
      apiVersion: "v1",
      kind: "Secret",
      metadata: { name: "c" },
      type: "kubernetes.io/dockerconfigjson",
    },
    "basic auth": { apiVersion: "v1", kind: "Secret", metadata: { name: "c" }, type: "kubernetes.io/basic-auth" },
    ssh: { apiVersion: "v1", kind: "Secret", metadata: { name: "c" }, type: "kubernetes.io/ssh-auth" },
    "a token": {
      apiVersion: "v1",
      kind: "Secret",
      metadata: { name: "c" },
      type: "kubernetes.io/service-account-token",
    },
  }),
  scriptOf(
    "disruption budgets",
    inGroup("policy/v1", "poddisruptionbudgets"),
    each(
      {
        both: { minAvailable: 1, maxUnavailable: 1, selector: { matchLabels: { a: "b" } } },
        "a bad percentage": { minAvailable: "x%" },
        "more than all": { maxUnavailable: "101%" },
        negative: { minAvailable: -1 },
        "a bad selector": { minAvailable: 1, selector: { matchLabels: { "a b": "c" } } },
        "a bad policy": { unhealthyPodEvictionPolicy: "Nope" },
      },
      (spec) => ({ apiVersion: "policy/v1", kind: "PodDisruptionBudget", metadata: { name: "b" }, spec }),
    ),
  ),
  scriptOf(
    "leases",
    inGroup("coordination.k8s.io/v1", "leases"),
    each(
      {
        "no duration": { holderIdentity: "a", leaseDurationSeconds: 0 },
        "negative transitions": { leaseTransitions: -1 },
        "an empty holder": { holderIdentity: "" },
        "a strategy alone": { strategy: "OldestEmulationVersion" },
      },
      (spec) => ({ apiVersion: "coordination.k8s.io/v1", kind: "Lease", metadata: { name: "l" }, spec }),
    ),
  ),
  scriptOf("events", inCore("events"), {
    nothing: { apiVersion: "v1", kind: "Event", metadata: { name: "e" } },
    "another namespace": {
      apiVersion: "v1",
      kind: "Event",
      metadata: { name: "e" },
      involvedObject: { kind: "Pod", name: "p", namespace: "x" },
    },
    "a cluster object": {
      apiVersion: "v1",
      kind: "Event",
      metadata: { name: "e" },
      involvedObject: { kind: "Node", name: "n" },
    },
  }),
  scriptOf("new events", inGroup("events.k8s.io/v1", "events"), {
    nothing: { apiVersion: "events.k8s.io/v1", kind: "Event", metadata: { name: "e" } },
    "a long note": {
      apiVersion: "events.k8s.io/v1",
      kind: "Event",
      metadata: { name: "e" },
      eventTime: "2020-01-01T00:00:00.000000Z",
      note: "x".repeat(1100),
      reportingController: "a b",
      action: "",
      reason: "",
    },
  }),
  scriptOf("service accounts", inCore("serviceaccounts"), {
    "a bad name": { apiVersion: "v1", kind: "ServiceAccount", metadata: { name: "A" } },
  }),
  {
    class: "validation",
    name: "namespaces",
    async run(s) {
      for (const name of ["Upper", "a.b", "x".repeat(64), "-a"])
        await s.send(name, "POST", "/api/v1/namespaces?dryRun=All", {
          body: { apiVersion: "v1", kind: "Namespace", metadata: { name } },
        });
    },
  },
  {
    class: "validation",
    name: "warnings about pods",
    async run(s) {
      const post = (step: string, body: Json) => s.send(step, "POST", `${s.core("pods")}?dryRun=All`, { body });
      await post(
        "variables twice",
        pod("p", {
          spec: {
            containers: [
              container({
                env: [
                  { name: "A", value: "1" },
                  { name: "A", value: "2" },
                ],
              }),
            ],
          },
        }),
      );
      await post(
        "ports twice",
        pod("p", { spec: { containers: [container({ ports: [{ containerPort: 80 }, { containerPort: 80 }] })] } }),
      );
      await post(
        "a host port twice",
        pod("p", {
          spec: {
            containers: [
              container({ ports: [{ containerPort: 80, hostPort: 80 }] }),
              container({ name: "b", ports: [{ containerPort: 80, hostPort: 80 }] }),
            ],
          },
        }),
      );
      await post("old labels", pod("p", { spec: { nodeSelector: { "beta.kubernetes.io/os": "linux" } } }));
      await post(
        "fractional memory",
        pod("p", { spec: { containers: [container({ resources: { requests: { memory: "100m" } } })] } }),
      );
    },
  },
];
