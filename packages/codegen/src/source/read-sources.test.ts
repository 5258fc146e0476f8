import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { formatProblem, type Problem } from "../problem.ts";
import { Compiler } from "./compiler/compiler.ts";
import { diskFiles } from "./path/file-host.ts";
import { memoryFiles } from "./path/memory-files.ts";
import { type ReadSourcesOptions, readSources } from "./read-sources.ts";
import type { SourceModule } from "./source-module.ts";

const compiler = new Compiler();
afterAll(() => compiler.close());

interface Result {
  readonly modules: readonly SourceModule[];
  readonly problems: readonly string[];
}

async function readFrom(options: Partial<ReadSourcesOptions>, ...paths: string[]): Promise<Result> {
  const problems: Problem[] = [];
  const { modules } = await readSources(paths, {
    folder: "/project",
    compiler,
    report: (problem) => problems.push(problem),
    ...options,
  });
  return { modules, problems: problems.map(formatProblem) };
}

function read(texts: Record<string, string>, ...paths: string[]): Promise<Result> {
  const absolute = Object.entries(texts).map(([path, text]) => [`/project/${path}`, text]);
  return readFrom({ files: memoryFiles(Object.fromEntries(absolute)) }, ...(paths.length === 0 ? ["./..."] : paths));
}

const kindsOf = ({ modules }: Result): string[] =>
  modules.flatMap(({ kinds }) =>
    kinds.map(({ group, version, kind, plural, scope, type }) =>
      [group, version, kind, plural ?? "-", scope ?? "-", type.name].join(" "),
    ),
  );

const SPEC = "interface Spec { size: Int32 }\n";

