import type { StatusCause } from "@kubewright/api";
import { invalidField, requiredField } from "@kubewright/api/server";

interface Selectors {
  readonly resourceAttributes?: { readonly labelSelector?: unknown; readonly fieldSelector?: unknown } | null;
}

/** What is wrong with the selectors of an access review. RBAC does not look at them otherwise. */
export function selectorProblems({ resourceAttributes }: Selectors): StatusCause[] {
  if (!resourceAttributes) return [];
  const path = "spec.resourceAttributes";
  return [
    ...problemsOf(resourceAttributes.fieldSelector, `${path}.fieldSelector`),
    ...problemsOf(resourceAttributes.labelSelector, `${path}.labelSelector`),
  ];
}

function problemsOf(selector: unknown, path: string): StatusCause[] {
  if (typeof selector !== "object" || selector === null) return [];
  const { rawSelector = "", requirements } = selector as {
    rawSelector?: string;
    requirements?: readonly unknown[] | null;
  };
  const hasRequirements = requirements !== undefined && requirements !== null && requirements.length > 0;
  if (rawSelector !== "" && hasRequirements) {
    return [invalidField(`${path}.rawSelector`, rawSelector, "may not specified at the same time as requirements")];
  }
  if (rawSelector === "" && !hasRequirements) {
    const text = `when ${path} is specified, requirements or rawSelector is required`;
    return [requiredField(`${path}.requirements`, text)];
  }
  return [];
}
