import { forbiddenError, notFoundError, StatusError } from "@kubewright/api";
import { describe, expect, test } from "vitest";
import { rbacMarkerOf } from "./rbac-marker.ts";

const user = 'User "system:serviceaccount:shop:operator"';
const deployments = { group: "apps", resource: "deployments" };

describe("rbacMarkerOf", () => {
  test.each([
    [
      "list",
      deployments,
      "",
      'list resource "deployments" in API group "apps" at the cluster scope',
      "groups=apps,resources=deployments,verbs=get;list;watch",
    ],
    [
      "watch",
      deployments,
      "",
      'watch resource "deployments" in API group "apps" in the namespace "shop"',
      "groups=apps,resources=deployments,verbs=get;list;watch",
    ],
    [
      "a write",
      deployments,
      "web",
      'patch resource "deployments" in API group "apps" in the namespace "shop"',
      "groups=apps,resources=deployments,verbs=patch",
    ],
    [
      "the core group",
      { group: "", resource: "secrets" },
      "key",
      'get resource "secrets" in API group "" in the namespace "shop"',
      'groups="",resources=secrets,verbs=get',
    ],
    [
      "a subresource",
      deployments,
      "web",
      'update resource "deployments/status" in API group "apps" in the namespace "shop"',
      "groups=apps,resources=deployments/status,verbs=update",
    ],
    [
      "a deletion of many",
      deployments,
      "",
      'deletecollection resource "deployments" in API group "apps" in the namespace "shop": RBAC: role not found',
      "groups=apps,resources=deployments,verbs=deletecollection",
    ],
  ])("grants %s", (_, resource, name, what, marker) => {
    const error = forbiddenError(resource, name, `${user} cannot ${what}`);
    expect(rbacMarkerOf(error)).toBe(`// +kubebuilder:rbac:${marker}`);
    expect(rbacMarkerOf(new Error("reconcile failed", { cause: error }))).toBe(`// +kubebuilder:rbac:${marker}`);
  });

  test("grants paths that are no resources", () => {
    const error = forbiddenError(undefined, "", `${user} cannot get path "/metrics"`);
    expect(rbacMarkerOf(error)).toBe("// +kubebuilder:rbac:urls=/metrics,verbs=get");
  });

  test.each([
    [
      "a refusal by admission",
      forbiddenError({ group: "", resource: "pods" }, "web", 'violates PodSecurity "restricted:latest"'),
    ],
    ["another refusal", notFoundError(deployments, "web")],
    ["a 403 without words", new StatusError({ kind: "Status", apiVersion: "v1", code: 403 })],
    ["no error", undefined],
  ])("has no marker for %s", (_, error) => {
    expect(rbacMarkerOf(error)).toBeUndefined();
  });
});
