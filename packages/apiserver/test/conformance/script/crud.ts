import type { Script } from "../script.ts";
import { configMap, deployment, pod, service } from "./fixture.ts";

/** Create, read, update of built-in objects. */
export const crudScripts: Script[] = [
  {
    class: "crud",
    name: "a config map",
    async run(s) {
      const made = await s.send("create", "POST", s.core("configmaps"), {
        body: configMap("a", { metadata: { labels: { x: "y" } } }),
      });
      await s.send("read", "GET", s.core("configmaps", "a"));
      await s.send("create again", "POST", s.core("configmaps"), { body: configMap("a") });
      await s.send("replace", "PUT", s.core("configmaps", "a"), { body: { ...made.body, data: { b: "2" } } });
      await s.send("replace with the old version", "PUT", s.core("configmaps", "a"), {
        body: { ...made.body, data: { c: "3" } },
      });
      await s.send("replace without a version", "PUT", s.core("configmaps", "a"), {
        body: configMap("a", { data: { d: "4" } }),
      });
      await s.send("replace with the same", "PUT", s.core("configmaps", "a"), {
        body: configMap("a", { data: { d: "4" } }),
      });
      await s.send("read at a version", "GET", `${s.core("configmaps", "a")}?resourceVersion=0`);
      await s.send("delete", "DELETE", s.core("configmaps", "a"));
      await s.send("read what is gone", "GET", s.core("configmaps", "a"));
      await s.send("delete what is gone", "DELETE", s.core("configmaps", "a"));
      await s.send("replace what is gone", "PUT", s.core("configmaps", "a"), { body: configMap("a") });
    },
  },
  {
    class: "crud",
    name: "a deployment",
    async run(s) {
      const path = s.group("apps/v1", "deployments");
      const made = await s.send("create", "POST", path, { body: deployment("web") });
      await s.send("scale by replacing", "PUT", `${path}/web`, {
        body: { ...made.body, spec: { ...made.body.spec, replicas: 3 } },
      });
      await s.send("annotate", "PATCH", `${path}/web`, {
        body: { metadata: { annotations: { a: "b" } } },
        contentType: "application/merge-patch+json",
      });
      await s.send("label", "PATCH", `${path}/web`, {
        body: { metadata: { labels: { a: "b" } } },
        contentType: "application/merge-patch+json",
      });
      await s.send("change the selector", "PATCH", `${path}/web`, {
        body: { spec: { selector: { matchLabels: { other: "x" } } } },
        contentType: "application/merge-patch+json",
      });
      const now = await s.send("read", "GET", `${path}/web`);
      await s.send("write the status", "PUT", `${path}/web/status`, {
        body: {
          ...now.body,
          spec: { ...now.body.spec, replicas: 9 },
          metadata: { ...now.body.metadata, labels: { no: "no" } },
          status: { replicas: 2, observedGeneration: 2 },
        },
      });
      await s.send("status in the main resource is ignored", "PATCH", `${path}/web`, {
        body: { status: { replicas: 7 } },
        contentType: "application/merge-patch+json",
      });
      await s.send("read the status", "GET", `${path}/web/status`);
      await s.send("read the scale", "GET", `${path}/web/scale`);
      await s.send("write the scale", "PUT", `${path}/web/scale`, {
        body: {
          apiVersion: "autoscaling/v1",
          kind: "Scale",
          metadata: { name: "web", namespace: s.namespace },
          spec: { replicas: 5 },
        },
      });
      await s.send("patch the scale", "PATCH", `${path}/web/scale`, {
        body: { spec: { replicas: 6 } },
        contentType: "application/merge-patch+json",
      });
      await s.send("a negative scale", "PATCH", `${path}/web/scale`, {
        body: { spec: { replicas: -1 } },
        contentType: "application/merge-patch+json",
      });
      await s.send("read after scaling", "GET", `${path}/web`);
    },
  },
  {
    class: "crud",
    name: "a pod",
    async run(s) {
      const path = s.core("pods");
      const made = await s.send("create", "POST", path, {
        body: pod("p", {
          metadata: { labels: { app: "p" } },
          spec: {
            containers: [
              {
                name: "main",
                image: "nginx",
                ports: [{ containerPort: 80 }],
                resources: { limits: { cpu: "1000m", memory: "1024Mi" } },
                livenessProbe: { httpGet: { port: 80 } },
                env: [{ name: "A", valueFrom: { fieldRef: { fieldPath: "metadata.name" } } }],
                volumeMounts: [{ name: "c", mountPath: "/c" }],
              },
            ],
            volumes: [{ name: "c", configMap: { name: "c" } }],
          },
        }),
      });
      await s.send("change the image", "PUT", `${path}/p`, {
        body: {
          ...made.body,
          spec: { ...made.body.spec, containers: [{ ...made.body.spec.containers[0], image: "nginx:2" }] },
        },
      });
      await s.send("change the name of a container", "PATCH", `${path}/p`, {
        body: [{ op: "replace", path: "/spec/containers/0/name", value: "other" }],
        contentType: "application/json-patch+json",
      });
      await s.send("write the status", "PATCH", `${path}/p/status`, {
        body: {
          status: { phase: "Running", podIP: "10.1.2.3", conditions: [{ type: "Ready", status: "True" }] },
          metadata: { labels: { through: "status" } },
        },
        contentType: "application/merge-patch+json",
      });
      await s.send("bind", "POST", `${path}/p/binding`, {
        body: { apiVersion: "v1", kind: "Binding", metadata: { name: "p" }, target: { kind: "Node", name: "n1" } },
      });
      await s.send("read", "GET", `${path}/p`);
      await s.send("bind again", "POST", `${path}/p/binding`, {
        body: { apiVersion: "v1", kind: "Binding", metadata: { name: "p" }, target: { kind: "Node", name: "n2" } },
      });
      await s.send("logs without a node", "GET", `${path}/p/log`);
    },
  },
  {
    class: "crud",
    name: "services",
    async run(s) {
      const path = s.core("services");
      const made = await s.send("create", "POST", path, { body: service("web") });
      await s.send("create a headless one", "POST", path, {
        body: service("headless", { spec: { clusterIP: "None" } }),
      });
      await s.send("create one with a node port", "POST", path, {
        body: service("port", { spec: { type: "NodePort" } }),
      });
      await s.send("create an external name", "POST", path, {
        body: {
          apiVersion: "v1",
          kind: "Service",
          metadata: { name: "ext" },
          spec: { type: "ExternalName", externalName: "example.com" },
        },
      });
      await s.send("create a load balancer", "POST", path, { body: service("lb", { spec: { type: "LoadBalancer" } }) });
      await s.send("take an address that is taken", "POST", path, {
        body: service("second", { spec: { clusterIP: made.body.spec?.clusterIP } }),
      });
      await s.send("an address outside", "POST", path, {
        body: service("outside", { spec: { clusterIP: "10.99.0.7" } }),
      });
      await s.send("change the address", "PATCH", `${path}/web`, {
        body: { spec: { clusterIP: "10.0.0.250", clusterIPs: ["10.0.0.250"] } },
        contentType: "application/merge-patch+json",
      });
      await s.send("become a node port", "PATCH", `${path}/web`, {
        body: { spec: { type: "NodePort" } },
        contentType: "application/merge-patch+json",
      });
      await s.send("become an external name", "PATCH", `${path}/web`, {
        body: { spec: { type: "ExternalName", externalName: "e.com" } },
        contentType: "application/merge-patch+json",
      });
      await s.send("ports without names", "POST", path, {
        body: service("two", { spec: { ports: [{ port: 80 }, { port: 81 }] } }),
      });
      await s.send("replace makes one", "PUT", `${path}/made`, { body: service("made") });
      await s.send("delete", "DELETE", `${path}/made`);
    },
  },
  {
    class: "crud",
    name: "secrets and service accounts",
    async run(s) {
      await s.send("create a secret", "POST", s.core("secrets"), {
        body: {
          apiVersion: "v1",
          kind: "Secret",
          metadata: { name: "s" },
          data: { a: "YQ==" },
          stringData: { b: "plain" },
        },
      });
      await s.send("change its type", "PATCH", s.core("secrets", "s"), {
        body: { type: "other" },
        contentType: "application/merge-patch+json",
      });
      await s.send("make it immutable", "PATCH", s.core("secrets", "s"), {
        body: { immutable: true },
        contentType: "application/merge-patch+json",
      });
      await s.send("change an immutable one", "PATCH", s.core("secrets", "s"), {
        body: { data: { a: "Yg==" } },
        contentType: "application/merge-patch+json",
      });
      await s.send("a bad key", "POST", s.core("secrets"), {
        body: { apiVersion: "v1", kind: "Secret", metadata: { name: "k" }, data: { "a/b": "YQ==" } },
      });
      await s.send("a type that needs keys", "POST", s.core("secrets"), {
        body: { apiVersion: "v1", kind: "Secret", metadata: { name: "t" }, type: "kubernetes.io/tls" },
      });
      await s.send("create an account", "POST", s.core("serviceaccounts"), {
        body: { apiVersion: "v1", kind: "ServiceAccount", metadata: { name: "sa" } },
      });
      await s.send("a token", "POST", s.core("serviceaccounts", "sa", "token"), {
        body: { apiVersion: "authentication.k8s.io/v1", kind: "TokenRequest", spec: { expirationSeconds: 600 } },
      });
      await s.send("a token that lives too shortly", "POST", s.core("serviceaccounts", "sa", "token"), {
        body: { apiVersion: "authentication.k8s.io/v1", kind: "TokenRequest", spec: { expirationSeconds: 1 } },
      });
    },
  },
  {
    class: "crud",
    name: "names that the server makes",
    async run(s) {
      s.expectGenerated("gen-");
      s.expectGenerated("Gen_");
      await s.send("create", "POST", s.core("configmaps"), {
        body: { apiVersion: "v1", kind: "ConfigMap", metadata: { generateName: "gen-" } },
      });
      await s.send("dry run", "POST", `${s.core("configmaps")}?dryRun=All`, {
        body: { apiVersion: "v1", kind: "ConfigMap", metadata: { generateName: "gen-" } },
      });
      await s.send("no name", "POST", s.core("configmaps"), {
        body: { apiVersion: "v1", kind: "ConfigMap", metadata: {} },
      });
      await s.send("a bad prefix", "POST", s.core("configmaps"), {
        body: { apiVersion: "v1", kind: "ConfigMap", metadata: { generateName: "Gen_" } },
      });
    },
  },
  {
    class: "crud",
    name: "dry runs",
    async run(s) {
      await s.send("create", "POST", `${s.core("configmaps")}?dryRun=All`, { body: configMap("a") });
      await s.send("it is not there", "GET", s.core("configmaps", "a"));
      await s.prepare("POST", s.core("configmaps"), { body: configMap("a") });
      await s.send("replace", "PUT", `${s.core("configmaps", "a")}?dryRun=All`, {
        body: configMap("a", { data: { z: "z" } }),
      });
      await s.send("patch", "PATCH", `${s.core("configmaps", "a")}?dryRun=All`, {
        body: { data: { z: "z" } },
        contentType: "application/merge-patch+json",
      });
      await s.send("delete", "DELETE", `${s.core("configmaps", "a")}?dryRun=All`);
      await s.send("nothing happened", "GET", s.core("configmaps", "a"));
      await s.send("a bad value", "POST", `${s.core("configmaps")}?dryRun=Some`, { body: configMap("b") });
      await s.send("a service", "POST", `${s.core("services")}?dryRun=All`, { body: service("web") });
    },
  },
  {
    class: "crud",
    name: "namespaces",
    async run(s) {
      const name = `${s.namespace}-made`;
      const made = await s.send("create", "POST", "/api/v1/namespaces", {
        body: { apiVersion: "v1", kind: "Namespace", metadata: { name } },
      });
      await s.send("read", "GET", `/api/v1/namespaces/${name}`);
      await s.send("label", "PATCH", `/api/v1/namespaces/${name}`, {
        body: { metadata: { labels: { team: "a" } } },
        contentType: "application/merge-patch+json",
      });
      await s.send("take its name label away", "PATCH", `/api/v1/namespaces/${name}`, {
        body: { metadata: { labels: null } },
        contentType: "application/merge-patch+json",
      });
      await s.send("delete", "DELETE", `/api/v1/namespaces/${name}`);
      await s.send("create in it", "POST", `/api/v1/namespaces/${name}/configmaps`, { body: configMap("a") });
      await s.send("finalize", "PUT", `/api/v1/namespaces/${name}/finalize`, {
        body: { ...made.body, metadata: { name }, spec: { finalizers: [] } },
      });
      await s.send("it is gone", "GET", `/api/v1/namespaces/${name}`);
      await s.send("create in what is gone", "POST", `/api/v1/namespaces/${name}/configmaps`, { body: configMap("a") });
      await s.send("delete the default one", "DELETE", "/api/v1/namespaces/default");
    },
  },
  {
    class: "crud",
    name: "workloads",
    async run(s) {
      const template = { metadata: { labels: { app: "x" } }, spec: { containers: [{ name: "c", image: "i" }] } };
      const selector = { matchLabels: { app: "x" } };
      await s.send("a replica set", "POST", s.group("apps/v1", "replicasets"), {
        body: { apiVersion: "apps/v1", kind: "ReplicaSet", metadata: { name: "x" }, spec: { selector, template } },
      });
      await s.send("a stateful set", "POST", s.group("apps/v1", "statefulsets"), {
        body: {
          apiVersion: "apps/v1",
          kind: "StatefulSet",
          metadata: { name: "x" },
          spec: {
            selector,
            template,
            serviceName: "x",
            volumeClaimTemplates: [
              {
                metadata: { name: "d" },
                spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1Gi" } } },
              },
            ],
          },
        },
      });
      await s.send("change what a stateful set may not change", "PATCH", s.group("apps/v1", "statefulsets", "x"), {
        body: { spec: { serviceName: "y" } },
        contentType: "application/merge-patch+json",
      });
      await s.send("a daemon set", "POST", s.group("apps/v1", "daemonsets"), {
        body: { apiVersion: "apps/v1", kind: "DaemonSet", metadata: { name: "x" }, spec: { selector, template } },
      });
      await s.send("a job", "POST", s.group("batch/v1", "jobs"), {
        body: {
          apiVersion: "batch/v1",
          kind: "Job",
          metadata: { name: "x" },
          spec: { template: { spec: { restartPolicy: "Never", containers: template.spec.containers } } },
        },
      });
      await s.send("a cron job", "POST", s.group("batch/v1", "cronjobs"), {
        body: {
          apiVersion: "batch/v1",
          kind: "CronJob",
          metadata: { name: "x" },
          spec: {
            schedule: "* * * * *",
            jobTemplate: {
              spec: { template: { spec: { restartPolicy: "OnFailure", containers: template.spec.containers } } },
            },
          },
        },
      });
      await s.send("an ingress", "POST", s.group("networking.k8s.io/v1", "ingresses"), {
        body: {
          apiVersion: "networking.k8s.io/v1",
          kind: "Ingress",
          metadata: { name: "x" },
          spec: {
            rules: [
              {
                http: {
                  paths: [{ path: "/", pathType: "Prefix", backend: { service: { name: "a", port: { number: 80 } } } }],
                },
              },
            ],
          },
        },
      });
      await s.send("a network policy", "POST", s.group("networking.k8s.io/v1", "networkpolicies"), {
        body: {
          apiVersion: "networking.k8s.io/v1",
          kind: "NetworkPolicy",
          metadata: { name: "x" },
          spec: { podSelector: {} },
        },
      });
      await s.send("an autoscaler", "POST", s.group("autoscaling/v2", "horizontalpodautoscalers"), {
        body: {
          apiVersion: "autoscaling/v2",
          kind: "HorizontalPodAutoscaler",
          metadata: { name: "x" },
          spec: { maxReplicas: 3, scaleTargetRef: { apiVersion: "apps/v1", kind: "Deployment", name: "x" } },
        },
      });
      await s.send(
        "an autoscaler in the older version",
        "GET",
        s.group("autoscaling/v1", "horizontalpodautoscalers", "x"),
      );
      await s.send("a disruption budget", "POST", s.group("policy/v1", "poddisruptionbudgets"), {
        body: {
          apiVersion: "policy/v1",
          kind: "PodDisruptionBudget",
          metadata: { name: "x" },
          spec: { selector, minAvailable: 1 },
        },
      });
      await s.send("a claim", "POST", s.core("persistentvolumeclaims"), {
        body: {
          apiVersion: "v1",
          kind: "PersistentVolumeClaim",
          metadata: { name: "x" },
          spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1Gi" } } },
        },
      });
      await s.send("a lease", "POST", s.group("coordination.k8s.io/v1", "leases"), {
        body: {
          apiVersion: "coordination.k8s.io/v1",
          kind: "Lease",
          metadata: { name: "x" },
          spec: { holderIdentity: "me", leaseDurationSeconds: 15, renewTime: "2020-01-01T00:00:00.123456Z" },
        },
      });
      await s.send("replace makes a lease", "PUT", s.group("coordination.k8s.io/v1", "leases", "y"), {
        body: {
          apiVersion: "coordination.k8s.io/v1",
          kind: "Lease",
          metadata: { name: "y" },
          spec: { holderIdentity: "me" },
        },
      });
      await s.send("replace a lease without a version", "PUT", s.group("coordination.k8s.io/v1", "leases", "y"), {
        body: {
          apiVersion: "coordination.k8s.io/v1",
          kind: "Lease",
          metadata: { name: "y" },
          spec: { holderIdentity: "you" },
        },
      });
    },
  },
  {
    class: "crud",
    name: "events in both groups",
    async run(s) {
      await s.send("create a core event", "POST", s.core("events"), {
        body: {
          apiVersion: "v1",
          kind: "Event",
          metadata: { name: "e" },
          involvedObject: { kind: "Pod", name: "p", namespace: s.namespace },
          reason: "R",
          message: "m",
          type: "Normal",
          source: { component: "c" },
          firstTimestamp: "2020-01-01T00:00:00Z",
          lastTimestamp: "2020-01-01T00:00:00Z",
          count: 1,
        },
      });
      await s.send("read it in the other group", "GET", s.group("events.k8s.io/v1", "events", "e"));
      await s.send("create one in the other group", "POST", s.group("events.k8s.io/v1", "events"), {
        body: {
          apiVersion: "events.k8s.io/v1",
          kind: "Event",
          metadata: { name: "f" },
          eventTime: "2020-01-01T00:00:00.000001Z",
          action: "Act",
          reason: "R",
          regarding: { kind: "Pod", name: "p", namespace: s.namespace },
          note: "n",
          type: "Normal",
          reportingController: "c",
          reportingInstance: "i",
        },
      });
      await s.send("read that in the core group", "GET", s.core("events", "f"));
      await s.send("an event about elsewhere", "POST", s.core("events"), {
        body: {
          apiVersion: "v1",
          kind: "Event",
          metadata: { name: "g" },
          involvedObject: { kind: "Pod", name: "p", namespace: "elsewhere" },
          reason: "R",
        },
      });
      await s.send(
        "select by what it is about",
        "GET",
        `${s.core("events")}?fieldSelector=involvedObject.name%3Dp,reason%3DR`,
      );
    },
  },
];
