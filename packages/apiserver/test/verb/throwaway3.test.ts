import { readFileSync, writeFileSync } from "node:fs";
import { request as httpsRequest } from "node:https";
import { test } from "vitest";
import { ApiServer } from "../../src/server/api-server.ts";

interface Answer { status: number; warnings: string[]; body: any; retry?: string }
function real(method: string, path: string, body: string | undefined, type: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const r = httpsRequest({ host: "127.0.0.1", port: 32793, path, method, rejectUnauthorized: false, headers: { authorization: "Bearer admintoken", "user-agent": "tester/1", ...(body !== undefined && { "content-type": type, "content-length": String(Buffer.byteLength(body)) }) } }, (res) => {
      let text = ""; res.setEncoding("utf8"); res.on("data", (d) => (text += d)); res.on("end", () => resolve(answer(res.statusCode!, res.headers.warning, text, res.headers["retry-after"] as string)));
    });
    r.on("error", reject); if (body !== undefined) r.write(body); r.end();
  });
}
function answer(status: number, warning: any, text: string, retry?: string): Answer {
  let body: any = text; try { body = JSON.parse(text); } catch {}
  const warnings = (Array.isArray(warning) ? warning : warning === undefined ? [] : String(warning).split(/, (?=299)/)) as string[];
  return { status, warnings, body, ...(retry && { retry }) };
}
async function embedded(server: any, method: string, path: string, body: string | undefined, type: string): Promise<Answer> {
  const response = await server.handle({ method, target: path, headers: { "user-agent": "tester/1", ...(body !== undefined && { "content-type": type }) }, body: async () => new TextEncoder().encode(body ?? ""), credentials: { user: { name: "admin", uid: "", groups: ["system:masters", "system:authenticated"], extra: {} } }, signal: new AbortController().signal });
  let text = "";
  if (typeof response.body === "string") text = response.body;
  else if (response.body instanceof Uint8Array) text = new TextDecoder().decode(response.body);
  else for await (const p of response.body) text += typeof p === "string" ? p : new TextDecoder().decode(p);
  return answer(response.status, response.headers.warning, text, response.headers["retry-after"]);
}
class Norm {
  ids = new Map<string, string>();
  norm(v: any, key = ""): any {
    if (typeof v === "string") {
      return v.replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, (u) => { if (!this.ids.has(u)) this.ids.set(u, "<uid>"); return this.ids.get(u)!; }).replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/g, "<time>").replace(/(resourceVersion\\*":\\*")\d+/g, "$1<rv>").replace(/^\d+$/, key === "resourceVersion" ? "<rv>" : "$&").replace(/(record \()\d+/g, "$1<rv>").replace(/(object meta: )\d+/g,"$1<rv>");
    }
    if (Array.isArray(v)) return v.map((x) => this.norm(x));
    if (v && typeof v === "object") return Object.fromEntries(Object.entries(v).sort(([a], [b]) => (a < b ? -1 : 1)).map(([k, x]) => [k, this.norm(x, k)]));
    return v;
  }
}
function diff(a: any, b: any, path = ""): string[] {
  if (JSON.stringify(a) === JSON.stringify(b)) return [];
  if (a && b && typeof a === "object" && typeof b === "object" && Array.isArray(a) === Array.isArray(b)) {
    return [...new Set([...Object.keys(a), ...Object.keys(b)])].flatMap((k) => diff(a[k], b[k], `${path}.${k}`));
  }
  return [`${path}: REAL ${JSON.stringify(a)?.slice(0, 700)}\n      OURS ${JSON.stringify(b)?.slice(0, 700)}`];
}
test("diff", async () => {
  const errors: any[] = [];
  const server = await ApiServer.start({ onInternalError: (e: unknown) => errors.push(e) } as any);
  const cases = JSON.parse(readFileSync("/tmp/kwverb/cases.json", "utf8")) as [string, string, string?, string?][];
  const n1 = new Norm(), n2 = new Norm();
  const lines: string[] = []; let same = 0;
  for (const [method, path, body, type = "application/json"] of cases) {
    if (method === "SLEEP") { await new Promise((r) => setTimeout(r, Number(path))); continue; }
    const [a, b] = [await real(method, path, body, type), await embedded(server, method, path, body, type)];
    const d = diff(n1.norm(a), n2.norm(b));
    if (d.length === 0) same++;
    else lines.push(`## ${method} ${path} ${type} ${body?.slice(0, 300) ?? ""}\n   ${d.slice(0, 8).join("\n   ")}`);
  }
  writeFileSync("/tmp/kwverb/diff.txt", `identical ${same} of ${cases.length}\n${lines.join("\n")}\n${errors.map((e) => e?.stack ?? e).join("\n")}`);
  await server.close();
}, 300000);
