import { test } from "vitest";
import { ApiServer } from "../src/index.ts";
test("apply", { timeout: 120_000 }, async () => {
  await using server = await ApiServer.start({ onInternalError: (e) => console.log("INT", e) });
  const send = async (method: string, target: string, type: string, body: unknown) => {
    const t = performance.now();
    const answer = await server.handle({
      method, target, headers: { "content-type": type }, body: async () => Buffer.from(JSON.stringify(body)),
      credentials: { user: { name: "admin", uid: "", groups: ["system:masters"], extra: {} } },
      signal: new AbortController().signal,
    });
    console.log(method, target, answer.status, Math.round(performance.now() - t), "ms", String(answer.body).length, String(answer.body).slice(0, 300));
  };
  await send("POST", "/apis/apiextensions.k8s.io/v1/customresourcedefinitions", "application/json", {
    kind: "CustomResourceDefinition", apiVersion: "apiextensions.k8s.io/v1", metadata: { name: "tricks.hostile.example.com" },
    spec: { group: "hostile.example.com", scope: "Namespaced", names: { plural: "tricks", kind: "Trick" },
      versions: [{ name: "v1", served: true, storage: true, schema: { openAPIV3Schema: { type: "object", "x-kubernetes-preserve-unknown-fields": true } } }] } });
  for (const count of [5_000, 20_000, 40_000, 100_000, 250_000]) {
    const spec = Object.fromEntries(Array.from({ length: count }, (_, i) => [`k${i}`, i]));
    const trick = { kind: "Trick", apiVersion: "hostile.example.com/v1", metadata: { name: `t${count}` }, spec };
    await send("PATCH", `/apis/hostile.example.com/v1/namespaces/default/tricks/t${count}?fieldManager=m`, "application/apply-patch+yaml", trick);
    await send("POST", `/apis/hostile.example.com/v1/namespaces/default/tricks?dryRun=All`, "application/json", { ...trick, metadata: { name: "x" } });
    await send("PATCH", `/apis/hostile.example.com/v1/namespaces/default/tricks/t${count}`, "application/merge-patch+json", { spec: { k1: 5 } });
    await send("POST", `/api/v1/namespaces/default/configmaps?dryRun=All`, "application/json", { kind: "ConfigMap", apiVersion: "v1", metadata: { name: "x", labels: Object.fromEntries(Array.from({ length: count }, (_, i) => [`k${i}`, "-"])) } });
    await send("POST", `/api/v1/namespaces/default/configmaps?dryRun=All`, "application/json", { kind: "ConfigMap", apiVersion: "v1", metadata: { name: "x", finalizers: Array.from({ length: count }, (_, i) => `k${i}`) } });
    await send("POST", `/api/v1/namespaces/default/configmaps?dryRun=All`, "application/json", { kind: "ConfigMap", apiVersion: "v1", metadata: { name: "x" }, data: Object.fromEntries(Array.from({ length: count }, (_, i) => [`k${i}/`, "-"])) });
  }
});