describe("kinds", () => {
  test.each([
    ["with the type as argument", "", "defineKind<A>({ group: 'g.io', version: 'v1', kind: 'A' })", "g.io v1 A - - A"],
    [
      "with all that a definition has",
      "",
      'defineKind<A>({ group: "g.io", version: "v1", kind: "A", plural: "as", scope: "Cluster" })',
      "g.io v1 A as Cluster A",
    ],
    ["of the core group", "", "defineKind<A>({ group: '', version: 'v1', kind: 'A' })", " v1 A - - A"],
    [
      "with constants",
      "const group = 'g.io'; const V = `v2`;",
      "defineKind<A>({ group, version: V, kind: 'A' })",
      "g.io v2 A - - A",
    ],
    [
      "with a spread constant",
      "const GV = { group: 'g.io', version: 'v1' } as const;",
      "defineKind<A>({ ...GV, version: 'v3', kind: 'A' })",
      "g.io v3 A - - A",
    ],
    [
      "with a member of a constant",
      "const GV = { group: 'g.io' };",
      "defineKind<A>({ group: GV.group, version: 'v1', kind: 'A' })",
      "g.io v1 A - - A",
    ],
    [
      "with an imported constant",
      "import { G } from './g.ts';",
      "defineKind<A>({ group: G, version: 'v1', kind: 'A' })",
      "imported.io v1 A - - A",
    ],
    [
      "without a name for the type",
      "",
      "defineKind<CustomResource<Spec>>({ group: 'g.io', version: 'v1', kind: 'B' })",
      "g.io v1 B - - B",
    ],
    ["in brackets", "", "(defineKind<A>({ group: 'g.io', version: 'v1', kind: 'A' }) as Kind<A>)", "g.io v1 A - - A"],
  ])("are found %s", async (_, before, call, expected) => {
    const result = await read({
      "a.ts": `import { type CustomResource, defineKind, type Kind, type Int32 } from "@kubewright/operator";
        ${before}\n${SPEC}interface A extends CustomResource<Spec> {}\nexport const A = ${call};`,
      "g.ts": 'export const G = "imported.io";',
    });
    expect([kindsOf(result), result.problems]).toEqual([[expected], []]);
  });

  test.each([
    ['import { defineKind as define } from "@kubewright/api";', "define<A>"],
    ['import * as kubewright from "@kubewright/operator";', "kubewright.defineKind<A>"],
    ['import { defineKind } from "./own.ts";', "defineKind<A>"],
  ])("are found by what the name means: %s", async (head, callee) => {
    const result = await read({
      "a.ts": `${head} interface A {} export const A = ${callee}({ group: "g.io", version: "v1", kind: "A" });`,
      "own.ts": 'export * from "@kubewright/operator"; export * from "./nothing.ts";',
      "nothing.ts": "export interface Nothing {}",
    });
    expect([kindsOf(result), result.problems]).toEqual([["g.io v1 A - - A"], []]);
  });

  test("are those of the user only", async () => {
    const result = await read({
      "a.ts": `import { defineKind } from "@kubewright/operator"; import { Deployment } from "@kubewright/api/apps/v1";
        function local<T>(definition: object) { return definition; }
        export const D = defineKind<Deployment>({ group: "apps", version: "v1", kind: "Deployment" });
        export const L = local<Deployment>({ group: "apps", version: "v1", kind: "Deployment" });`,
    });
    expect([kindsOf(result), result.problems]).toEqual([[], []]);
  });

  test("know by which names others import them", async () => {
    const { modules } = await read({
      "a.ts": `import { defineKind } from "@kubewright/operator"; import { X } from "./x.js";
        interface A {} export interface B {}
        const A = defineKind<A>({ group: "g.io", version: "v1", kind: "A" });
        export const B = defineKind<B>({ group: "g.io", version: "v1", kind: "B" });
        const C = defineKind<X>({ group: "g.io", version: "v1", kind: "C" });
        const D = defineKind<X>({ group: "g.io", version: "v1", kind: "D" });
        export { A as Renamed, D as "in quotes" };`,
      "x.ts": "export interface X {}",
    });
    expect(modules[0]!.importExtension).toBe(".js");
    expect(modules[0]!.kinds.map(({ exportedAs, typeExportedAs }) => [exportedAs, typeExportedAs])).toEqual([
      ["Renamed", "Renamed"],
      ["B", "B"],
      [undefined, undefined],
      [undefined, undefined],
    ]);
  });

  test.each([
    [
      "defineKind({ group: 'g', version: 'v1', kind: 'A' })",
      "4:18: error: the kind has no type, so no schema can be made; write defineKind<A>({ … })",
    ],
    [
      "defineKind<A>({ group: 'g', version: 'v1' })",
      "4:32: error: defineKind needs kind; write it in its argument as a text",
    ],
    [
      "defineKind<A>({ group: process.env.G, version: 'v1', kind: 'A' })",
      "4:41: error: the group of a kind has to be known without running the code; write a text, or a constant that is one",
    ],
    [
      "defineKind<A>()",
      "4:18: error: defineKind needs an argument; write defineKind<Memcached>({ group, version, kind })",
    ],
    [
      "defineKind<any>({ group: 'g', version: 'v1', kind: 'A' })",
      "4:29: error: any says nothing of the kind's members, so no schema can be made; write an interface that extends CustomResource<Spec, Status>",
    ],
    ["defineKind<A>({ group: 'g', version: '', kind: 'A' })", "4:32: error: the version of a kind must not be empty"],
    [
      "defineKind<A>({ group: 'g', version: 'v1', kind: 'A', scope: 'All' })",
      '4:32: error: the scope of a kind is "Namespaced" or "Cluster", not "All"',
    ],
  ])("that cannot be read are errors: %s", async (call, expected) => {
    const { problems } = await read({
      "a.ts": `import { defineKind, type Kind } from "@kubewright/operator";\n\ninterface A {}\nexport const A = ${call};`,
    });
    expect(problems).toEqual([`a.ts:${expected}`]);
  });
});

