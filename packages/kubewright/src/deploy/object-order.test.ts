import type { DynamicObject } from "@kubewright/api";
import { expect, test } from "vitest";
import { applyOrder, deleteOrder } from "./object-order.ts";

const object = (apiVersion: string, kind: string): DynamicObject => ({ apiVersion, kind, metadata: { name: "x" } });
const objects = [
  object("admissionregistration.k8s.io/v1", "ValidatingWebhookConfiguration"),
  object("apps/v1", "Deployment"),
  object("apiextensions.k8s.io/v1", "CustomResourceDefinition"),
  object("v1", "ServiceAccount"),
  object("v1", "Namespace"),
];
const kinds = (list: readonly DynamicObject[]) => list.map(({ kind }) => kind);

test("namespaces and definitions are applied first, webhooks last, all else as it stands", () => {
  const { first, rest } = applyOrder(objects);
  expect([kinds(first), kinds(rest)]).toEqual([
    ["Namespace", "CustomResourceDefinition"],
    ["Deployment", "ServiceAccount", "ValidatingWebhookConfiguration"],
  ]);
});

test("definitions are deleted while the operator is there, the operator before its rights, namespaces at the end", () => {
  expect(deleteOrder(objects).stages.map(kinds)).toEqual([
    ["ValidatingWebhookConfiguration"],
    ["CustomResourceDefinition"],
    ["Deployment"],
    ["ServiceAccount"],
    ["Namespace"],
  ]);
});
