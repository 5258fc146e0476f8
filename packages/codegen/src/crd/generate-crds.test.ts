import { describe, expect, test } from "vitest";
import { CodegenError } from "../errors.ts";
import type { Marker, MarkerTarget } from "../marker/marker.ts";
import { parseMarker } from "../marker/parse-marker.ts";
import type { Model } from "../model/model.ts";
import { formatProblem } from "../problem.ts";
import type { SourceField, SourceModule, SourceType, TypeShape } from "../source/source-module.ts";
import type { CrdOptions } from "./crd-options.ts";
import { generateCrds } from "./generate-crds.ts";

const text: TypeShape = { form: "string" };
const typeMeta: TypeShape = { form: "known", name: "k8s.io/apimachinery/pkg/apis/meta/v1.TypeMeta" };

/** A model in the making: types and fields with their markers. */
class TestModel {
  readonly #markers = new Map<object, readonly Marker[]>();
  readonly #kinds: Model["kinds"][number][] = [];
  #line = 0;

  field(
    name: string,
    shape: TypeShape,
    { markers = [] as string[], isOptional = false, doc = [] as string[] } = {},
  ): SourceField {
    const field = { name, shape, isOptional, comments: { doc, markers: [] }, position: this.#next() };
    return this.#marked(field, markers, "field");
  }

  type(name: string, fields: SourceField[], { markers = [] as string[], bases = [] as TypeShape[] } = {}): SourceType {
    const shape: TypeShape = { form: "object", fields, bases };
    return this.#marked({ name, shape, comments: { doc: [], markers: [] }, position: this.#next() }, markers, "type");
  }

  kind(
    spec: TypeShape,
    {
      markers = [] as string[],
      version = "v1",
      group = "test.example.com",
      plural = undefined as string | undefined,
    } = {},
  ): this {
    const type = this.type("Sample", [this.field("spec", spec)], { markers, bases: [typeMeta] });
    this.#kinds.push({ group, version, plural, kind: "Sample", type, position: this.#next(), module });
    return this;
  }

  generate(options: CrdOptions = {}): { files: Record<string, string>; problems: string[] } {
    const problems: string[] = [];
    const model: Model = {
      modules: [module],
      kinds: this.#kinds,
      packageMarkers: () => [],
      typeMarkers: (type) => this.#markers.get(type) ?? [],
      fieldMarkers: (field) => this.#markers.get(field) ?? [],
      moduleOf: () => module,
    };
    const files = generateCrds(model, options, (problem) => problems.push(formatProblem(problem)));
    return { files: Object.fromEntries(files.map(({ path, text }) => [path, text])), problems };
  }

  #next(): { file: string; line: number; column: number } {
    this.#line++;
    return { file: "sample.ts", line: this.#line, column: 1 };
  }

  #marked<T extends { position: SourceField["position"] }>(owner: T, markers: string[], target: MarkerTarget): T {
    const parsed = markers.map((marker) =>
      parseMarker({ text: marker, position: owner.position }, target, (problem) => {
        throw new Error(problem.message);
      }),
    );
    this.#markers.set(
      owner,
      parsed.filter((marker) => marker !== undefined),
    );
    return owner;
  }
}

const module: SourceModule = { file: "sample.ts", isRequested: true, markers: [], kinds: [], types: [] };

function reference(type: () => SourceType): TypeShape {
  return { form: "reference", type };
}

