import type { Fault, FaultRule } from "@kubewright/apiserver";
import type { DefinitionSource } from "../definition/read-definitions.ts";
import { described, invalid } from "./invalid-option.ts";

/** Throws TestingError `INVALID_OPTION` for what names no controllers. Which ones there are, the cluster knows. */
export function checkControllers(value: unknown): readonly string[] {
  const wanted = 'give a list such as ["*", "-deployment-controller"]';
  return checkItems("controllers", value, wanted, (item) => typeof item === "string") as readonly string[];
}

/** Throws TestingError `INVALID_OPTION` for what cannot be definitions. Files are not looked at. */
export function checkDefinitions(value: unknown): readonly DefinitionSource[] {
  const wanted = "give a list of files, folders or CustomResourceDefinition objects";
  const isSource = (item: unknown): boolean =>
    typeof item === "string" ||
    item instanceof URL ||
    (item as { kind?: unknown } | null)?.kind === "CustomResourceDefinition";
  return checkItems("crds", value, wanted, isSource) as readonly DefinitionSource[];
}

const faultTypes: readonly Fault["type"][] = [
  "latency",
  "status",
  "lost-request",
  "lost-answer",
  "dropped-watch",
  "stalled-watch",
];

const ruleFields: readonly (keyof FaultRule)[] = [
  "fault",
  "verb",
  "group",
  "resource",
  "subresource",
  "namespace",
  "name",
  "matches",
  "times",
  "probability",
];

/** Throws TestingError `INVALID_OPTION` for what is no list of rules: one that is misspelled would hit what it should not. */
export function checkFaults(value: unknown): readonly FaultRule[] {
  const wanted = 'give a list of rules such as { verb: "update", fault: { type: "status", status: 409 } }';
  const isRule = (item: unknown): boolean => typeof item === "object" && item !== null;
  const rules = checkItems("faults", value, wanted, isRule) as readonly FaultRule[];
  for (const [index, rule] of rules.entries()) {
    for (const field of Object.keys(rule)) {
      if ((ruleFields as readonly string[]).includes(field)) continue;
      throw invalid(`faults[${index}].${field}`, `there is no such field; there are ${ruleFields.join(", ")}`);
    }
    const type: unknown = (rule.fault as Fault | undefined)?.type;
    if ((faultTypes as readonly unknown[]).includes(type)) continue;
    throw invalid(`faults[${index}].fault.type`, `it is ${described(type)}; there are ${faultTypes.join(", ")}`);
  }
  return rules;
}

function checkItems(
  field: string,
  value: unknown,
  wanted: string,
  isItem: (item: unknown) => boolean,
): readonly unknown[] {
  if (!Array.isArray(value)) throw invalid(field, `it is ${described(value)}; ${wanted}`);
  const index = value.findIndex((item) => !isItem(item));
  if (index !== -1) throw invalid(`${field}[${index}]`, `it is ${described(value[index])}; ${wanted}`);
  return value;
}