describe("kinds that are no constants of the module", () => {
  const CALL = 'defineKind<A>({ group: "g.io", version: "v1", kind: "A" })';
  const warnings = async (code: string): Promise<string[]> => {
    const imports =
      'import { defineKind, type DynamicObject } from "@kubewright/operator"; import type { Pod } from "@kubewright/api/core/v1";';
    const { problems } = await read({ "a.ts": `${imports}\ninterface A {}\n${code}` });
    return problems.map((problem) => problem.replace(/, because .*/, ""));
  };

  test.each([
    ["in an object", `export const all = { A: ${CALL} };`, "3:25"],
    ["in a function", `export function make() { return ${CALL}; }`, "3:33"],
    ["in a namespace", `export namespace V1 { export const A = ${CALL}; }`, "3:40"],
    ["in a class", `export class Kinds { static A = ${CALL}; }`, "3:33"],
    ["in another call", `export const A = Object.freeze(${CALL});`, "3:32"],
    ["alone", `${CALL};`, "3:1"],
  ])("are told of: %s", async (_, code, place) => {
    expect(await warnings(code)).toEqual([`a.ts:${place}: warning: nothing is made of this kind`]);
  });

  test.each([
    ["a kind of Kubernetes", CALL.replace("<A>", "<Pod>")],
    ["an object of any kind", CALL.replace("<A>", "<DynamicObject>")],
    ["an object without a type", CALL.replace("<A>", "")],
  ])("are no matter where they are %s", async (_, call) => {
    expect(await warnings(`export function make() { return ${call}; }`)).toEqual([]);
  });

  test.each([
    ["an assertion", `export const A = ${CALL}!;`],
    [
      "another name for defineKind",
      `const define = defineKind; export const A = ${CALL.replace("defineKind", "define")};`,
    ],
  ])("are others than those with %s", async (_, code) => {
    const result = await read({
      "a.ts": `import { defineKind } from "@kubewright/operator";\ninterface A {}\n${code}`,
    });
    expect([kindsOf(result), result.problems]).toEqual([["g.io v1 A - - A"], []]);
  });
});

test("a module of CommonJS is read", async () => {
  const result = await read({
    "a.cts":
      'import kw = require("@kubewright/api");\ninterface A { size: kw.Int32 }\nconst A = kw.defineKind<A>({ group: "g.io", version: "v1", kind: "A" });\nexport = { A };',
  });
  expect([kindsOf(result), result.problems]).toEqual([["g.io v1 A - - A"], []]);
});

test("types in each other without end are refused", async () => {
  const chain = Array.from({ length: 600 }, (_, level) => `interface T${level} { next: T${level + 1} }`).join("\n");
  const { problems } = await read({
    "a.ts": `import { defineKind } from "@kubewright/api";\n${chain}\ninterface T600 {}\nexport const A = defineKind<T0>({ group: "g.io", version: "v1", kind: "A" });`,
  });
  expect(problems).toEqual([
    expect.stringMatching(/^a\.ts:\d+:11: error: T0 has types in types more than 500 levels deep/),
  ]);
});

