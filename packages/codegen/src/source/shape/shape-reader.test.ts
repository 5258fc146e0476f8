import { afterAll, describe, expect, test } from "vitest";
import { formatProblem, type Problem } from "../../problem.ts";
import { Compiler } from "../compiler/compiler.ts";
import { memoryFiles } from "../path/memory-files.ts";
import { readSources } from "../read-sources.ts";
import type { KnownPart, TypeShape } from "../source-module.ts";

const compiler = new Compiler();
afterAll(() => compiler.close());

const HEAD = `import { type Condition, type CustomResource, defineKind, type Duration, type DynamicObject, type Float, type Int32,
  type Int64, type IntOrString, type LabelSelector, type MicroTime, type ObjectMeta, type OwnerReference, Quantity,
  type QuantityText, type TemplateMeta, type Time } from "@kubewright/operator";
import type * as core from "@kubewright/api/core/v1";
import type { DeploymentSpec } from "@kubewright/api/apps/v1";
import type { JSONSchemaProps } from "@kubewright/api/apiextensions/v1";
import type { Other, Renamed as Local } from "./other.ts";
`;

const OTHER = `export interface Other { a: string }
interface Hidden { b: string }
export type { Hidden as Renamed };
export interface Item {}
`;

/** What the member `field` of a kind's spec is, and what was reported. */
async function read(declarations: string, type: string): Promise<string> {
  const text = `${HEAD}${declarations}
interface Spec { field: ${type} }
export const Sample = defineKind<CustomResource<Spec>>({ group: "example.com", version: "v1", kind: "Sample" });`;
  const problems: Problem[] = [];
  const { modules } = await readSources(["./..."], {
    folder: "/project",
    files: memoryFiles({ "/project/sample.ts": text, "/project/other.ts": OTHER }),
    report: (problem) => problems.push(problem),
    compiler,
  });
  if (problems.length > 0) return problems.map(formatProblem).join("\n");
  const spec = modules.flatMap(({ types }) => types).find(({ name }) => name === "Spec");
  const [field] = spec?.shape.form === "object" ? spec.shape.fields : [];
  return `${field?.isOptional === true ? "optional " : ""}${print(field!.shape)}`;
}

/** Types that are referred to are opened once. */
function print(shape: TypeShape, open: readonly string[] = []): string {
  const inside = (each: TypeShape): string => print(each, open);
  switch (shape.form) {
    case "integer":
      return shape.format ?? "integer";
    case "literals":
      return `enum ${JSON.stringify(shape.values)}`;
    case "array":
      return `[${inside(shape.element)}]`;
    case "map":
      return `map ${inside(shape.key)} → ${inside(shape.value)}`;
    case "object": {
      const bases = shape.bases.map((base) => `...${inside(base)}`);
      const fields = shape.fields.map((field) => `${field.name}${field.isOptional ? "?" : ""}: ${inside(field.shape)}`);
      return `{ ${[...bases, ...fields].join(", ")} }`;
    }
    case "reference": {
      const { name, shape: target } = shape.type();
      return open.includes(name) ? name : `${name} = ${print(target, [...open, name])}`;
    }
    case "known":
      return `${[shape.name.replace("k8s.io/", ""), ...(shape.member ?? [])].join(" > ")}${printPart(shape.part)}`;
    case "nullable":
      return `${inside(shape.of)} or null`;
    case "unsupported":
      return `no ${shape.text}: ${shape.why}`;
    default:
      return shape.form;
  }
}

function printPart(part: KnownPart | undefined): string {
  if (part === undefined) return "";
  const { keep, drop, presence } = part;
  return ` (${[keep && `only ${keep.join()}`, drop && `without ${drop.join()}`, presence].filter(Boolean).join(", ")})`;
}

const META = "apimachinery/pkg/apis/meta/v1";

