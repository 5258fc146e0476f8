import type { Script } from "../script.ts";
import { asMetadata, asTable, configMap, deployment, mergePatch, pod, service, strategicPatch } from "./fixture.ts";

/** What kubectl prints. */
export const tableScripts: Script[] = [
  {
    class: "table",
    name: "workloads",
    async run(s) {
      const deployments = s.group("apps/v1", "deployments");
      await s.prepare("POST", deployments, { body: deployment("web", { spec: { replicas: 3 } }) });
      await s.send("a deployment", "GET", deployments, { accept: asTable });
      await s.prepare("PATCH", `${deployments}/web/status`, {
        body: {
          status: { replicas: 3, updatedReplicas: 2, readyReplicas: 1, availableReplicas: 1, unavailableReplicas: 2 },
        },
        contentType: mergePatch,
      });
      await s.send("a deployment with a status", "GET", `${deployments}/web`, { accept: asTable });
      const template = {
        metadata: { labels: { app: "x" } },
        spec: {
          containers: [
            { name: "c", image: "i" },
            { name: "d", image: "j" },
          ],
        },
      };
      const selector = { matchLabels: { app: "x" } };
      for (const [kind, path, spec] of [
        ["ReplicaSet", s.group("apps/v1", "replicasets"), { selector, template, replicas: 2 }],
        ["StatefulSet", s.group("apps/v1", "statefulsets"), { selector, template, serviceName: "x" }],
        [
          "DaemonSet",
          s.group("apps/v1", "daemonsets"),
          { selector, template: { ...template, spec: { ...template.spec, nodeSelector: { a: "b" } } } },
        ],
      ] as const) {
        await s.prepare("POST", path, { body: { apiVersion: "apps/v1", kind, metadata: { name: "x" }, spec } });
        await s.send(kind, "GET", path, { accept: asTable });
      }
      await s.prepare("POST", s.group("batch/v1", "jobs"), {
        body: {
          apiVersion: "batch/v1",
          kind: "Job",
          metadata: { name: "x" },
          spec: {
            completions: 2,
            template: { spec: { restartPolicy: "Never", containers: template.spec.containers } },
          },
        },
      });
      await s.send("Job", "GET", s.group("batch/v1", "jobs"), { accept: asTable });
      await s.prepare("POST", s.group("batch/v1", "cronjobs"), {
        body: {
          apiVersion: "batch/v1",
          kind: "CronJob",
          metadata: { name: "x" },
          spec: {
            schedule: "*/5 * * * *",
            jobTemplate: {
              spec: { template: { spec: { restartPolicy: "Never", containers: template.spec.containers } } },
            },
          },
        },
      });
      await s.send("CronJob", "GET", s.group("batch/v1", "cronjobs"), { accept: asTable });
    },
  },
  {
    class: "table",
    name: "pods in many states",
    async run(s) {
      const waiting = (reason: string) => ({
        containerStatuses: [
          { name: "main", ready: false, restartCount: 3, image: "i", imageID: "", state: { waiting: { reason } } },
        ],
      });
      const states: Record<string, object> = {
        pending: {},
        running: {
          phase: "Running",
          podIP: "10.9.0.1",
          podIPs: [{ ip: "10.9.0.1" }],
          conditions: [{ type: "Ready", status: "True" }],
          containerStatuses: [
            { name: "main", ready: true, restartCount: 0, image: "i", imageID: "", state: { running: {} } },
          ],
        },
        crashing: { phase: "Running", ...waiting("CrashLoopBackOff") },
        pulling: { phase: "Pending", ...waiting("ImagePullBackOff") },
        done: {
          phase: "Succeeded",
          containerStatuses: [
            {
              name: "main",
              ready: false,
              restartCount: 0,
              image: "i",
              imageID: "",
              state: { terminated: { exitCode: 0, reason: "Completed" } },
            },
          ],
        },
        failed: {
          phase: "Failed",
          containerStatuses: [
            {
              name: "main",
              ready: false,
              restartCount: 0,
              image: "i",
              imageID: "",
              state: { terminated: { exitCode: 2 } },
            },
          ],
        },
        signalled: {
          phase: "Failed",
          containerStatuses: [
            {
              name: "main",
              ready: false,
              restartCount: 0,
              image: "i",
              imageID: "",
              state: { terminated: { exitCode: 137, signal: 9 } },
            },
          ],
        },
        evicted: { phase: "Failed", reason: "Evicted" },
        initialising: {
          phase: "Pending",
          initContainerStatuses: [
            { name: "init", ready: false, restartCount: 1, image: "i", imageID: "", state: { running: {} } },
          ],
        },
      };
      for (const [name, status] of Object.entries(states)) {
        const spec = name === "initialising" ? { initContainers: [{ name: "init", image: "i" }] } : {};
        await s.prepare("POST", s.core("pods"), { body: pod(name, { spec }) });
        if (Object.keys(status).length > 0)
          await s.prepare("PATCH", s.core("pods", name, "status"), { body: { status }, contentType: mergePatch });
      }
      await s.send("all", "GET", s.core("pods"), { accept: asTable });
      await s.send(
        "with objects",
        "GET",
        `${s.core("pods")}?includeObject=Object&fieldSelector=metadata.name%3Dpending`,
        { accept: asTable },
      );
      await s.send(
        "without objects",
        "GET",
        `${s.core("pods")}?includeObject=None&fieldSelector=metadata.name%3Dpending`,
        { accept: asTable },
      );
      await s.send("with something else", "GET", `${s.core("pods")}?includeObject=Half`, { accept: asTable });
      await s.send("as metadata", "GET", s.core("pods", "pending"), { accept: asMetadata });
    },
  },
  {
    class: "table",
    name: "everything else that is looked at",
    async run(s) {
      await s.prepare("POST", s.core("services"), {
        body: service("web", {
          spec: {
            ports: [
              { port: 80, name: "a" },
              { port: 443, name: "b", protocol: "UDP" },
            ],
          },
        }),
      });
      await s.prepare("POST", s.core("services"), {
        body: {
          apiVersion: "v1",
          kind: "Service",
          metadata: { name: "ext" },
          spec: { type: "ExternalName", externalName: "example.com" },
        },
      });
      await s.send("services", "GET", s.core("services"), { accept: asTable });
      await s.prepare("POST", s.core("configmaps"), { body: configMap("a", { data: { a: "1", b: "2" } }) });
      await s.send("config maps", "GET", s.core("configmaps"), { accept: asTable });
      await s.prepare("POST", s.core("secrets"), {
        body: { apiVersion: "v1", kind: "Secret", metadata: { name: "s" }, stringData: { a: "b" } },
      });
      await s.send("secrets", "GET", s.core("secrets"), { accept: asTable });
      await s.prepare("POST", s.core("serviceaccounts"), {
        body: { apiVersion: "v1", kind: "ServiceAccount", metadata: { name: "sa" } },
      });
      await s.send("service accounts", "GET", s.core("serviceaccounts"), { accept: asTable });
      await s.send("namespaces", "GET", `/api/v1/namespaces?fieldSelector=metadata.name%3D${s.namespace}`, {
        accept: asTable,
      });
      await s.prepare("POST", "/api/v1/nodes", {
        body: {
          apiVersion: "v1",
          kind: "Node",
          metadata: { name: "table-node", labels: { "node-role.kubernetes.io/worker": "" } },
        },
      });
      await s.prepare("PATCH", "/api/v1/nodes/table-node/status", {
        body: {
          status: {
            conditions: [{ type: "Ready", status: "True" }],
            addresses: [{ type: "InternalIP", address: "10.8.0.1" }],
            nodeInfo: {
              machineID: "",
              systemUUID: "",
              bootID: "",
              kernelVersion: "6.1",
              osImage: "Linux",
              containerRuntimeVersion: "containerd://2",
              kubeletVersion: "v1.36.3",
              kubeProxyVersion: "",
              operatingSystem: "linux",
              architecture: "amd64",
            },
          },
        },
        contentType: strategicPatch,
      });
      await s.send("nodes", "GET", "/api/v1/nodes?fieldSelector=metadata.name%3Dtable-node", { accept: asTable });
      await s.prepare("POST", s.core("persistentvolumeclaims"), {
        body: {
          apiVersion: "v1",
          kind: "PersistentVolumeClaim",
          metadata: { name: "x" },
          spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1Gi" } } },
        },
      });
      await s.send("claims", "GET", s.core("persistentvolumeclaims"), { accept: asTable });
      await s.prepare("POST", "/api/v1/persistentvolumes", {
        body: {
          apiVersion: "v1",
          kind: "PersistentVolume",
          metadata: { name: "table-volume" },
          spec: {
            capacity: { storage: "1Gi" },
            accessModes: ["ReadWriteOnce", "ReadOnlyMany"],
            hostPath: { path: "/x" },
          },
        },
      });
      await s.send("volumes", "GET", "/api/v1/persistentvolumes?fieldSelector=metadata.name%3Dtable-volume", {
        accept: asTable,
      });
      await s.prepare("POST", s.group("policy/v1", "poddisruptionbudgets"), {
        body: {
          apiVersion: "policy/v1",
          kind: "PodDisruptionBudget",
          metadata: { name: "x" },
          spec: { minAvailable: 1, selector: {} },
        },
      });
      await s.send("disruption budgets", "GET", s.group("policy/v1", "poddisruptionbudgets"), { accept: asTable });
      await s.prepare("POST", s.group("networking.k8s.io/v1", "ingresses"), {
        body: {
          apiVersion: "networking.k8s.io/v1",
          kind: "Ingress",
          metadata: { name: "x" },
          spec: {
            ingressClassName: "c",
            rules: [
              {
                host: "a.example.com",
                http: {
                  paths: [{ path: "/", pathType: "Prefix", backend: { service: { name: "a", port: { number: 80 } } } }],
                },
              },
            ],
          },
        },
      });
      await s.send("ingresses", "GET", s.group("networking.k8s.io/v1", "ingresses"), { accept: asTable });
      await s.prepare("POST", s.group("autoscaling/v2", "horizontalpodautoscalers"), {
        body: {
          apiVersion: "autoscaling/v2",
          kind: "HorizontalPodAutoscaler",
          metadata: { name: "x" },
          spec: { maxReplicas: 3, scaleTargetRef: { apiVersion: "apps/v1", kind: "Deployment", name: "x" } },
        },
      });
      await s.send("autoscalers", "GET", s.group("autoscaling/v2", "horizontalpodautoscalers"), { accept: asTable });
      await s.prepare("POST", s.core("events"), {
        body: {
          apiVersion: "v1",
          kind: "Event",
          metadata: { name: "e" },
          involvedObject: { kind: "Pod", name: "p", namespace: s.namespace },
          reason: "R",
          message: "m",
          type: "Normal",
          source: { component: "c", host: "h" },
          count: 3,
        },
      });
      await s.send("events", "GET", s.core("events"), { accept: asTable });
      await s.prepare("POST", s.group("coordination.k8s.io/v1", "leases"), {
        body: {
          apiVersion: "coordination.k8s.io/v1",
          kind: "Lease",
          metadata: { name: "l" },
          spec: { holderIdentity: "me" },
        },
      });
      await s.send("leases", "GET", s.group("coordination.k8s.io/v1", "leases"), { accept: asTable });
      await s.prepare("POST", s.group("discovery.k8s.io/v1", "endpointslices"), {
        body: {
          apiVersion: "discovery.k8s.io/v1",
          kind: "EndpointSlice",
          metadata: { name: "es" },
          addressType: "IPv4",
          endpoints: [{ addresses: ["10.7.0.1"] }],
          ports: [{ port: 80 }],
        },
      });
      await s.send("endpoint slices", "GET", s.group("discovery.k8s.io/v1", "endpointslices"), { accept: asTable });
      await s.prepare("POST", s.group("rbac.authorization.k8s.io/v1", "roles"), {
        body: { apiVersion: "rbac.authorization.k8s.io/v1", kind: "Role", metadata: { name: "r" }, rules: [] },
      });
      await s.send("roles", "GET", s.group("rbac.authorization.k8s.io/v1", "roles"), { accept: asTable });
      await s.prepare("POST", s.group("rbac.authorization.k8s.io/v1", "rolebindings"), {
        body: {
          apiVersion: "rbac.authorization.k8s.io/v1",
          kind: "RoleBinding",
          metadata: { name: "r" },
          roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "Role", name: "r" },
          subjects: [
            { kind: "User", apiGroup: "rbac.authorization.k8s.io", name: "u" },
            { kind: "ServiceAccount", name: "sa", namespace: "n" },
          ],
        },
      });
      await s.send("bindings", "GET", s.group("rbac.authorization.k8s.io/v1", "rolebindings"), { accept: asTable });
      await s.send("quotas", "GET", s.core("resourcequotas"), { accept: asTable });
      await s.send("classes of priority", "GET", "/apis/scheduling.k8s.io/v1/priorityclasses", { accept: asTable });
      await s.send("a status as a table", "GET", s.core("pods", "nobody"), { accept: asTable });
      await s.send("what is asked for first", "GET", s.core("configmaps", "a"), {
        accept: `${asTable},application/json`,
      });
      await s.send("the older table", "GET", s.core("configmaps", "a"), {
        accept: "application/json;as=Table;v=v1beta1;g=meta.k8s.io",
      });
    },
  },
];
