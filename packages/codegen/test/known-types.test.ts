import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { KnownSchemas } from "../src/crd/schema/known-schemas.ts";
import { knownShape } from "../src/source/shape/known-type.ts";

const types = fileURLToPath(new URL("../../api/src/types/", import.meta.url));
const modules = readdirSync(types, { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".ts"))
  .map((name) => name.slice(0, -3));

test("there are modules of built-in types", () => {
  expect(modules.length).toBeGreaterThan(20);
});

test.each(modules)("each type of @kubewright/api/%s has the schema that controller-gen gives it", (module) => {
  const text = readFileSync(`${types}${module}.ts`, "utf8");
  const names = [...text.matchAll(/^export (?:interface|type) (\w+)/gm)].map((match) => match[1]!);
  const schemas = new KnownSchemas();
  const unknown = names.filter((name) => {
    const shape = knownShape(module, name);
    return shape?.form !== "known" || schemas.find(shape.name) === undefined;
  });
  expect(names).not.toEqual([]);
  expect(unknown).toEqual([]);
});

test.each([
  "Condition",
  "ConditionStatus",
  "Duration",
  "DynamicObject",
  "GroupVersionKind",
  "IntOrString",
  "LabelSelector",
  "ListMeta",
  "ManagedFieldsEntry",
  "MicroTime",
  "ObjectMeta",
  "OwnerReference",
  "QuantityText",
  "Status",
  "TemplateMeta",
  "Time",
])("%s of @kubewright/api has the schema that controller-gen gives it", (name) => {
  const shape = knownShape("", name);
  expect(shape?.form === "known" && new KnownSchemas().find(shape.name)).toBeTypeOf("object");
});