describe("a member's type", () => {
  test.each([
    ["string", "string"],
    ["boolean", "boolean"],
    ["number", "number"],
    ["unknown", "any"],
    ["any", "any"],
    ["Int32", "int32"],
    ["Int64", "int64"],
    ["Int64 | bigint", "int64"],
    ["Float", "float"],
    ["Uint8Array", "bytes"],
    ["string[]", "[string]"],
    ["readonly Int32[]", "[int32]"],
    ["Array<ReadonlyArray<string>>", "[[string]]"],
    ["(string | null)[]", "[string or null]"],
    ["Record<string, Int32>", "map string → int32"],
    ["{ [name: string]: string[] }", "map string → [string]"],
    ['Record<"a" | "b", Int32>', "{ a: int32, b: int32 }"],
    ["string | null", "string or null"],
    ["Int32 | null | undefined", "optional int32 or null"],
    ["string | undefined", "optional string"],
    ["{ readonly a: string; b?: { c: Int32 } }", "{ a: string, b?: { c: int32 } }"],
    ['{ "a-b": string, 1: string }', "{ a-b: string, 1: string }"],
    ["{}", "{  }"],
    ["{ a: string; b?: never }", "{ a: string }"],
  ])("%s is %s", async (type, expected) => {
    expect(await read("", type)).toBe(expected);
  });
});

describe("literals", () => {
  test.each([
    ['"a" | "b"', 'enum ["a","b"]'],
    ['"b" | "a" | "b"', 'enum ["b","a"]'],
    ['"only"', 'enum ["only"]'],
    ["1 | 2 | -3", "enum [1,2,-3]"],
    ["true | false", "boolean"],
    ["true", "enum [true]"],
    ['"a" | null', 'enum ["a"] or null'],
    ['"a" | (string & {})', "string"],
    ['"a" | string', "string"],
    ['Exclude<"a" | "b", "a">', 'enum ["b"]'],
    ['Extract<"a" | "b", "a">', 'enum ["a"]'],
    ["(typeof LEVELS)[number]", 'enum ["low","high"]'],
    ["(typeof MODES)[keyof typeof MODES]", 'enum ["on","off"]'],
    ["typeof FIXED", 'enum ["x"]'],
    ["Phase", 'Phase = enum ["Pending","Running"]'],
    ['Phase | "Failed"', 'enum ["Pending","Running","Failed"]'],
    ["Color", 'Color = enum ["red","green"]'],
    ["Color.Red", 'enum ["red"]'],
    ["Color.Red | Color.Green", 'enum ["red","green"]'],
    ["keyof typeof Color", 'enum ["Red","Green"]'],
    ["(typeof Color)[keyof typeof Color]", 'enum ["red","green"]'],
    ["keyof Pair", 'enum ["a","b"]'],
  ])("%s is %s", async (type, expected) => {
    const declarations = `const LEVELS = ["low", "high"] as const;
      const MODES = { on: "on", off: "off" } as const satisfies Record<string, string>;
      const FIXED = "x";
      enum Color { Red = "red", Green = "green" }
      interface Pair { a: string; b: string }
      type Phase = "Pending" | "Running";`;
    expect(await read(declarations, type)).toBe(expected);
  });
});

describe("named types", () => {
  test.each([
    ["interface A { x: string }", "A", "A = { x: string }"],
    ["interface A { x: string } interface A { y: string }", "A", "A = { x: string, y: string }"],
    ["type A = string", "A[]", "[A = string]"],
    ["type A = string; type B = A", "B", "B = A = string"],
    ["type A = string; interface B { a?: A | null }", "B", "B = { a?: A = string or null }"],
    ["interface A { next?: A }", "A", "A = { next?: A }"],
    [
      "type Json = string | Json[]",
      "Json[]",
      "[Json = no string | Json[]: a field has one type; write one of them, or unknown with +kubebuilder:validation:Schemaless for any value]",
    ],
    ["type A = Record<string, A>", "A", "A = map string → A"],
    ["interface A { [name: string]: Int32 }", "A", "A = map string → int32"],
    ["interface A extends Record<string, string> {}", "A", "A = map string → string"],
    ["interface A { x: string } interface B extends A { y: string }", "B", "B = { ...A = { x: string }, y: string }"],
    [
      "interface A { x: string } interface C { z: string } interface B extends A, C {}",
      "B",
      "B = { ...A = { x: string }, ...C = { z: string } }",
    ],
    [
      "namespace N { export interface A { x: string } export interface B { a: A } }",
      "N.B",
      "B = { a: A = { x: string } }",
    ],
    ["", "Other", "Other = { a: string }"],
    ["", "Local", "Hidden = { b: string }"],
    ["", 'import("./other.ts").Other', "Other = { a: string }"],
    ["type Maybe<T> = T | undefined", "Maybe<string>", "optional Maybe<string> = string"],
    ["", "string | never", "string"],
  ])("%s: %s is %s", async (declarations, type, expected) => {
    expect(await read(declarations, type)).toBe(expected);
  });

  test("that are the same are the same object, so that recursion can be seen", async () => {
    const problems: Problem[] = [];
    const text = `${HEAD}interface A { self?: Box<A>; other?: Box<A> }
      interface Box<T> { value: T }
      interface Sample extends CustomResource<A> {}
      export const Sample = defineKind<Sample>({ group: "example.com", version: "v1", kind: "Sample" });`;
    const { modules } = await readSources(["/project/sample.ts"], {
      folder: "/project",
      files: memoryFiles({ "/project/sample.ts": text }),
      report: (problem) => problems.push(problem),
      compiler,
    });
    const type = modules[0]!.types.find(({ name }) => name === "A")!;
    const [self, other] = type.shape.form === "object" ? type.shape.fields : [];
    const boxes = [self, other].map((field) => (field!.shape.form === "reference" ? field!.shape.type() : undefined));
    expect(boxes[0]).toBe(boxes[1]);
    const value = boxes[0]?.shape.form === "object" ? boxes[0].shape.fields[0]!.shape : undefined;
    expect(value?.form === "reference" && value.type()).toBe(type);
  });
});

