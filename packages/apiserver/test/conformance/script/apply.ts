import type { Script } from "../script.ts";
import type { Session } from "../session.ts";
import { applyPatch, configMap, definition, deployment, mergePatch, pod, thing } from "./fixture.ts";

function applier(s: Session, path: string) {
  return (step: string, manager: string, body: unknown, query = "") =>
    s.send(step, "PATCH", `${path}?fieldManager=${manager}${query}`, { body, contentType: applyPatch });
}

/** Server-side apply and the owners of fields. */
export const applyScripts: Script[] = [
  {
    class: "apply",
    name: "a config map by two managers",
    async run(s) {
      const apply = applier(s, s.core("configmaps", "a"));
      const map = (data: object) => ({ apiVersion: "v1", kind: "ConfigMap", metadata: { name: "a" }, data });
      await apply("the first makes it", "one", map({ a: "1", b: "2" }));
      await apply("the same changes nothing", "one", map({ a: "1", b: "2" }));
      await apply("the second adds", "two", map({ c: "3" }));
      await apply("the second agrees", "two", map({ a: "1", c: "3" }));
      await apply("the second differs", "two", map({ a: "9", b: "9", c: "3" }));
      await apply("the second insists", "two", map({ a: "9", c: "3" }), "&force=true");
      await apply("the first leaves a field out", "one", map({ b: "2" }));
      await apply("the second leaves all out", "two", { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "a" } });
      await s.send("an update takes over", "PATCH", `${s.core("configmaps", "a")}?fieldManager=three`, {
        body: { data: { b: "7" } },
        contentType: mergePatch,
      });
      await apply("the first meets the update", "one", map({ b: "2" }));
      await apply("a dry run", "one", map({ b: "7", d: "d" }), "&dryRun=All");
      await s.send("read", "GET", s.core("configmaps", "a"));
    },
  },
  {
    class: "apply",
    name: "a deployment with lists",
    async run(s) {
      const path = s.group("apps/v1", "deployments", "web");
      const apply = applier(s, path);
      const withContainers = (...containers: unknown[]) => ({
        apiVersion: "apps/v1",
        kind: "Deployment",
        metadata: { name: "web" },
        spec: {
          selector: { matchLabels: { app: "web" } },
          template: { metadata: { labels: { app: "web" } }, spec: { containers } },
        },
      });
      await apply("makes it", "one", withContainers({ name: "main", image: "a:1", ports: [{ containerPort: 80 }] }));
      await apply("adds a side container", "two", {
        apiVersion: "apps/v1",
        kind: "Deployment",
        metadata: { name: "web" },
        spec: { template: { spec: { containers: [{ name: "side", image: "s:1" }] } } },
      });
      await apply(
        "changes a port",
        "one",
        withContainers({ name: "main", image: "a:1", ports: [{ containerPort: 81 }] }),
      );
      await apply("an image conflict", "two", {
        apiVersion: "apps/v1",
        kind: "Deployment",
        metadata: { name: "web" },
        spec: { template: { spec: { containers: [{ name: "main", image: "b:1" }] } } },
      });
      await apply(
        "the same key twice",
        "one",
        withContainers({ name: "main", image: "a:1" }, { name: "main", image: "b:1" }),
      );
      await s.send("scale by the subresource", "PATCH", `${path}/scale?fieldManager=scaler`, {
        body: { spec: { replicas: 4 } },
        contentType: mergePatch,
      });
      await apply("replicas conflict with the scaler", "one", {
        ...withContainers({ name: "main", image: "a:1" }),
        spec: { ...withContainers({ name: "main", image: "a:1" }).spec, replicas: 2 },
      });
      await s.send("status by update", "PATCH", `${path}/status?fieldManager=controller`, {
        body: { status: { replicas: 1, observedGeneration: 1 } },
        contentType: mergePatch,
      });
      await s.send("status by apply", "PATCH", `${path}/status?fieldManager=other`, {
        body: { apiVersion: "apps/v1", kind: "Deployment", metadata: { name: "web" }, status: { replicas: 2 } },
        contentType: applyPatch,
      });
      await s.send("scale by apply", "PATCH", `${path}/scale?fieldManager=applier&force=true`, {
        body: { apiVersion: "autoscaling/v1", kind: "Scale", metadata: { name: "web" }, spec: { replicas: 8 } },
        contentType: applyPatch,
      });
      await s.send("read", "GET", path);
    },
  },
  {
    class: "apply",
    name: "what was there before",
    async run(s) {
      await s.prepare("POST", `${s.core("configmaps")}?fieldManager=maker`, { body: configMap("a") });
      const apply = applier(s, s.core("configmaps", "a"));
      await apply("takes part", "one", {
        apiVersion: "v1",
        kind: "ConfigMap",
        metadata: { name: "a" },
        data: { b: "2" },
      });
      await s.send("owners cleared", "PATCH", s.core("configmaps", "a"), {
        body: { metadata: { managedFields: [{}] } },
        contentType: mergePatch,
      });
      await apply("first apply of an object without owners", "one", {
        apiVersion: "v1",
        kind: "ConfigMap",
        metadata: { name: "a" },
        data: { b: "3" },
      });
      await s.send("a replace keeps owners", "PUT", `${s.core("configmaps", "a")}?fieldManager=replacer`, {
        body: configMap("a", { data: { z: "z" } }),
      });
      for (let index = 0; index < 12; index++) {
        await s.prepare("PATCH", `${s.core("configmaps", "a")}?fieldManager=m${String(index).padStart(2, "0")}`, {
          body: { data: { [`k${index}`]: "v" } },
          contentType: mergePatch,
        });
      }
      await s.send("many managers are told of as one", "GET", s.core("configmaps", "a"));
    },
  },
  {
    class: "apply",
    name: "bad requests",
    async run(s) {
      const path = s.core("configmaps", "a");
      const body = { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "a" } };
      const send = (step: string, query: string, content: unknown) =>
        s.send(step, "PATCH", path + query, { body: content, contentType: applyPatch });
      await send("no manager", "", body);
      await send("no api version", "?fieldManager=m", { kind: "ConfigMap", metadata: { name: "a" } });
      await send("another api version", "?fieldManager=m", { ...body, apiVersion: "v2" });
      await send("another kind", "?fieldManager=m", { ...body, kind: "Secret" });
      await send("another name", "?fieldManager=m", { ...body, metadata: { name: "b" } });
      await send("managed fields", "?fieldManager=m", {
        ...body,
        metadata: { name: "a", managedFields: [{ manager: "x" }] },
      });
      await send("an unknown field", "?fieldManager=m", { ...body, spec: { x: 1 } });
      await send("an unknown field, strictly", "?fieldManager=m&fieldValidation=Strict", { ...body, spec: { x: 1 } });
      await send("a wrong type", "?fieldManager=m", { ...body, data: { a: 1 } });
      await send(
        "YAML",
        "?fieldManager=m",
        "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\ndata:\n  y: 'yes'\n",
      );
      await send("bad YAML", "?fieldManager=m", "a: b: c");
      await send("a list", "?fieldManager=m", "[]");
      await send("a manager that is too long", `?fieldManager=${"x".repeat(129)}`, body);
      await send("a uid", "?fieldManager=m", { ...body, metadata: { name: "a", uid: "x" } });
      await send("an old version", "?fieldManager=m", { ...body, metadata: { name: "a", resourceVersion: "1" } });
      await s.send("makes with a version", "PATCH", `${s.core("configmaps", "new")}?fieldManager=m`, {
        body: { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "new", resourceVersion: "1" } },
        contentType: applyPatch,
      });
    },
  },
  {
    class: "apply",
    name: "pods and services",
    async run(s) {
      const apply = applier(s, s.core("services", "web"));
      await apply("a service", "one", {
        apiVersion: "v1",
        kind: "Service",
        metadata: { name: "web" },
        spec: { selector: { a: "b" }, ports: [{ port: 80 }] },
      });
      await apply("the same port by another protocol", "one", {
        apiVersion: "v1",
        kind: "Service",
        metadata: { name: "web" },
        spec: {
          selector: { a: "b" },
          ports: [
            { port: 80, name: "t", protocol: "TCP" },
            { port: 80, name: "u", protocol: "UDP" },
          ],
        },
      });
      await apply("a selector of another manager", "two", {
        apiVersion: "v1",
        kind: "Service",
        metadata: { name: "web" },
        spec: { selector: { c: "d" } },
      });
      await s.send("a pod", "PATCH", `${s.core("pods", "p")}?fieldManager=one`, {
        body: pod("p", { spec: { containers: [{ name: "main", image: "i", env: [{ name: "A", value: "1" }] }] } }),
        contentType: applyPatch,
      });
      await s.send("finalizers are a set", "PATCH", `${s.core("pods", "p")}?fieldManager=two`, {
        body: { apiVersion: "v1", kind: "Pod", metadata: { name: "p", finalizers: ["a.b/c"], labels: { l: "m" } } },
        contentType: applyPatch,
      });
      await s.send("finalizers away", "PATCH", `${s.core("pods", "p")}?fieldManager=two`, {
        body: { apiVersion: "v1", kind: "Pod", metadata: { name: "p" } },
        contentType: applyPatch,
      });
    },
  },
  {
    class: "apply",
    name: "custom resources",
    async run(s) {
      const group = "apply.example.com";
      await s.prepare("POST", "/apis/apiextensions.k8s.io/v1/customresourcedefinitions", {
        body: definition(group, { version: { subresources: { status: {} } } }),
      });
      await served(s, group);
      const path = s.group(`${group}/v1`, "things", "t");
      const apply = applier(s, path);
      await apply(
        "makes it",
        "one",
        thing(group, "t", { spec: { mode: "fast", tags: ["a", "b"], ports: [{ name: "x", port: 1 }] } }),
      );
      await apply(
        "the other adds to lists",
        "two",
        thing(group, "t", { spec: { tags: ["c"], ports: [{ name: "y", port: 2 }] } }),
      );
      await apply("a port conflict", "two", thing(group, "t", { spec: { ports: [{ name: "x", port: 9 }] } }));
      await apply(
        "a tag away",
        "one",
        thing(group, "t", { spec: { mode: "fast", tags: ["b"], ports: [{ name: "x", port: 1 }] } }),
      );
      await apply("free form", "one", thing(group, "t", { spec: { free: { any: { thing: [1, 2] } } } }));
      await s.send("status", "PATCH", `${path}/status?fieldManager=c`, {
        body: thing(group, "t", { status: { phase: "Up" } }),
        contentType: applyPatch,
      });
      await apply("an invalid value", "one", thing(group, "t", { spec: { mode: "lame" } }));
      await s.send("read", "GET", path);
    },
  },
  {
    class: "apply",
    name: "after client-side apply",
    async run(s) {
      const last = JSON.stringify({
        apiVersion: "v1",
        kind: "ConfigMap",
        metadata: { name: "a", namespace: s.namespace },
        data: { a: "1", b: "2" },
      });
      await s.prepare("POST", `${s.core("configmaps")}?fieldManager=kubectl-client-side-apply`, {
        body: configMap("a", {
          data: { a: "1", b: "2" },
          metadata: { annotations: { "kubectl.kubernetes.io/last-applied-configuration": last } },
        }),
      });
      const apply = applier(s, s.core("configmaps", "a"));
      await apply("kubectl takes over", "kubectl", {
        apiVersion: "v1",
        kind: "ConfigMap",
        metadata: { name: "a" },
        data: { a: "1" },
      });
      await s.send("deployment", "POST", `${s.group("apps/v1", "deployments")}?fieldManager=maker`, {
        body: deployment("web"),
      });
    },
  },
];

/** Resolves when a custom kind can be used. */
export async function served(s: Session, group: string, version = "v1"): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt++) {
    const list = await s.prepare("GET", s.group(`${group}/${version}`, "things")).catch(() => undefined);
    if (list?.items !== undefined) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`things.${group} are not served`);
}
