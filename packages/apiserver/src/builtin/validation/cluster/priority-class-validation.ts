import type { StatusCause } from "@kubewright/api";
import type { PriorityClass } from "@kubewright/api/scheduling/v1";
import { forbiddenField } from "@kubewright/api/server";
import type { KindValidation } from "../kind-validation.ts";
import { checkImmutable } from "../rule/immutable.ts";
import { checkNeededOneOf } from "../rule/text-rule.ts";
import { typedValidation } from "../typed-validation.ts";

/** The rules of priority classes. */
export const priorityClassValidation: KindValidation = typedValidation<PriorityClass>({
  validate(priorityClass, causes) {
    checkValue(priorityClass, causes);
    const { preemptionPolicy } = priorityClass;
    if (preemptionPolicy === undefined) return;
    checkNeededOneOf(preemptionPolicy, ["PreemptLowerPriority", "Never"], "preemptionPolicy", causes);
  },
  validateUpdate(priorityClass, old, causes) {
    if ((priorityClass.value ?? 0) !== (old.value ?? 0)) {
      causes.push(forbiddenField("value", "may not be changed in an update."));
    }
    checkImmutable(priorityClass.preemptionPolicy, old.preemptionPolicy, "*string", "preemptionPolicy", causes);
  },
});

const maxUserPriority = 1_000_000_000;

/** What the system's own classes are worth. */
const systemValues: ReadonlyMap<string, number> = new Map([
  ["system-node-critical", 2 * maxUserPriority + 1000],
  ["system-cluster-critical", 2 * maxUserPriority],
]);

function checkValue({ metadata, value = 0, globalDefault = false }: PriorityClass, causes: StatusCause[]): void {
  const { name = "" } = metadata;
  if (!name.startsWith("system-")) {
    if (value <= maxUserPriority) return;
    causes.push(forbiddenField("value", `maximum allowed value of a user defined priority is ${maxUserPriority}`));
    return;
  }
  const problem = systemProblem(name, value, globalDefault);
  if (problem === undefined) return;
  const rule = "priority class names with 'system-' prefix are reserved for system use only.";
  causes.push(forbiddenField("metadata.name", `${rule} error: ${problem}`));
}

function systemProblem(name: string, value: number, globalDefault: boolean): string | undefined {
  const expected = systemValues.get(name);
  if (expected === undefined) return `${name} is not a known system priority class`;
  if (value !== expected) return `value of ${name} PriorityClass must be ${expected}`;
  return globalDefault ? `globalDefault of ${name} PriorityClass must be false` : undefined;
}