describe("generic types", () => {
  test.each([
    ["interface Box<T> { value: T }", "Box<string>", "Box<string> = { value: string }"],
    ["interface Box<T = Int32> { value: T }", "Box", "Box = { value: int32 }"],
    [
      "interface Box<T> { value: T } type Two<A, B> = { a: Box<A>; b?: B[] }",
      "Two<string, Int32>",
      "Two<string, Int32> = { a: Box<string> = { value: string }, b?: [int32] }",
    ],
    [
      "interface Base<T> { value: T } interface A extends Base<Int64> {}",
      "A",
      "A = { ...Base<Int64> = { value: int64 } }",
    ],
    [
      "interface Tree<T> { value: T; children?: Tree<T>[] }",
      "Tree<string>",
      "Tree<string> = { value: string, children?: [Tree<string>] }",
    ],
    ["type Maybe<T> = T | null", "Maybe<string>", "Maybe<string> = string or null"],
    [
      "type Optional<T> = { [K in keyof T]?: T[K] }; interface A { x: string }",
      "Optional<A>",
      "Optional<A> = { x?: string }",
    ],
    [
      "type Deep<T> = { [K in keyof T]?: Deep<T[K]> }; type A = { x: string[]; y: { z: Int32 } }",
      "Deep<A>",
      "Deep<A> = { x?: Deep<string[]> = [Deep<string> = string], y?: Deep<{…}> = { z?: Deep<Int32> = int32 } }",
    ],
    ['type Names = "a" | "b"', "{ [K in Names]: Int32 }", "{ a: int32, b: int32 }"],
    ["", "{ [K in string]: Int32 }", "map string → int32"],
  ])("%s: %s is %s", async (declarations, type, expected) => {
    expect(await read(declarations, type)).toBe(expected);
  });

  test("that have themselves with ever larger arguments come to an end", async () => {
    expect(await read("interface Grow<T> { more?: Grow<{ inner: T }> }", "Grow<string>")).toContain("Grow<{…}>");
  });
});

