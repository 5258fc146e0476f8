import { expect, test } from "vitest";
import { missingPermissions } from "./permission-hint.ts";

test("each resource has one marker, whether the log is text or JSON", () => {
  const refusal = (verb: string, resource: string, group: string) =>
    `${resource} is forbidden: User "system:serviceaccount:op-system:op" cannot ${verb} resource "${resource}" in API group "${group}" at the cluster scope`;
  const log = [
    refusal("list", "deployments", "apps"),
    JSON.stringify({ level: "error", error: refusal("watch", "deployments", "apps") }),
    refusal("list", "deployments", "apps"),
    refusal("create", "pods", ""),
    "all else is well",
  ].join("\n");
  expect(missingPermissions(log)).toEqual([
    {
      message: "system:serviceaccount:op-system:op may not list, watch deployments.apps",
      marker: "// +kubebuilder:rbac:groups=apps,resources=deployments,verbs=get;list;watch",
    },
    {
      message: "system:serviceaccount:op-system:op may not create pods",
      marker: '// +kubebuilder:rbac:groups="",resources=pods,verbs=create',
    },
  ]);
});

test("other refusals and other logs have none", () => {
  expect(missingPermissions('pods "x" is forbidden: exceeded quota')).toEqual([]);
  expect(missingPermissions("")).toEqual([]);
});