describe("generateCrds", () => {
  test("writes a definition after its header", () => {
    const { files, problems } = new TestModel()
      .kind(text)
      .generate({ header: "# ours\n", omitToolVersion: true, maxDescLen: 0 });
    expect(problems).toEqual([]);
    expect(files).toEqual({
      "test.example.com_samples.yaml": `# ours
---
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: samples.test.example.com
spec:
  group: test.example.com
  names:
    kind: Sample
    listKind: SampleList
    plural: samples
    singular: sample
  scope: Namespaced
  versions:
  - name: v1
    schema:
      openAPIV3Schema:
        properties:
          apiVersion:
            type: string
          kind:
            type: string
          spec:
            type: string
        required:
        - spec
        type: object
    served: true
    storage: true
`,
    });
  });

  test("refuses versions of definitions that servers do not have", () => {
    expect(() => new TestModel().kind(text).generate({ crdVersions: ["v1beta1"] })).toThrow(CodegenError);
  });

  test("an own field takes the place of an inherited one", () => {
    const model = new TestModel();
    const base = model.type("Base", [model.field("size", { form: "integer" }), model.field("name", text)]);
    const own = model.field("size", text, { isOptional: true, doc: ["Own."] });
    const spec = model.type("Spec", [own], { bases: [reference(() => base)] });
    const { files } = model.kind(reference(() => spec)).generate();
    const yaml = files["test.example.com_samples.yaml"];
    expect(yaml).toContain("              size:\n                description: Own.\n                type: string\n");
    expect(yaml).toContain("            required:\n            - name\n            type: object\n");
  });

  test("names the way through a type that contains itself, at the field that closes the circle", () => {
    const model = new TestModel();
    const node: SourceType = model.type("Node", [
      model.field("children", { form: "array", element: reference(() => leaf) }),
    ]);
    const leaf: SourceType = model.type("Leaf", [
      model.field(
        "parent",
        reference(() => node),
      ),
    ]);
    const { files, problems } = model.kind(reference(() => node)).generate();
    expect(files).toEqual({});
    expect(problems).toEqual([
      "sample.ts:3:1: error: a schema cannot contain itself: Node → Leaf → Node. Take any value here instead: +kubebuilder:validation:Schemaless and +kubebuilder:pruning:PreserveUnknownFields on the field",
    ]);
  });

  test("tells of a definition that kubectl apply cannot keep, and writes it", () => {
    const pods: TypeShape = { form: "known", name: "k8s.io/api/core/v1.PodTemplateSpec" };
    const { files, problems } = new TestModel().kind(pods).generate();
    expect(Object.keys(files)).toHaveLength(1);
    expect(problems.join()).toMatch(/warning: the definition of Sample has \d+ bytes, .*crd:maxDescLen=0/);
    expect(new TestModel().kind(pods).generate({ maxDescLen: 0 }).problems).toEqual([]);
  });

  test("tells once what is wrong in a type that versions share", () => {
    const model = new TestModel();
    const good = model.field("good", text);
    const bad = model.field("bad", { form: "integer" }, { markers: ["kubebuilder:default=no"] });
    const spec = model.type("Spec", [good, bad]);
    const { problems } = model
      .kind(
        reference(() => spec),
        { version: "v1", markers: ["kubebuilder:storageversion"] },
      )
      .kind(
        reference(() => spec),
        { version: "v2" },
      )
      .generate();
    const problem = `sample.ts:2:1: error: the default of spec.bad is not valid there: Invalid value: "string": must be of type integer: "string"`;
    expect(problems).toEqual([problem]);
  });

  test.each([
    ["needs a group with a dot", { group: "test" }, 'the group "test" of Sample has to be a domain'],
    ["needs the approval of the owners of a group", { group: "a.k8s.io" }, "need an approval"],
    ["needs a version that is a label", { version: "V1" }, 'the version "V1" of Sample is no label'],
    ["needs a plural that is a label", { plural: "Samples" }, 'the plural "Samples" of Sample is no label'],
    ["needs small names", { markers: ["kubebuilder:resource:path=Samples"] }, 'has "Samples" as path'],
    [
      "needs paths of fields",
      { markers: ["kubebuilder:printcolumn:name=A,type=string,JSONPath=spec"] },
      "has to begin with .",
    ],
    [
      "needs selectable fields that are there",
      { markers: ["kubebuilder:selectablefield:JSONPath=.spec.x"] },
      "leads nowhere",
    ],
    [
      "needs paths of replicas in spec and status",
      { markers: ["kubebuilder:subresource:scale:specpath=.a.b,statuspath=.status.c"] },
      "has to begin with .spec.",
    ],
  ])("%s", (_, kind, problem) => {
    const { files, problems } = new TestModel().kind(text, kind).generate();
    expect(files).toEqual({});
    expect(problems.join("\n")).toContain(problem);
  });

  test("refuses names that differ between versions", () => {
    const { problems } = new TestModel()
      .kind(text, { version: "v1", markers: ["kubebuilder:storageversion", "kubebuilder:resource:scope=Cluster"] })
      .kind(text, { version: "v2", markers: ["kubebuilder:resource:shortName=s"] })
      .generate();
    expect(problems.join("\n")).toContain("+kubebuilder:resource says something else at sample.ts:2");
  });
});
