import type { Authorizer } from "../auth/authorizer.ts";
import { checkRbacWrite, type RbacWrite } from "../auth/rbac/escalation.ts";
import type { RbacRules } from "../auth/rbac/rbac-rules.ts";
import type { AdmissionPlugin } from "../resource/admission-plugin.ts";

/** Refuses roles and bindings that give more than their writer has. Comes after all plugins that change objects. */
export function escalationCheck(rules: RbacRules, authorizer: Authorizer): AdmissionPlugin {
  return {
    name: "RbacEscalation",
    admit({ operation, resource, subresource, namespace, name, object, old, context }) {
      if (resource.group !== "rbac.authorization.k8s.io" || subresource !== "" || object === undefined) return;
      checkRbacWrite(rules, authorizer, {
        resource: resource.resource as RbacWrite["resource"],
        user: context.user,
        namespace,
        name: operation === "CREATE" ? "" : name,
        object,
        old,
      });
    },
  };
}
