import type { StatusCause } from "@kubewright/api";
import type { Container } from "@kubewright/api/core/v1";
import { requiredField, tooManyField, unsupportedField } from "@kubewright/api/server";
import { checkOneOf } from "../../rule/text-rule.ts";

const policies = ["Always", "Never", "OnFailure"];
const actions = ["Restart", "RestartAllContainers"];
const operators = ["In", "NotIn"];

/** Adds what is wrong with when a container is started again. `field` is where the container is. */
export function checkRestartRules(
  { restartPolicy, restartPolicyRules: rules = [] }: Container,
  field: string,
  causes: StatusCause[],
): void {
  if (restartPolicy === undefined) {
    if (rules.length === 0) return;
    causes.push(requiredField(`${field}.restartPolicy`, "must specify restartPolicy when restart rules are used"));
  }
  checkOneOf(restartPolicy, policies, `${field}.restartPolicy`, causes);
  if (rules.length > 20) causes.push(tooManyField(`${field}.restartPolicyRules`, rules.length, 20));
  for (const [index, { action = "", exitCodes }] of rules.entries()) {
    const place = `${field}.restartPolicyRules[${index}]`;
    checkOneOf(action, actions, `${place}.action`, causes);
    if (exitCodes === undefined) {
      causes.push(requiredField(`${place}.exitCodes`, "must be specified"));
      continue;
    }
    const { operator = "", values = [] } = exitCodes;
    if (!operators.includes(operator)) {
      causes.push(unsupportedField(`${place}.exitCodes.operator`, operator, operators));
    }
    if (values.length > 255) causes.push(tooManyField(`${place}.exitCodes.values`, values.length, 255));
  }
}

/** Adds what is wrong with when an init container is started again: without a policy there are no rules. */
export function checkInitRestartRules(container: Container, field: string, causes: StatusCause[]): void {
  if (container.restartPolicy !== undefined) {
    checkRestartRules(container, field, causes);
  } else if ((container.restartPolicyRules?.length ?? 0) > 0) {
    causes.push(requiredField(`${field}.restartPolicy`, "must specify restartPolicy when restart rules are used"));
  }
}
