import { describe, expect, test } from "vitest";
import { renderTypes } from "./render.ts";

const reference = (name: string) => ({ allOf: [{ $ref: `#/components/schemas/${name}` }] });
const meta = "io.k8s.apimachinery.pkg.apis.meta.v1";

const sources = [
  {
    group: "apps",
    version: "v1",
    resources: [
      { name: "widgets", kind: "Widget", namespaced: true },
      { name: "widgets/status", kind: "Widget", namespaced: true },
    ],
    schemas: {
      "io.k8s.api.apps.v1.Widget": {
        description: "Widget turns.",
        properties: {
          apiVersion: { type: "string" },
          kind: { type: "string" },
          metadata: reference(`${meta}.ObjectMeta`),
          spec: reference("io.k8s.api.apps.v1.WidgetSpec"),
        },
        "x-kubernetes-group-version-kind": [{ group: "apps", version: "v1", kind: "Widget" }],
      },
      "io.k8s.api.apps.v1.WidgetSpec": {
        required: ["template"],
        properties: {
          template: reference("io.k8s.api.core.v1.Template"),
          mode: { type: "string", enum: ["Fast", "Slow"] },
          sizes: { type: "array", items: { type: "string", enum: ["S", "L"] } },
          limit: reference("io.k8s.apimachinery.pkg.util.intstr.IntOrString"),
          $ref: { type: "string", description: "ends */ early" },
        },
      },
      "io.k8s.api.apps.v1.WidgetList": {
        properties: { items: { type: "array" }, metadata: reference(`${meta}.ListMeta`) },
      },
    },
  },
  {
    group: "",
    version: "v1",
    resources: [],
    schemas: {
      "io.k8s.api.core.v1.Template": {
        properties: { metadata: reference(`${meta}.ObjectMeta`), options: reference(`${meta}.DeleteOptions`) },
      },
      [`${meta}.DeleteOptions`]: { properties: { dryRun: { type: "array", items: { type: "string" } } } },
    },
  },
];

describe("renderTypes", () => {
  const files = renderTypes(sources);
  const apps = files.get("apps/v1.ts")!;

  test("makes one file per group and version, and one for shared meta types", () => {
    expect([...files.keys()]).toEqual(["apps/v1.ts", "core/v1.ts", "meta/v1.ts"]);
    expect(files.get("meta/v1.ts")).toContain("export interface DeleteOptions {\n  dryRun?: string[];\n}");
  });

  test("gives a kind its literal identity, its value, and no list type", () => {
    expect(apps).toContain('  apiVersion: "apps/v1";\n  kind: "Widget";');
    expect(apps).toContain('plural: "widgets", scope: "Namespaced" });');
    expect(apps).not.toContain("WidgetList");
  });

  test("requires a spec whose type has required fields", () => {
    expect(apps).toMatch(/^ {2}spec: WidgetSpec;$/m);
  });

  test("imports other groups as types only", () => {
    expect(apps).toContain('import type * as core from "../core/v1.ts";');
    expect(apps).toContain("template: core.Template;");
  });

  test("renders enums, lists of enums, odd field names and hostile comments", () => {
    expect(apps).toContain('mode?: "Fast" | "Slow";');
    expect(apps).toContain('sizes?: ("S" | "L")[];');
    expect(apps).toContain('"$ref"?: string;');
    expect(apps).not.toContain("ends */ early");
  });

  test("types the metadata of a template as one without a name", () => {
    expect(files.get("core/v1.ts")).toContain("metadata?: TemplateMeta;");
  });
});