describe("types of other files", () => {
  const HEAD = 'import { type CustomResource, defineKind, type Int32 } from "@kubewright/operator";\n';
  const KIND = 'export const A = defineKind<CustomResource<Spec>>({ group: "g.io", version: "v1", kind: "A" });';

  test("are read as far as a kind needs them, and no further", async () => {
    const { modules, problems } = await read({
      "api/a.ts": `${HEAD}import type { Spec } from "../types"; import { run } from "../run.ts";\n${KIND}`,
      "types/index.ts": 'export * from "./spec.js"; export type { Unused } from "./unused.js";',
      "types/spec.ts": 'import type Inner from "./inner"; export interface Spec { inner: Inner }',
      "types/inner.ts": "/** Doc. */\ndefault interface Inner { a: string }".replace("default", "export default"),
      "types/unused.ts": "export interface Unused {}",
      "run.ts": "export function run() {}",
    });
    expect(problems).toEqual([]);
    expect(modules.map(({ file, isRequested }) => `${file} ${isRequested}`)).toEqual([
      "api/a.ts true",
      "types/index.ts false",
      "types/spec.ts false",
      "types/inner.ts false",
    ]);
  });

  test.each([
    [
      'import type { Spec } from "./gone.ts";',
      'cannot find "./gone.ts", from where Spec is imported; correct the path',
    ],
    [
      'import type { Spec } from "@acme/types/v1";',
      'cannot find "@acme/types/v1", from where Spec is imported; run npm install if the project\'s dependencies are not installed, npm install @acme/types if it is none yet, or add it to the paths of tsconfig.json',
    ],
  ])("that are not there are errors at the import: %s", async (statement, expected) => {
    const { problems } = await read({ "a.ts": `${HEAD}${statement}\n${KIND}` });
    expect(problems).toEqual([`a.ts:2:27: error: ${expected}`]);
  });

  test("that are not there and that no kind needs are nobody's business", async () => {
    const { problems } = await read({
      "a.ts": `${HEAD}import { Server } from "express";\ninterface Spec { a: string }\ninterface Other { server: Server }\n${KIND}`,
    });
    expect(problems).toEqual([]);
  });

  test("come from packages and through the paths of the nearest tsconfig.json", async () => {
    const folder = mkdtempSync(join(tmpdir(), "kubewright-sources-"));
    try {
      const files = {
        "api/v1/a.ts": `${HEAD}import type { Spec } from "@app/spec";\nimport type { Cond } from "@app/meta";\ninterface X { c: Cond }\n${KIND.replace("<Spec>", "<Spec, X>")}`,
        "lib/spec.ts": 'import type { Shared } from "shared-types"; export interface Spec { shared: Shared }',
        "lib/meta.ts": 'export type { Condition as Cond } from "@kubewright/api";',
        "tsconfig.json": '{ "compilerOptions": { "paths": { "@app/*": ["./lib/*"] } } }',
        "node_modules/shared-types/package.json": '{ "name": "shared-types", "types": "index.d.ts" }',
        "node_modules/shared-types/index.d.ts": "export interface Shared { a: string }",
      };
      for (const [name, text] of Object.entries(files)) {
        mkdirSync(dirname(join(folder, name)), { recursive: true });
        writeFileSync(join(folder, name), text);
      }
      const { modules, problems } = await readFrom({ folder, files: diskFiles }, "./api/...");
      expect([modules.map(({ file }) => file), problems]).toEqual([
        ["api/v1/a.ts", "lib/spec.ts", "lib/meta.ts", "node_modules/shared-types/index.d.ts"],
        [],
      ]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  test("are types of @kubewright/api also where an import leads into its files", async () => {
    const manifest = '{ "name": "@kubewright/api" }';
    const { modules, problems } = await read({
      "a.ts": `import { defineKind, type KubeObject } from "./api/src/index.ts"; import type { PodSpec } from "./api/dist/types/core/v1.js";
        interface A extends KubeObject { spec: PodSpec }
        export const A = defineKind<A>({ group: "g.io", version: "v1", kind: "A" });`,
      "api/package.json": manifest,
      "api/src/index.ts": "",
      "api/dist/types/core/v1.d.ts": "",
    });
    const { shape } = modules[0]!.kinds[0]!.type;
    expect(problems).toEqual([]);
    expect(shape).toMatchObject({
      fields: [{ name: "spec", shape: { form: "known", name: "k8s.io/api/core/v1.PodSpec" } }],
    });
  });
});

test("what every object has is not what a type narrows it to", async () => {
  const { modules } = await read({
    "a.ts": `import { defineKind, type KubeObject, type ObjectMeta } from "@kubewright/operator";
      interface Base extends KubeObject { spec: string }
      interface A extends Base { apiVersion: "g.io/v1"; kind: "A"; metadata: ObjectMeta; spec: "one" }
      export const A = defineKind<A>({ group: "g.io", version: "v1", kind: "A" });`,
  });
  const { shape } = modules[0]!.kinds[0]!.type;
  expect(shape.form === "object" && shape.fields.map(({ name }) => name)).toEqual(["spec"]);
});

test("a byte order mark is no part of the text", async () => {
  const { modules } = await read({ "a.ts": "\uFEFF// +groupName=g.io\n" });
  expect(modules[0]!.markers).toEqual([
    { text: "groupName=g.io", position: { file: "a.ts", line: 1, column: 4 }, isDetached: false },
  ]);
});

test("files with neither a kind nor a marker are not read", async () => {
  const { modules } = await read({
    "a.ts": "export interface A {}",
    "b.ts": "// +groupName=g.io\n",
    "c.ts": "const x = 1 + y;",
  });
  expect(modules.map(({ file }) => file)).toEqual(["b.ts"]);
});

test("what is not TypeScript is an error with its place", async () => {
  const { problems } = await read({ "a.ts": "// +groupName=g.io\nexport interface A { x: }" });
  expect(problems[0]).toMatch(/^a\.ts:2:25: error: cannot be read: /);
});

test("a run without a compiler of its own starts one and ends it", async () => {
  const { modules } = await readFrom(
    { compiler: undefined, files: memoryFiles({ "/project/a.ts": "// +a\ninterface A {}" }) },
    "./...",
  );
  expect(modules.map(({ types }) => types.map(({ name }) => name))).toEqual([["A"]]);
});
