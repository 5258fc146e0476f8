import { afterAll, describe, expect, test } from "vitest";
import { formatProblem, type Problem } from "../../problem.ts";
import { Compiler } from "../compiler/compiler.ts";
import { memoryFiles } from "../path/memory-files.ts";
import { readSources } from "../read-sources.ts";
import type { SourceModule, TypeShape } from "../source-module.ts";

const compiler = new Compiler();
afterAll(() => compiler.close());

async function read(text: string): Promise<{ module: SourceModule; problems: string[] }> {
  const problems: Problem[] = [];
  const { modules } = await readSources(["/project/a.ts"], {
    folder: "/project",
    files: memoryFiles({ "/project/a.ts": text }),
    report: (problem) => problems.push(problem),
    compiler,
  });
  return { module: modules[0]!, problems: problems.map(formatProblem) };
}

interface Read {
  module: string[];
  types: Record<string, { doc: string[]; markers: string[] }>;
  problems: string[];
}

/** Everything that comments of a file say, by what it is said of. */
async function comments(text: string): Promise<Read> {
  const { module, problems } = await read(text);
  const types: Read["types"] = {};
  const add = (name: string, { doc, markers }: SourceModule["types"][number]["comments"]): void => {
    if (doc.length + markers.length > 0) types[name] = { doc: [...doc], markers: markers.map((each) => each.text) };
  };
  const visit = (path: string, shape: TypeShape): void => {
    if (shape.form === "array") visit(path, shape.element);
    if (shape.form !== "object") return;
    for (const field of shape.fields) {
      add(`${path}.${field.name}`, field.comments);
      visit(`${path}.${field.name}`, field.shape);
    }
  };
  for (const type of module.types) {
    add(type.name, type.comments);
    visit(type.name, type.shape);
  }
  return { module: module.markers.map((each) => each.text), types, problems };
}

describe("the comment directly above", () => {
  test.each([
    ["JSDoc", "/**\n * One.\n * Two.\n * +a\n */\ninterface A {}", ["One.", "Two."], ["a"]],
    ["JSDoc in one line", "/** One. */\ninterface A { /** +a */ x: string }", ["One."], []],
    ["JSDoc without stars", "/**\n  One.\n  +a\n*/\ninterface A {}", ["One."], ["a"]],
    ["lines", "// One.\n// +a\n// Two.\ninterface A {}", ["One.", "Two."], ["a"]],
    ["lines without a space", "//One.\n//+a\ninterface A {}", ["One."], ["a"]],
    ["JSDoc with carriage returns", "/**\r\n * One.\r\n * +a\r\n */\r\ninterface A {}", ["One."], ["a"]],
    ["indented text", "/**\n * One.\n *   - deep\n */\ninterface A {} // +a", ["One.", "  - deep"], []],
    ["paragraphs", "/**\n *\n * One.\n *\n * +a\n *\n * Two.\n *\n */\ninterface A {}", ["One.", "", "Two."], ["a"]],
    [
      "markers after a tag",
      "/**\n * One.\n * @default 1\n * text of the tag\n * +a\n */\ninterface A {}",
      ["One."],
      ["a"],
    ],
    ["a link", "/** As {@link B} and {@link B | that one}. +b */\ninterface A {} // +a", ["As B and that one. +b"], []],
    ["lines and then JSDoc", "// +a\n/** One. */\ninterface A {}", ["One."], ["a"]],
    ["JSDoc and then an instruction", "/** One.\n * +a */\n// biome-ignore lint: x\ninterface A {}", ["One."], ["a"]],
    ["an instruction alone", "// eslint-disable-next-line\n// +a\ninterface A {}", [], ["a"]],
    ["a plain block", "/* One.\n * +b */\n// +a\ninterface A {}", [], ["a"]],
    ["what only looks like a marker", "/**\n * One\n * + two\n * +1\n * +a\n */\ninterface A {}", ["One"], ["a"]],
    [
      "a marker with a space after the sign",
      "// + kubebuilder:skip\n// +a\ninterface A {}",
      [],
      [" kubebuilder:skip", "a"],
    ],
    ["an export", "/** One.\n * +a */\nexport default interface A {}", ["One."], ["a"]],
    ["an alias", "/** One. */\n// +a\nexport type A = string;", ["One."], ["a"]],
    ["an enum", "/** One.\n * +a */\nexport enum A { X = 'x' }", ["One."], ["a"]],
  ])("is read: %s", async (_, text, doc, markers) => {
    const { types, problems } = await comments(text);
    expect({ problems, ...types.A }).toEqual({ problems: [], doc, markers });
  });

  test("is that of a member wherever the member stands", async () => {
    const text = `interface A { /** On the line of the brace. +x */ a: string; /** Behind a member. */ b: string
      /** Above.
       * +m
       */
      c: string; // +behind
      // +n
      readonly d?: { /** Inside. */ e: string }[];
    }`;
    expect(await comments(text)).toEqual({
      module: [],
      types: {
        "A.a": { doc: ["On the line of the brace. +x"], markers: [] },
        "A.b": { doc: ["Behind a member."], markers: [] },
        "A.c": { doc: ["Above."], markers: ["m"] },
        "A.d": { doc: [], markers: ["n"] },
        "A.d.e": { doc: ["Inside."], markers: [] },
      },
      problems: [
        "a.ts:5:21: warning: +behind stands above no member and has no effect; write it into the comment directly above a member",
      ],
    });
  });
});

