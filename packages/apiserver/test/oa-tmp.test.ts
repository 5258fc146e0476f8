import { readFileSync } from "node:fs";
import { test } from "vitest";
import { OpenApiData } from "../src/data/open-api-data.ts";
import { OpenApiDocuments } from "../src/discovery/openapi/open-api-documents.ts";
const defs = JSON.parse(readFileSync("/tmp/kwh/crds.json","utf8")).items;
function diff(a: any, b: any, p: string, out: string[]) { if (p.includes("DeleteOptions/x-kub")) return;
  if (out.length > 30) return;
  if (typeof a !== "object" || a === null || typeof b !== "object" || b === null) { if (a !== b) out.push(`${p}: ours ${JSON.stringify(a)?.slice(0,100)} ref ${JSON.stringify(b)?.slice(0,100)}`); return; }
  for (const k of new Set([...Object.keys(a), ...Object.keys(b)])) diff(a[k], b[k], `${p}/${k}`, out);
}
test("x", () => {
  const t0 = performance.now();
  const d = new OpenApiDocuments(new OpenApiData(), { definitions: defs } as any);
  const ours = JSON.parse(Buffer.from(d.document("apis/example.com/v1")!.bytes).toString());
  console.log(performance.now() - t0);
  for (const [n, f] of [["v1","ex"],["v1alpha1","exa"]]) { const out: string[] = [];
  diff(JSON.parse(Buffer.from(d.document("apis/example.com/"+n)!.bytes).toString()), JSON.parse(readFileSync(`/tmp/kwh/${f}.json`,"utf8")), "", out); console.log(out.join("\n")); }
  { const out: string[] = []; diff(JSON.parse(Buffer.from(d.document("apis/rich.example.io/v1")!.bytes).toString()), JSON.parse(readFileSync("/tmp/kwh/rich3.json","utf8")), "", out); console.log(out.join("\n")); }
 const t1 = performance.now();
  const v2 = JSON.parse(Buffer.from(d.version2().bytes).toString()); console.log(performance.now() - t1);
  const r2 = JSON.parse(readFileSync("/tmp/kwh/v2.json","utf8")); const out: string[] = []; diff(v2.definitions, r2.definitions, "", out); console.log(out.join("\n"));
});
