import { afterAll, describe, expect, test } from "vitest";
import { formatProblem } from "../problem.js";
import { Compiler } from "../source/compiler/compiler.js";
import { memoryFiles } from "../source/path/memory-files.js";
import { readSources } from "../source/read-sources.js";
import { buildModel } from "./build-model.js";
const compiler = new Compiler();
afterAll(() => compiler.close());
async function build(texts) {
    const problems = [];
    const report = (problem) => {
        problems.push(problem);
    };
    const files = memoryFiles(Object.fromEntries(Object.entries(texts).map(([path, text]) => [`/project/${path}`, `${HEAD}${text}`])));
    const { modules } = await readSources(["./api/..."], { folder: "/project", files, report, compiler });
    return { model: buildModel(modules, report), problems: problems.map(formatProblem) };
}
const HEAD = 'import { type CustomResource, defineKind, type Int32 } from "@kubewright/operator";\n';
const kind = (name, more = "") => `export const ${name} = defineKind<${name}>({ group: "g.io", version: "v1", kind: "${name}"${more} });\n`;
const A = `interface A extends CustomResource<{ size: Int32 }> {}\n${kind("A")}`;
const names = (markers) => markers.map(({ definition }) => definition.name);
describe("markers", () => {
    test("are those of what they stand on", async () => {
        const { model, problems } = await build({
            "api/a.ts": `// +groupName=g.io

// +kubebuilder:rbac:groups=apps,resources=deployments,verbs=get
// +kubebuilder:resource:shortName=a

/** Doc.
 * +kubebuilder:rbac:groups=apps,resources=pods,verbs=get
 * +kubebuilder:subresource:status
 */
interface A extends CustomResource<Spec> {}
${kind("A")}
interface Spec {
  /** +kubebuilder:validation:Minimum=1 */
  size: Int32;
  inner: {
    // +optional
    deep: string;
  }[];
}`,
        });
        const [module] = model.modules;
        const spec = module.types.find(({ name }) => name === "Spec");
        const [size, inner] = spec.shape.form === "object" ? spec.shape.fields : [];
        const element = inner?.shape.form === "array" ? inner.shape.element : undefined;
        expect(problems).toEqual([]);
        expect(names(model.packageMarkers(module))).toEqual(["groupName", "kubebuilder:rbac", "kubebuilder:rbac"]);
        expect(names(model.typeMarkers(model.kinds[0].type))).toEqual([
            "kubebuilder:resource",
            "kubebuilder:subresource:status",
        ]);
        expect(names(model.fieldMarkers(size))).toEqual(["kubebuilder:validation:Minimum"]);
        expect(element?.form === "object" && names(model.fieldMarkers(element.fields[0]))).toEqual(["optional"]);
        expect(model.moduleOf(spec)).toBe(module);
    });
    test("that are wrong are told once, also in a type that no kind has and where a member is in two types", async () => {
        const { problems } = await build({
            "api/a.ts": `${A}
interface Unused {
  // +kubebuilder:validation:Minimun=1
  size: Int32;
}
interface Both extends Partial<Unused> {}`,
        });
        expect(problems).toHaveLength(1);
        expect(problems[0]).toMatch(/^api\/a\.ts:6:6: error: .*Minimum/);
    });
    test("of a file that is only imported count for its types, and its kinds and mistakes do not", async () => {
        const { model, problems } = await build({
            "api/a.ts": `import type { Spec } from "../lib/spec.ts"; interface A extends CustomResource<Spec> {} ${kind("A")}`,
            "lib/spec.ts": `// +kubebuilder:validation:Optional

import type { X } from "./x.ts";
export interface Spec { a: string }
// +kubebuilder:validation:Minimun=1
export interface Other {}
interface B extends CustomResource<Spec> {}
${kind("B")}`,
        });
        const lib = model.modules.find(({ file }) => file === "lib/spec.ts");
        const spec = lib.types.find(({ name }) => name === "Spec");
        expect(problems).toEqual([]);
        expect(model.kinds.map((each) => each.kind)).toEqual(["A"]);
        expect(names(model.packageMarkers(model.moduleOf(spec)))).toEqual(["kubebuilder:validation:Optional"]);
    });
});
describe("is refused or warned of", () => {
    test.each([
        [
            "a kind that is defined twice",
            { "api/a.ts": A, "api/b.ts": A },
            [
                "api/b.ts:3:18: error: g.io/v1, kind A is defined already, in api/a.ts:3; remove one of them, or give it another version",
            ],
        ],
        [
            "a group that differs",
            { "api/a.ts": `// +groupName=other.io\n\n${A}` },
            [
                'api/a.ts:2:4: error: +groupName=other.io differs from the group "g.io" of A in api/a.ts:5:18; defineKind decides: remove the marker, or correct one of them',
            ],
        ],
        [
            "a version that differs, said by a file without kinds for its folder",
            { "api/a.ts": A, "api/version.ts": "// +versionName=v2\n", "api/other/version.ts": "// +versionName=v3\n" },
            [
                'api/version.ts:2:4: error: +versionName=v2 differs from the version "v1" of A in api/a.ts:3:18; defineKind decides: remove the marker, or correct one of them',
            ],
        ],
        [
            "a plural and a scope that differ",
            {
                "api/a.ts": `// +kubebuilder:resource:path=as,scope=Cluster\ninterface A extends CustomResource<Int32> {}\n${kind("A", ', plural: "aes", scope: "Namespaced"')}`,
            },
            [
                'api/a.ts:2:4: error: +kubebuilder:resource:path=as differs from the plural "aes" of defineKind in api/a.ts:4:18; remove one of them, or correct it',
                'api/a.ts:2:4: error: +kubebuilder:resource:scope=Cluster differs from the scope "Namespaced" of defineKind in api/a.ts:4:18; remove one of them, or correct it',
            ],
        ],
        [
            "a root that is no kind",
            {
                "api/a.ts": `${A}// +kubebuilder:object:root=true\ninterface B {}\n// +kubebuilder:object:root=true\ninterface AList {}`,
            },
            [
                'api/a.ts:4:4: warning: no defineKind names B, so it is no kind and gets no manifest; write export const B = defineKind<B>({ group: "…", version: "…", kind: "B" })',
            ],
        ],
        [
            "what is for kinds on another type",
            { "api/a.ts": `${A}// +kubebuilder:subresource:status\ninterface B {}` },
            [
                "api/a.ts:4:4: warning: +kubebuilder:subresource:status has no effect here: B is the type of no kind; write it above the type that a defineKind names",
            ],
        ],
        [
            "a marker that is written twice",
            {
                "api/a.ts": `${A}interface B {\n// +kubebuilder:validation:Minimum=1\n// +kubebuilder:validation:Minimum=2\n// +listMapKey=a\n// +listMapKey=b\nx: Int32 }`,
            },
            [
                "api/a.ts:6:4: warning: +kubebuilder:validation:Minimum is written twice, first in line 5; the last one counts: remove the other",
            ],
        ],
    ])("%s", async (_, texts, expected) => {
        expect((await build(texts)).problems).toEqual(expected);
    });
});
