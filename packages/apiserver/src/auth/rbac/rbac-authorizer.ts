import { joinProblems, quote } from "@kubewright/api/server";
import type { AccessDecision, AccessRequest, Authorizer } from "../authorizer.ts";
import { systemName } from "../user.ts";
import { ruleAllows } from "./policy-rule.ts";
import type { HeldRule, RbacRules } from "./rbac-rules.ts";

/** Allows what a rule allows, and everything to the group `system:masters`. */
export class RbacAuthorizer implements Authorizer {
  readonly #rules: RbacRules;

  constructor(rules: RbacRules) {
    this.#rules = rules;
  }

  authorize(request: AccessRequest): AccessDecision {
    if (request.user.groups.includes(systemName.masters)) return { isAllowed: true, reason: "" };
    let allowing: HeldRule | undefined;
    const problems: string[] = [];
    this.#rules.visit(
      request.user,
      request.namespace ?? "",
      (held) => {
        if (!ruleAllows(held.rule, request)) return true;
        allowing = held;
        return false;
      },
      (problem) => problems.push(problem),
    );
    if (allowing !== undefined) return { isAllowed: true, reason: `RBAC: allowed by ${describe(allowing)}` };
    return { isAllowed: false, reason: problems.length === 0 ? "" : `RBAC: ${joinProblems(problems)}` };
  }
}

function describe({ binding, subject }: HeldRule): string {
  const { name, namespace } = binding.metadata;
  const { kind = "", name: role = "" } = binding.roleRef ?? {};
  const what =
    namespace === undefined ? `ClusterRoleBinding ${quote(name)}` : `RoleBinding ${quote(`${name}/${namespace}`)}`;
  const whom =
    subject.kind === "ServiceAccount"
      ? `${subject.name}/${subject.namespace || namespace || ""}`
      : (subject.name ?? "");
  return `${what} of ${kind} ${quote(role)} to ${subject.kind} ${quote(whom)}`;
}