describe("the comment before that", () => {
  test("gives its markers, not its text, and they are known as detached", async () => {
    const { module } = await read("// Text.\n// +a\n\n/** Doc.\n * +b */\ninterface A {}");
    expect(module.types[0]!.comments).toEqual({
      doc: ["Doc."],
      markers: [
        { text: "a", position: { file: "a.ts", line: 2, column: 4 }, isDetached: true },
        { text: "b", position: { file: "a.ts", line: 5, column: 4 }, isDetached: false },
      ],
    });
  });

  test("counts for members, too, and one further up does not", async () => {
    const { types, problems } = await comments(
      "interface A {\n// +far\n\n// +near\n\n/** Doc. */\nx: string\n// +end\n}",
    );
    expect(types).toEqual({ "A.x": { doc: ["Doc."], markers: ["near"] } });
    expect(problems.map((each) => each.slice(0, 20))).toEqual(["a.ts:2:4: warning: +", "a.ts:8:4: warning: +"]);
  });

  test("is the only one where nothing stands directly above", async () => {
    expect(await comments("// +a\n\ninterface A {}")).toMatchObject({ types: { A: { doc: [], markers: ["a"] } } });
  });
});

describe("the module has the markers", () => {
  test.each([
    ["at the top of the file", "// +groupName=a\n\nimport x from 'x';\ninterface A {}", ["groupName=a"]],
    ["directly above an import", "// +groupName=a\nimport x from 'x';", ["groupName=a"]],
    ["of a block that is not next to a type", "// +a\n\n// +b\n\n/** Doc. */\ninterface A {}", ["a"]],
    ["above a function", "// +a\nfunction f() {}", ["a"]],
    [
      "above a method",
      "class A {\n// +kubebuilder:rbac:x\n\n/** Doc. */\nasync reconcile() {} }",
      ["kubebuilder:rbac:x"],
    ],
    [
      "in the documentation of a method",
      "class A {\n/** Doc.\n * +kubebuilder:rbac:x */\nf() {} }",
      ["kubebuilder:rbac:x"],
    ],
    ["in a function's body", "function f() {\n// +kubebuilder:rbac:x\n// +other\n}", ["kubebuilder:rbac:x"]],
    ["at the end of the file", "interface A {}\n\n// +a", ["a"]],
    ["above a constant", "/** +a */\nexport const A = 1;", ["a"]],
    [
      "in none of its texts",
      "const a = '// +a'; const b = `/** +b */ \u0024{1} // +c`; const c = /[/]/* 2; // +d",
      ["d"],
    ],
  ])("%s", async (_, text, expected) => {
    expect(await comments(text)).toMatchObject({ module: expected, problems: [] });
  });
});

test("a plain comment has no markers, and whoever wrote some is told", async () => {
  const text =
    "/* +kubebuilder:skip */\ninterface A {\n  /*\n   * +kubebuilder:validation:Minimum=1\n   * +b\n   */\n  x: string\n}\n// +a";
  const warning = "stands in a plain comment and has no effect; begin the comment with /**, or write // lines";
  expect((await comments(text)).problems).toEqual([
    `a.ts:1:4: warning: +kubebuilder:skip ${warning}`,
    `a.ts:4:6: warning: +kubebuilder:validation:Minimum ${warning}`,
  ]);
});

test("markers have the line and column of their sign, in files of any text", async () => {
  const { module } = await read('const x = "\u{1F600}é";\n/* ü */ // +a\nexport interface A { y: string }');
  expect(module.markers.concat(module.types[0]!.comments.markers).map((each) => each.position)).toEqual([
    { file: "a.ts", line: 2, column: 12 },
  ]);
});

test.each(["\r", "\r\n", "\n"])("lines end with %j", async (end) => {
  const text = ["/**", " * One.", " * +a", " */", "interface A {", "  // +b", "  x: string", "}", "// +c", ""].join(
    end,
  );
  const { module } = await read(text);
  const [type] = module.types;
  const [field] = type?.shape.form === "object" ? type.shape.fields : [];
  const marker = (name: string, line: number, column: number) => ({
    text: name,
    position: { file: "a.ts", line, column },
    isDetached: false,
  });
  expect([type?.comments, field?.comments, module.markers]).toEqual([
    { doc: ["One."], markers: [marker("a", 3, 4)] },
    { doc: [], markers: [marker("b", 6, 6)] },
    [marker("c", 9, 4)],
  ]);
});

describe("a marker behind text", () => {
  const warning = (place: string, name: string) =>
    `a.ts:${place}: warning: ${name} stands behind text and has no effect; write it at the beginning of a line of its own`;

  test.each([
    ["/** How many. +kubebuilder:validation:Minimum=1 */", "2:15", "+kubebuilder:validation:Minimum"],
    ["// How many +kubebuilder:validation:Minimum=1", "2:13", "+kubebuilder:validation:Minimum"],
    ["/**\n * One.\n * Two +kubebuilder:validation:Optional\n */", "4:8", "+kubebuilder:validation:Optional"],
    ["// 1. // +k8s:minimum=1", "2:10", "+k8s:minimum"],
  ])("is told of, as it has no effect: %s", async (comment, place, name) => {
    const { problems, types } = await comments(`interface A {\n${comment}\nx: string }\n// +z`);
    expect(problems).toEqual([warning(place, name)]);
    expect(types["A.x"]!.markers).toEqual([]);
  });

  test.each([
    "// // +kubebuilder:validation:Minimum=1",
    '// +kubebuilder:default="a +kubebuilder:default=b"',
    "// Markers, as `+kubebuilder:validation:Minimum=1`, and +kubebuilder:default too.",
    "// 1 +2",
    "/** +kubebuilder:validation:Minimum=1 */",
  ])("is none: %s", async (comment) => {
    expect((await comments(`interface A {\n${comment}\nx: string }\n// +z`)).problems).toEqual([]);
  });
});
