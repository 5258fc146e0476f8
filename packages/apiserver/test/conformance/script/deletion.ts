import type { Script } from "../script.ts";
import { configMap, deployment, mergePatch, pod } from "./fixture.ts";

/** Deletion: finalizers, grace, propagation, preconditions, eviction. */
export const deletionScripts: Script[] = [
  {
    class: "deletion",
    name: "finalizers",
    async run(s) {
      const path = s.core("configmaps", "a");
      await s.prepare("POST", s.core("configmaps"), {
        body: configMap("a", { metadata: { finalizers: ["example.com/one", "example.com/two"] } }),
      });
      await s.send("delete", "DELETE", path);
      await s.send("delete again", "DELETE", path);
      await s.send("create while it goes", "POST", s.core("configmaps"), { body: configMap("a") });
      await s.send("add a finalizer", "PATCH", path, {
        body: { metadata: { finalizers: ["example.com/one", "example.com/new"] } },
        contentType: mergePatch,
      });
      await s.send("change data", "PATCH", path, { body: { data: { x: "y" } }, contentType: mergePatch });
      await s.send("take the deletion back", "PATCH", path, {
        body: { metadata: { deletionTimestamp: null } },
        contentType: mergePatch,
      });
      await s.send("one finalizer away", "PATCH", path, {
        body: { metadata: { finalizers: ["example.com/two"] } },
        contentType: mergePatch,
      });
      await s.send("the last away", "PATCH", path, { body: { metadata: { finalizers: [] } }, contentType: mergePatch });
      await s.send("gone", "GET", path);
      await s.send("a finalizer without a domain", "POST", s.core("configmaps"), {
        body: configMap("b", { metadata: { finalizers: ["plain"] } }),
      });
      await s.send("a bad finalizer", "POST", s.core("configmaps"), {
        body: configMap("c", { metadata: { finalizers: ["not good/x/y"] } }),
      });
    },
  },
  {
    class: "deletion",
    name: "propagation",
    async run(s) {
      const path = s.group("apps/v1", "deployments");
      for (const policy of ["Foreground", "Orphan", "Background"]) {
        const name = policy.toLowerCase();
        await s.prepare("POST", path, { body: deployment(name) });
        await s.send(policy, "DELETE", `${path}/${name}`, {
          body: { kind: "DeleteOptions", apiVersion: "v1", propagationPolicy: policy },
        });
        await s.send(`after ${policy}`, "GET", `${path}/${name}`);
      }
      await s.prepare("POST", path, { body: deployment("query") });
      await s.send("by the query", "DELETE", `${path}/query?propagationPolicy=Foreground`);
      await s.prepare("POST", path, { body: deployment("unknown") });
      await s.send("an unknown policy", "DELETE", `${path}/unknown`, { body: { propagationPolicy: "Sideways" } });
      await s.send("two ways at once", "DELETE", `${path}/unknown`, {
        body: { propagationPolicy: "Orphan", orphanDependents: false },
      });
      await s.send("the old way", "DELETE", `${path}/unknown?orphanDependents=true`);
      await s.prepare("POST", s.group("batch/v1", "jobs"), {
        body: {
          apiVersion: "batch/v1",
          kind: "Job",
          metadata: { name: "j" },
          spec: { template: { spec: { restartPolicy: "Never", containers: [{ name: "c", image: "i" }] } } },
        },
      });
      await s.send("a job without options", "DELETE", s.group("batch/v1", "jobs", "j"));
      await s.send("the job stays", "GET", s.group("batch/v1", "jobs", "j"));
    },
  },
  {
    class: "deletion",
    name: "preconditions",
    async run(s) {
      const made = await s.prepare("POST", s.core("configmaps"), { body: configMap("a") });
      const path = s.core("configmaps", "a");
      await s.send("another uid", "DELETE", path, {
        body: { preconditions: { uid: "11111111-1111-1111-1111-111111111111" } },
      });
      await s.send("another version", "DELETE", path, { body: { preconditions: { resourceVersion: "1" } } });
      await s.send("its own", "DELETE", path, {
        body: { preconditions: { uid: made.metadata.uid, resourceVersion: made.metadata.resourceVersion } },
      });
      await s.prepare("POST", s.core("configmaps"), { body: configMap("b") });
      await s.send("a replace with another uid", "PUT", s.core("configmaps", "b"), {
        body: configMap("b", { metadata: { uid: "11111111-1111-1111-1111-111111111111" } }),
      });
      await s.send("an unknown option", "DELETE", s.core("configmaps", "b"), {
        body: { kind: "DeleteOptions", apiVersion: "v1", nope: 1 },
      });
      await s.prepare("POST", s.core("configmaps"), { body: configMap("c") });
      await s.send("another kind of options", "DELETE", s.core("configmaps", "c"), {
        body: { kind: "Pod", apiVersion: "v1" },
      });
      await s.send("options that are no JSON", "DELETE", s.core("configmaps", "c"), { body: "{" });
      await s.send("a negative grace", "DELETE", s.core("configmaps", "c"), { body: { gracePeriodSeconds: -1 } });
    },
  },
  {
    class: "deletion",
    name: "grace of pods",
    async run(s) {
      const path = s.core("pods");
      await s.prepare("POST", path, { body: pod("unscheduled") });
      await s.send("an unscheduled pod goes at once", "DELETE", `${path}/unscheduled`);
      await s.send("it is gone", "GET", `${path}/unscheduled`);
      await s.prepare("POST", path, { body: pod("on-node", { spec: { nodeName: "n" } }) });
      await s.send("a scheduled pod stays", "DELETE", `${path}/on-node`);
      await s.send("it is still there", "GET", `${path}/on-node`);
      await s.send("a longer grace", "DELETE", `${path}/on-node`, { body: { gracePeriodSeconds: 60 } });
      await s.send("a shorter grace", "DELETE", `${path}/on-node`, { body: { gracePeriodSeconds: 5 } });
      await s.send("at once", "DELETE", `${path}/on-node?gracePeriodSeconds=0`);
      await s.send("gone", "GET", `${path}/on-node`);
      await s.prepare("POST", path, {
        body: pod("own-grace", { spec: { nodeName: "n", terminationGracePeriodSeconds: 7 } }),
      });
      await s.send("its own grace", "DELETE", `${path}/own-grace`);
    },
  },
  {
    class: "deletion",
    name: "collections",
    async run(s) {
      for (const [name, labels] of [
        ["a", { x: "1" }],
        ["b", { x: "1" }],
        ["c", { x: "2" }],
      ] as const)
        await s.prepare("POST", s.core("configmaps"), { body: configMap(name, { metadata: { labels } }) });
      await s.send("by label", "DELETE", `${s.core("configmaps")}?labelSelector=x%3D1`);
      await s.send("what is left", "GET", s.core("configmaps"));
      await s.send("a dry run", "DELETE", `${s.core("configmaps")}?dryRun=All`);
      await s.send("all", "DELETE", s.core("configmaps"));
      await s.send("of nothing", "DELETE", s.core("configmaps"));
      await s.prepare("POST", s.core("pods"), { body: pod("p") });
      await s.send("pods", "DELETE", s.core("pods"));
      await s.send("of services", "DELETE", s.core("services"));
      await s.send("of what has none", "DELETE", "/api/v1/namespaces");
    },
  },
  {
    class: "deletion",
    name: "eviction",
    async run(s) {
      const evict = (name: string) => ({
        apiVersion: "policy/v1",
        kind: "Eviction",
        metadata: { name, namespace: s.namespace },
      });
      await s.prepare("POST", s.core("pods"), { body: pod("free", { metadata: { labels: { app: "x" } } }) });
      await s.send("a pending pod", "POST", s.core("pods", "free", "eviction"), { body: evict("free") });
      await s.send("a pod that is not there", "POST", s.core("pods", "none", "eviction"), { body: evict("none") });
      await s.prepare("POST", s.core("pods"), {
        body: pod("held", { metadata: { labels: { app: "x" } }, spec: { nodeName: "n" } }),
      });
      await s.prepare("PATCH", s.core("pods", "held", "status"), {
        body: { status: { phase: "Running", conditions: [{ type: "Ready", status: "True" }] } },
        contentType: mergePatch,
      });
      await s.prepare("POST", s.group("policy/v1", "poddisruptionbudgets"), {
        body: {
          apiVersion: "policy/v1",
          kind: "PodDisruptionBudget",
          metadata: { name: "b" },
          spec: { minAvailable: 1, selector: { matchLabels: { app: "x" } } },
        },
      });
      await s.send("a budget nobody has looked at", "POST", s.core("pods", "held", "eviction"), {
        body: evict("held"),
      });
      await s.prepare("PATCH", s.group("policy/v1", "poddisruptionbudgets", "b", "status"), {
        body: {
          status: {
            observedGeneration: 1,
            disruptionsAllowed: 0,
            currentHealthy: 1,
            desiredHealthy: 1,
            expectedPods: 1,
          },
        },
        contentType: mergePatch,
      });
      await s.send("a budget that is used up", "POST", s.core("pods", "held", "eviction"), { body: evict("held") });
      await s.prepare("PATCH", s.group("policy/v1", "poddisruptionbudgets", "b", "status"), {
        body: { status: { disruptionsAllowed: 1 } },
        contentType: mergePatch,
      });
      await s.send("a dry run", "POST", s.core("pods", "held", "eviction"), {
        body: { ...evict("held"), deleteOptions: { dryRun: ["All"] } },
      });
      await s.send("a budget that allows it", "POST", s.core("pods", "held", "eviction"), { body: evict("held") });
      await s.send("what the budget says then", "GET", s.group("policy/v1", "poddisruptionbudgets", "b"));
    },
  },
];
