import { afterAll, expect, test } from "vitest";
import { buildModel } from "../../model/build-model.ts";
import { formatProblem, type Problem } from "../../problem.ts";
import { Compiler } from "../../source/compiler/compiler.ts";
import { memoryFiles } from "../../source/path/memory-files.ts";
import { readSources } from "../../source/read-sources.ts";
import { generateCrds } from "../generate-crds.ts";

const compiler = new Compiler();
afterAll(() => compiler.close());

async function problemsOf(members: string, markers = ""): Promise<string[]> {
  const text = `import { type CustomResource, defineKind } from "@kubewright/operator";
interface Spec {
${members}
}
${markers}
export interface Sample extends CustomResource<Spec> {}
export const Sample = defineKind<Sample>({ group: "example.com", version: "v1", kind: "Sample" });`;
  const problems: Problem[] = [];
  const report = (problem: Problem) => void problems.push(problem);
  const files = memoryFiles({ "/project/a.ts": text });
  const { modules } = await readSources(["./..."], { folder: "/project", files, report, compiler });
  const made = generateCrds(buildModel(modules, report), {}, report);
  expect(made).toHaveLength(problems.length === 0 ? 1 : 0);
  return problems.map(formatProblem);
}

const told = (place: string, what: string, code: string): string =>
  `a.ts:${place}: error: ${what} has the control character ${code}, which kubectl and other programs that write YAML refuse or make a space of: delete it`;

test.each([
  ["/** One\u0085two. */\na?: string;", told("4:1", "the description of spec.a", "U+0085")],
  ["/** One\u007ftwo. */\na?: string;", told("4:1", "the description of spec.a", "U+007F")],
  ["/**\n * One.\n * \u0085\n * Two.\n */\na?: string;", told("8:1", "the description of spec.a", "U+0085")],
  ['// +kubebuilder:default="x\u0085y"\na?: string;', told("3:4", "the default of spec.a", "U+0085")],
  ['// +kubebuilder:default="x\\u007fy"\na?: string;', told("3:4", "the default of spec.a", "U+007F")],
  ['// +kubebuilder:default={"x\u0085y"}\na?: string[];', told("3:4", "the default of spec.a", "U+0085")],
  ['// +kubebuilder:validation:Enum="\u009f"\na?: string;', told("3:4", "the enum of spec.a", "U+009F")],
  ['a?: "x" | "\\x7f";', told("3:1", "the enum of spec.a", "U+007F")],
  ['b?: { "a\\x7f"?: string }[];', told("3:7", "the name of spec.b[].a\x7f", "U+007F")],
])("%j is refused, with the place of it", async (members, message) => {
  expect(await problemsOf(members)).toEqual([message]);
});

test("a marker on the kind is named by the kind", async () => {
  const column = '// +kubebuilder:printcolumn:name="A\\u007f",type=string,JSONPath=`.spec.a`';
  expect(await problemsOf("a?: string;", column)).toEqual([told("6:18", "a marker of Sample", "U+007F")]);
});

test("other characters are kept", async () => {
  expect(
    await problemsOf("/** Tab\tand \u00a0, \u2028 and é. */\n// +kubebuilder:validation:Pattern=`\\x7F`\na?: string;"),
  ).toEqual([]);
});
