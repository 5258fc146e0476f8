import { Namespace, Pod } from "@kubewright/api/core/v1";
import { expect, test } from "vitest";
import { objectReference } from "./object-reference.ts";

test.each([
  [
    "an object",
    Namespace.of({ metadata: { name: "shop", labels: { a: "b" } } }),
    { apiVersion: "v1", kind: "Namespace", name: "shop" },
  ],
  [
    "a kind and a key",
    { kind: Pod, key: { namespace: "shop", name: "web" } },
    { apiVersion: "v1", kind: "Pod", namespace: "shop", name: "web" },
  ],
])("the reference of %s says which it is, and nothing else", (_, object, reference) => {
  expect(objectReference(object)).toEqual(reference);
});
