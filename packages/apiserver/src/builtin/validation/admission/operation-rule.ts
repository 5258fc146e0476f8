import type { StatusCause } from "@kubewright/api";
import type { RuleWithOperations } from "@kubewright/api/admissionregistration/v1";
import { invalidField, requiredField } from "@kubewright/api/server";
import { checkOneOf } from "../rule/text-rule.ts";

const operationTypes: readonly string[] = ["*", "CONNECT", "CREATE", "DELETE", "UPDATE"];

/** Adds what is wrong with what writes a program is asked about. */
export function checkOperationRule(rule: RuleWithOperations, field: string, causes: StatusCause[]): void {
  const { operations = [], apiGroups = [], apiVersions = [], resources = [], scope } = rule;
  if (operations.length === 0) causes.push(requiredField(`${field}.operations`));
  checkWildcard(operations, `${field}.operations`, "operations", causes);
  for (const [index, operation] of operations.entries()) {
    checkOneOf(operation, operationTypes, `${field}.operations[${index}]`, causes);
  }
  if (apiGroups.length === 0) causes.push(requiredField(`${field}.apiGroups`));
  checkWildcard(apiGroups, `${field}.apiGroups`, "API groups", causes);
  if (apiVersions.length === 0) causes.push(requiredField(`${field}.apiVersions`));
  checkWildcard(apiVersions, `${field}.apiVersions`, "API versions", causes);
  for (const [index, version] of apiVersions.entries()) {
    if (version === "") causes.push(requiredField(`${field}.apiVersions[${index}]`));
  }
  checkResources(resources, `${field}.resources`, causes);
  checkOneOf(scope, ["*", "Cluster", "Namespaced"], `${field}.scope`, causes);
}

function checkWildcard(names: readonly string[], field: string, what: string, causes: StatusCause[]): void {
  if (names.length < 2 || !names.includes("*")) return;
  causes.push(invalidField(field, names, `if '*' is present, must not specify other ${what}`));
}

/** Resources, and views of them as in `pods/status`; either part may be `*`. */
function checkResources(resources: readonly string[], field: string, causes: StatusCause[]): void {
  if (resources.length === 0) causes.push(requiredField(field));
  const allViewsOf = new Set<string>();
  const viewOfAll = new Set<string>();
  let hasPlain = false;
  for (const [index, text] of resources.entries()) {
    const at = `${field}[${index}]`;
    if (text === "") {
      causes.push(requiredField(at));
      continue;
    }
    const slash = text.indexOf("/");
    if (slash < 0) {
      // The reference remembers only the last.
      hasPlain = text !== "*";
      continue;
    }
    const [resource, view] = [text.slice(0, slash), text.slice(slash + 1)];
    const refuse = (present: string): void =>
      void causes.push(invalidField(at, text, `if '${present}' is present, must not specify ${text}`));
    if (allViewsOf.has(resource)) refuse(`${resource}/*`);
    if (viewOfAll.has(view)) refuse(`*/${view}`);
    if (view === "*") allViewsOf.add(resource);
    if (resource === "*") viewOfAll.add(view);
  }
  if (resources.length > 1 && resources.includes("*/*")) {
    causes.push(invalidField(field, resources, "if '*/*' is present, must not specify other resources"));
  }
  if (resources.includes("*") && hasPlain) {
    const detail = "if '*' is present, must not specify other resources without subresources";
    causes.push(invalidField(field, resources, detail));
  }
}
