import { writeFileSync } from "node:fs";
import { HttpsTransport } from "@kubewright/client";
import { startReferenceServer } from "@kubewright/testing";
import { test } from "vitest";
import { readDiscovery } from "../../src/data/discovery-data.ts";
import { ApiServer } from "../../src/server/api-server.ts";
import { sentObjects as all } from "./sent-objects.ts";

const seen = new Set<string>();
const sentObjects = all.filter((o) => {
  const k = o.apiVersion + o.resource;
  if (seen.has(k)) return false;
  seen.add(k);
  return true;
});

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
    await send("POST", base, body);
    const bad = { metadata: { labels: { a: "!!" } } };
    await step("1 main", "PATCH", path, bad, "application/merge-patch+json");
    for (const sub of ["status", "approval", "resize", "ephemeralcontainers", "finalize"]) {
      if (has(sub))
        await step(
          `2 ${sub}`,
          sub === "finalize" ? "PUT" : "PATCH",
          `${path}/${sub}`,
          sub === "finalize" ? { ...body, metadata: { ...body.metadata, labels: { a: "!!" } } } : bad,
          "application/merge-patch+json",
        );
    }
    await step("3 name", "POST", base, { ...body, metadata: { ...body.metadata, name: "Bad_Name" } });
    await step("4 long", "POST", base, { ...body, metadata: { ...body.metadata, name: "a".repeat(260) } });
    await step("5 gen", "POST", base, {
      ...body,
      metadata: { ...body.metadata, name: undefined, generateName: "Bad_" },
    });
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
  writeFileSync("/tmp/kinds/meta-real.json", JSON.stringify(Object.fromEntries(b)));
  writeFileSync("/tmp/kinds/meta-ours.json", JSON.stringify(Object.fromEntries(a)));
  writeFileSync("/tmp/kinds/meta-sweep.txt", `same ${same} of ${b.size}\n${diffs.join("\n")}\n`);
  await rt.close();
  await real.close();
  await ours.close();
});
