import { readSources } from "./src/source/read-sources.js";
import { buildModel } from "./src/model/build-model.js";
import { generateCrds } from "./src/crd/generate-crds.js";
import { formatProblem } from "./src/problem.js";
const t0 = performance.now();
const tell = (p) => { if (p.severity === "error") console.log(formatProblem(p)); };
for (let i = 0; i < Number(process.env.N ?? 1); i++) {
const { modules } = await readSources([process.argv[2] + "/..."], { folder: process.argv[2], report: tell });
const b = performance.now();
const model = buildModel(modules, tell);
const c = performance.now();
const files = generateCrds(model, {}, tell);
const d = performance.now();
console.log({ source: b - t0, model: c - b, crd: d - c, files: files.length, bytes: files.reduce((n, f) => n + f.text.length, 0) });
}
process.exit(0);