describe("utility types and intersections", () => {
  const declarations = `interface A { x: string; y?: Int32 }
    interface B extends A { z: boolean }
    interface Pod extends core.PodSpec { extra: string }`;
  test.each([
    ["Partial<B>", "{ x?: string, y?: int32, z?: boolean }"],
    ["Required<A>", "{ x: string, y: int32 }"],
    ["Readonly<A>", "A = { x: string, y?: int32 }"],
    ['Pick<B, "x" | "z">', "{ x: string, z: boolean }"],
    ['Omit<B, "x">', "{ y?: int32, z: boolean }"],
    ['Partial<Pick<A, "x">>', "{ x?: string }"],
    ['A["y"]', "int32"],
    [
      'A["x" | "y"]',
      "no string | Int32: a field has one type; write IntOrString of @kubewright/operator for a number or a text",
    ],
    ["A & { w: string }", "{ ...A = { x: string, y?: int32 }, w: string }"],
    ["{ v: string } & { w: string }", "{ v: string, w: string }"],
    ["string & { readonly brand: unique symbol }", "string"],
    ["NonNullable<string | null>", "string"],
    ['core.Container["resources"]', "api/core/v1.Container > resources"],
    ['core.PodSpec["containers"][number]["image"]', "api/core/v1.PodSpec > containers > [] > image"],
    ['ObjectMeta["labels"][string]', "apimachinery/pkg/apis/meta/v1.ObjectMeta > labels > {}"],
    ['Partial<core.Container["resources"]>', "api/core/v1.Container > resources (optional)"],
    ["Partial<core.Container>", "api/core/v1.Container (optional)"],
    ['Pick<core.Container, "image" | "args">', "api/core/v1.Container (only image,args)"],
    ['Partial<Omit<core.Container, "name">>', "api/core/v1.Container (without name, optional)"],
    ['Omit<Pod, "containers">', "{ ...api/core/v1.PodSpec (without containers), extra: string }"],
  ])("%s is %s", async (type, expected) => {
    expect(await read(declarations, type)).toBe(expected);
  });
});

describe("types that controller-gen knows", () => {
  test.each([
    ["Condition[]", `[${META}.Condition]`],
    ["ObjectMeta", `${META}.ObjectMeta`],
    ["TemplateMeta", `${META}.ObjectMeta`],
    ["LabelSelector", `${META}.LabelSelector`],
    ["OwnerReference", `${META}.OwnerReference`],
    ["Time", `${META}.Time`],
    ["MicroTime", `${META}.MicroTime`],
    ["Duration", `${META}.Duration`],
    ["QuantityText", "apimachinery/pkg/api/resource.Quantity"],
    ["IntOrString", "apimachinery/pkg/util/intstr.IntOrString"],
    ["DynamicObject", `${META}/unstructured.Unstructured`],
    ["core.PodTemplateSpec", "api/core/v1.PodTemplateSpec"],
    ["DeploymentSpec", "api/apps/v1.DeploymentSpec"],
    ["JSONSchemaProps", "apiextensions-apiserver/pkg/apis/apiextensions/v1.JSONSchemaProps"],
    [
      "CustomResource<Int32, string>",
      `{ ...${META}.TypeMeta, metadata?: ${META}.ObjectMeta, spec: int32, status?: string }`,
    ],
  ])("%s is %s", async (type, expected) => {
    expect(await read("", type)).toBe(expected);
  });

  test("are the user's own where the user declares the name", async () => {
    expect(await read("namespace local { export interface Condition { own: string } }", "local.Condition")).toBe(
      "Condition = { own: string }",
    );
  });
});

describe("what no schema can say", () => {
  test.each([
    ["Quantity", "no Quantity: it is a class that calculates; write QuantityText"],
    ["Date", "no Date: objects are JSON, where a moment is a text; write Time or MicroTime of @kubewright/operator"],
    ["Map<string, string>", "no Map: objects are JSON; write Record<string, T>"],
    ["Set<string>", "no Set: objects are JSON; write T[], with +listType=set"],
    ["bigint", "no bigint: JSON has no such values; write Int64, or Int64 | bigint where values may be beyond 2^53"],
    ["symbol", "no symbol: objects are JSON, which has no symbols; leave it out"],
    [
      "() => void",
      "no () => void: objects are JSON, which has no functions; leave it out, or write it beside the type",
    ],
    [
      "[string, string]",
      "no [string, string]: places in a list have one type; write T[], with +kubebuilder:validation:MinItems and MaxItems for its length",
    ],
    ["`\u0024{number}Gi`", "no `\u0024{number}Gi`: write string, with +kubebuilder:validation:Pattern"],
    [
      "string extends Int32 ? string : Int32",
      "no string extends Int32 ? string : Int32: a type that depends on another is not read; write the type out",
    ],
    ["Reader", "no Reader: it is a class, but objects are plain JSON; write an interface"],
    ["LEVELS", "no LEVELS: it is a value; write typeof LEVELS, or a type"],
    [
      "string | number",
      "no string | number: a field has one type; write IntOrString of @kubewright/operator for a number or a text",
    ],
    [
      "{ a: string } | { b: string }",
      "no {…} | {…}: a field has one type; write one interface with optional members, and +kubebuilder:validation:ExactlyOneOf on it where exactly one has to be set",
    ],
    [
      "{ a: string; [name: string]: string }",
      "no {…}: its members are either named or of any name, not both; leave out the index signature, or write +kubebuilder:pruning:PreserveUnknownFields",
    ],
    [
      "{ run(): void }",
      "{ run?: no run(): objects are JSON, which has no functions; leave it out, or write it beside the type }",
    ],
    ["never", "no never: no value of an object is of this type; leave it out"],
    ["null", "no null: it has no other value; write T | null"],
    ["object", "no object: it says nothing of the members; write Record<string, unknown>"],
    [
      "typeof LEVELS",
      "no typeof LEVELS: only a constant of literals, with `as const`, has a type that can be read; write the type out",
    ],
    [
      'import("./other.ts").Gone',
      'sample.ts:9:25: error: "./other.ts" has no type Gone; export it there, or import it from the module that declares it',
    ],
    [
      "Missing",
      "sample.ts:9:25: error: Missing is neither declared in this file nor imported; import it from the module that declares it",
    ],
  ])("%s is %s", async (type, expected) => {
    expect(await read("class Reader {} const LEVELS = [1];", type)).toBe(expected);
  });
});

