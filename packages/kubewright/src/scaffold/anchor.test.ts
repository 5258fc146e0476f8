import { describe, expect, test } from "vitest";
import { insertAtAnchor } from "./anchor.ts";

const insertion = (lines: readonly string[], isSorted = false) => ({ path: "x", anchor: "builder", lines, isSorted });

describe("insertAtAnchor", () => {
  test("puts lines before the anchor, with its indentation", () => {
    const text = "a:\n  # +kubebuilder:scaffold:builder\nb\n";
    expect(insertAtAnchor(text, insertion(["- one", "  two"]))).toEqual({
      type: "inserted",
      text: "a:\n  - one\n    two\n  # +kubebuilder:scaffold:builder\nb\n",
    });
  });

  test.each([
    ["as they are", "x();\n// +kubebuilder:scaffold:builder\n"],
    ["with another indentation", "  x();\n// +kubebuilder:scaffold:builder\n"],
    ["commented out by the user", "// x();\n// +kubebuilder:scaffold:builder\n"],
    ["without an anchor", "x();\n"],
  ])("leaves a file alone that has the lines %s", (_, text) => {
    expect(insertAtAnchor(text, insertion(["x();"]))).toEqual({ type: "present" });
  });

  test.each(["", "// +kubebuilder:scaffold:builders\n", "x(); // +kubebuilder:scaffold:builder\n"])(
    "finds no anchor in %j",
    (text) => {
      expect(insertAtAnchor(text, insertion(["x();"]))).toEqual({ type: "no-anchor" });
    },
  );

  test.each([
    ["a", ["./a.ts", "./b.ts", "./d.ts"]],
    ["c", ["./b.ts", "./c.ts", "./d.ts"]],
    ["e", ["./b.ts", "./d.ts", "./e.ts"]],
  ])("keeps imports in order: %s", (name, order) => {
    const line = (file: string) => `import { x } from "${file}";`;
    const text = [line("pkg"), line("./b.ts"), line("./d.ts"), "", "// +kubebuilder:scaffold:builder", ""].join("\n");
    expect(insertAtAnchor(text, insertion([line(`./${name}.ts`)], true))).toEqual({
      type: "inserted",
      text: [line("pkg"), ...order.map(line), "", "// +kubebuilder:scaffold:builder", ""].join("\n"),
    });
  });
});
