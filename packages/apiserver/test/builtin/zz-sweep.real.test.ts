import { writeFileSync } from "node:fs";
import { HttpsTransport } from "@kubewright/client";
import { startReferenceServer } from "@kubewright/testing";
import { test } from "vitest";
import { readDiscovery } from "../../src/data/discovery-data.ts";
import { ApiServer } from "../../src/server/api-server.ts";
import { sentObjects } from "./sent-objects.ts";
import { bodyOf, pathOf } from "./sent-request.ts";

type Send = (
  method: string,
  path: string,
  body?: unknown,
  type?: string,
) => Promise<{ status: number; body: any; warnings: string }>;

function normal(value: unknown): string {
  return JSON.stringify(sortKeys(value), null, 1)
    .replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, "%uid%")
    .replace(/"resourceVersion": "\d+"/g, '"resourceVersion": "%rv%"')
    .replace(/"20\d\d-\d\d-\d\dT\d\d:\d\d:\d\dZ"/g, '"%time%"')
    .replace(/10\.0\.0\.\d+/g, "%ip%")
    .replace(/X509SHA256=[0-9a-f]+/g, "%x%")
    .replace(/"(nodePort|healthCheckNodePort)": 3\d{4}/g, '"$1": "%port%"');
}
function sortKeys(v: any): any {
  if (Array.isArray(v)) return v.map(sortKeys);
  if (v && typeof v === "object")
    return Object.fromEntries(
      Object.keys(v)
        .sort()
        .map((k) => [k, sortKeys(v[k])]),
    );
  return v;
}

async function script(send: Send): Promise<Map<string, string>> {
  const out = new Map<string, string>();
  const { resources } = readDiscovery();
  await send("POST", "/apis/scheduling.k8s.io/v1/priorityclasses", { metadata: { name: "other" }, value: 7 });
  for (const sent of sentObjects) {
    const key = `${sent.apiVersion} ${sent.resource} ${sent.name}`;
    const kind = resources[sent.apiVersion]?.find(({ name }) => name === sent.resource)?.kind ?? "";
    const has = (sub: string) => resources[sent.apiVersion]?.some(({ name }) => name === `${sent.resource}/${sub}`);
    const body: any = bodyOf(sent, kind);
    const base = pathOf(sent);
    const path = `${base}/${body.metadata.name}`;
    const step = async (name: string, method: string, p: string, b?: unknown, type?: string) => {
      const r = await send(method, p, b, type);
      out.set(`${key} ${name}`, normal({ status: r.status, warnings: r.warnings, body: r.body }));
      return r.body;
    };
    await step("01 create", "POST", base, body);
    const got = await step("02 get", "GET", path);
    const without = (o: any) => {
      const c = structuredClone(o);
      delete c.metadata?.resourceVersion;
      return c;
    };
    await step("03 put unconditional", "PUT", path, without(got));
    const labeled = structuredClone(got);
    if (labeled.metadata) {
      labeled.metadata.labels = { ...labeled.metadata.labels, put: "x" };
      labeled.metadata.annotations = { ...labeled.metadata.annotations, put: "x" };
    }
    delete labeled.status;
    await step("04 put label", "PUT", path, labeled);
    const cur: any = (await send("GET", path)).body;
    if (has("status")) {
      const st = structuredClone(cur);
      if (st.metadata) {
        st.metadata.labels = { ...st.metadata.labels, status: "x" };
        st.metadata.annotations = { ...st.metadata.annotations, status: "x" };
        st.metadata.finalizers = ["example.com/f"];
        st.metadata.ownerReferences = [{ apiVersion: "v1", kind: "Node", name: "n", uid: "u" }];
      }
      if (st.spec && "replicas" in st.spec) st.spec.replicas = 9;
      if (st.spec && "type" in st.spec) st.spec.type = "ClusterIP";
      await step("05 put status", "PUT", `${path}/status`, st);
      await step(
        "06 patch status",
        "PATCH",
        `${path}/status`,
        { metadata: { labels: { ps: "y" } } },
        "application/merge-patch+json",
      );
    }
    if (has("scale")) {
      await step("07 get scale", "GET", `${path}/scale`);
      await step("08 patch scale", "PATCH", `${path}/scale`, { spec: { replicas: 4 } }, "application/merge-patch+json");
      await step(
        "08b patch scale bad",
        "PATCH",
        `${path}/scale`,
        { spec: { replicas: -4 } },
        "application/merge-patch+json",
      );
    }
    await step(
      "09 strategic",
      "PATCH",
      path,
      { metadata: { labels: { smp: "y" } } },
      "application/strategic-merge-patch+json",
    );
    if (cur.spec && "replicas" in cur.spec)
      await step("10 spec", "PATCH", path, { spec: { replicas: 2 } }, "application/merge-patch+json");
    const other = structuredClone(body);
    other.metadata.name = `${body.metadata.name}-missing`;
    await step("11 put missing", "PUT", `${path}-missing`, other);
    await step("12 delete", "DELETE", path);
    await step("13 get", "GET", path);
    await step("14 delete other", "DELETE", `${path}-missing`);
  }
  return out;
}

test("sweep", { timeout: 300_000 }, async () => {
  const ours = await ApiServer.start();
  const real = await startReferenceServer();
  const via =
    (t: any): Send =>
    async (method, path, body, type = "application/json") => {
      if (method !== "GET" && method !== "DELETE") path += "?fieldManager=sweep";
      const r = await t.send({
        method,
        path,
        headers: body === undefined ? {} : { "content-type": type },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      const text = await r.body.text();
      let parsed: unknown = text;
      try {
        parsed = JSON.parse(text);
      } catch {}
      const w = r.headers.get?.("warning") ?? "";
      return { status: r.status, body: parsed, warnings: String(w) };
    };
  const rt = new HttpsTransport(real.connection());
  const a = await script(via(ours.transport()));
  const b = await script(via(rt));
  let same = 0;
  const diffs: string[] = [];
  for (const [k, v] of b) {
    if (a.get(k) === v) same++;
    else {
      const x = v.split("\n"),
        y = (a.get(k) ?? "").split("\n");
      const onlyX = x.filter((l) => !y.includes(l)),
        onlyY = y.filter((l) => !x.includes(l));
      diffs.push(`### ${k}\n- ${onlyX.slice(0, 14).join("\n- ")}\n+ ${onlyY.slice(0, 14).join("\n+ ")}`);
    }
  }
  writeFileSync("/tmp/kinds/real.json", JSON.stringify(Object.fromEntries(b)));
  writeFileSync("/tmp/kinds/ours.json", JSON.stringify(Object.fromEntries(a)));
  writeFileSync("/tmp/kinds/sweep.txt", `same ${same} of ${b.size}\n${diffs.join("\n")}\n`);
  await rt.close();
  await real.close();
  await ours.close();
});