describe("a template", () => {
  const declarations = `enum Mode { Fast = "fast", Safe = "safe" }
enum Level { Low, High = 5 }
type Alias = "p" | "q";
interface Keys { a: string; b: string }`;

  test.each([
    ["`\u0024{Mode}`", 'enum ["fast","safe"]'],
    ["`x-\u0024{Mode}`", 'enum ["x-fast","x-safe"]'],
    ["`\u0024{Mode.Fast}`", 'enum ["fast"]'],
    ["`\u0024{Level}`", 'enum ["0","5"]'],
    ["`\u0024{Alias}-\u0024{1 | 2}.`", 'enum ["p-1.","p-2.","q-1.","q-2."]'],
    ["`\u0024{boolean}`", 'enum ["false","true"]'],
    ["`\u0024{keyof Keys}!`", 'enum ["a!","b!"]'],
    ["`\u0024{Mode}`[]", '[enum ["fast","safe"]]'],
    ["`\u0024{Mode}` | null", 'enum ["fast","safe"] or null'],
    ["`plain`", 'enum ["plain"]'],
  ])("of literals is each text that it can be: %s is %s", async (type, expected) => {
    expect(await read(declarations, type)).toBe(expected);
  });

  test("of any text has no schema, and neither has one of too many texts", async () => {
    const why = "write string, with +kubebuilder:validation:Pattern";
    expect(await read("", "`v\u0024{string}`")).toBe(`no \`v\u0024{string}\`: ${why}`);
    const digit = `type D = ${[..."0123456789"].join(" | ")};`;
    expect(await read(digit, "`\u0024{D}\u0024{D}\u0024{D}`")).toMatch(/^enum \["000",.*"999"\]$/);
    expect(await read(digit, "`\u0024{D}\u0024{D}\u0024{D}\u0024{D}`")).toMatch(
      new RegExp(`it can be more than 1000 texts; ${why.replace("+", "\\+")}$`),
    );
  });
});

describe("another name", () => {
  const declarations = "namespace N { export interface M { y: string } export interface G<T> { z: T } }\n";

  test.each([
    ["import X = N.M;", "X", "M = { y: string }"],
    ["import X = N.G;", "X<Int32>", "G<Int32> = { z: int32 }"],
    ["import X = N;", "X.M", "M = { y: string }"],
    ["import X = N; import Y = X.M;", "Y", "M = { y: string }"],
    ["namespace P { export import X = N.M }", "P.X", "M = { y: string }"],
    ["import X = core.PodSpec;", "X", "api/core/v1.PodSpec"],
  ])("%s: %s is %s", async (alias, type, expected) => {
    expect(await read(`${declarations}${alias}`, type)).toBe(expected);
  });

  test("that leads to itself, or nowhere, is told", async () => {
    const message = /sample\.ts:\d+:\d+: error: X is neither declared in this file nor imported/;
    expect(await read("import X = X.Y;", "X")).toMatch(message);
    expect(await read("import X = Y.A; import Y = X.B;", "X")).toMatch(message);
    expect(await read(`${declarations}import X = N.Missing;`, "X")).toMatch(message);
  });
});
