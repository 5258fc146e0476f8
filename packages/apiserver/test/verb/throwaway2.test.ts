import { test } from "vitest";
import { ApiServer } from "../../src/server/api-server.ts";
import { assemble } from "../../src/server/assemble.ts";
import { createObject } from "../../src/verb/create.ts";
import { patchObject } from "../../src/verb/patch.ts";
import { updateObject } from "../../src/verb/update.ts";
test("bench", async () => {
  const { state } = assemble({} as any) as any;
  const context = () => ({ user: { name: "admin", uid: "", groups: ["system:masters"], extra: {} }, clock: state.clock, random: state.random, isDryRun: false, fieldManager: "t", fieldValidation: "Warn", signal: new AbortController().signal, warn() {} }) as any;
  const cms = state.catalog.find("", "v1", "configmaps"); const deps = state.catalog.find("apps", "v1", "deployments");
  const cm = (i: number) => ({ metadata: { name: `c${i}`, labels: { a: "b" } }, data: { a: "1", b: "2" } });
  const dep = (i: number) => ({ metadata: { name: `d${i}`, labels: { a: "b" } }, spec: { replicas: 1, selector: { matchLabels: { app: "x" } }, template: { metadata: { labels: { app: "x" } }, spec: { containers: [{ name: "c", image: "nginx:1", ports: [{ containerPort: 80 }] }] } } } });
  for (const [n, resource, make] of [["cm", cms, cm], ["dep", deps, dep]] as any) {
    for (let round = 0; round < 3; round++) {
      const t = performance.now();
      for (let i = 0; i < 2000; i++) await createObject(state, { resource, namespace: "default", name: "", body: make(round * 2000 + i) }, context());
      console.log(n, "create", Math.round(2000 / ((performance.now() - t) / 1000)), "/s");
    }
    const t = performance.now();
    for (let i = 0; i < 2000; i++) await patchObject(state, { resource, namespace: "default", name: (n === "cm" ? "c" : "d") + i, patchType: "merge", body: '{"metadata":{"labels":{"x":"' + i + '"}}}' }, context());
    console.log(n, "patch", Math.round(2000 / ((performance.now() - t) / 1000)), "/s");
    const t2 = performance.now();
    for (let i = 0; i < 2000; i++) await patchObject(state, { resource, namespace: "default", name: (n === "cm" ? "c" : "d") + i, patchType: "apply", force: true, body: JSON.stringify({ apiVersion: n === "cm" ? "v1" : "apps/v1", kind: n === "cm" ? "ConfigMap" : "Deployment", ...make(i) }) }, context());
    console.log(n, "apply", Math.round(2000 / ((performance.now() - t2) / 1000)), "/s");
    const t3 = performance.now();
    for (let i = 0; i < 2000; i++) await updateObject(state, { resource, namespace: "default", name: (n === "cm" ? "c" : "d") + i, body: { ...make(i), metadata: { name: (n === "cm" ? "c" : "d") + i, labels: { y: "z" } } } }, context());
    console.log(n, "update", Math.round(2000 / ((performance.now() - t3) / 1000)), "/s");
  }
}, 120000);
