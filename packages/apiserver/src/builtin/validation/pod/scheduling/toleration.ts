import { type StatusCause, validateLabelValue, validateQualifiedName } from "@kubewright/api";
import type { Toleration } from "@kubewright/api/core/v1";
import { invalidField, unsupportedField } from "@kubewright/api/server";
import { checkOneOf, checkText } from "../../rule/text-rule.ts";

const effects = ["NoSchedule", "PreferNoSchedule", "NoExecute"];

/** Adds what is wrong with what a pod tolerates. */
export function checkTolerations(tolerations: readonly Toleration[], field: string, causes: StatusCause[]): void {
  for (const [index, toleration] of tolerations.entries()) {
    const { key = "", operator = "", value = "", effect = "", tolerationSeconds } = toleration;
    const place = `${field}[${index}]`;
    if (key !== "") checkText(validateQualifiedName, key, `${place}.key`, causes);
    else if (operator !== "Exists") {
      const detail = 'operator must be Exists when `key` is empty, which means "match all values and all keys"';
      causes.push(invalidField(`${place}.operator`, operator, detail));
    }
    if (tolerationSeconds !== undefined && effect !== "NoExecute") {
      const detail = "effect must be 'NoExecute' when `tolerationSeconds` is set";
      causes.push(invalidField(`${place}.effect`, effect, detail));
    }
    checkOperator(operator, value, `${place}.operator`, causes);
    if (effect !== "") checkOneOf(effect, effects, `${place}.effect`, causes);
  }
}

function checkOperator(operator: string, value: string, field: string, causes: StatusCause[]): void {
  switch (operator) {
    case "":
    case "Equal": {
      const problems = validateLabelValue(value);
      if (problems.length > 0) causes.push(invalidField(field, value, problems.join(";")));
      return;
    }
    case "Exists":
      if (value !== "") {
        causes.push(invalidField(field, value, "value must be empty when `operator` is 'Exists'"));
      }
      return;
    case "Lt":
    case "Gt":
      return void causes.push(unsupportedField(field, operator, ["Equal", "Exists", "Lt", "Gt"]));
    default:
      causes.push(unsupportedField(field, operator, ["Equal", "Exists"]));
  }
}
