import { writeFileSync } from "node:fs";
import { HttpsTransport } from "@kubewright/client";
import { startReferenceServer } from "@kubewright/testing";
import { test } from "vitest";
import { ApiServer } from "../../src/server/api-server.ts";

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
    .replace(/kube-api-access-[a-z0-9]{5}/g, "kube-api-access-%gen%")
    .replace(/"(g|x)-[a-z0-9]{5}"/g, '"$1-%gen%"')
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

const M = "application/merge-patch+json";
const N = "/api/v1/namespaces/default";
const c = { name: "c", image: "nginx" };
const pod = (name: string, spec: object = {}, metadata: object = {}) => ({
  metadata: { name, ...metadata },
  spec: { containers: [c], ...spec },
});
const svc = (name: string, spec: object) => ({ metadata: { name }, spec });
const P = [{ port: 80 }];
const steps: [string, string, unknown?, string?][] = [
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
      containers: [{ ...c, volumeMounts: [{ name: "v", mountPath: "/var/run/secrets/kubernetes.io/serviceaccount" }] }],
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
];

async function script(send: Send): Promise<Map<string, string>> {
  const out = new Map<string, string>();
  let i = 0;
  for (const [method, path, body, type] of steps) {
    const r = await send(method, path, body, type);
    out.set(
      `${String(i++).padStart(3, "0")} ${method} ${path} ${JSON.stringify(body ?? "").slice(0, 90)}`,
      normal({ status: r.status, warnings: r.warnings, body: r.body }),
    );
  }
  return out;
}

test("sweep", { timeout: 300_000 }, async () => {
  const ours = await ApiServer.start({ serviceAccountAdmission: true });
  const real = await startReferenceServer({ serviceAccountAdmission: true });
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
  writeFileSync("/tmp/kinds/sa-real.json", JSON.stringify(Object.fromEntries(b)));
  writeFileSync("/tmp/kinds/sa-ours.json", JSON.stringify(Object.fromEntries(a)));
  writeFileSync("/tmp/kinds/sa-sweep.txt", `same ${same} of ${b.size}\n${diffs.join("\n")}\n`);
  await rt.close();
  await real.close();
  await ours.close();
});
