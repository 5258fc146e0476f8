import { type StatusCause, validateDns1035Label } from "@kubewright/api";
import { invalidField, requiredField } from "@kubewright/api/server";
import type { DefinitionNames } from "./definition.ts";

/** What is wrong with names that must be there. */
export function missingNames(names: Partial<DefinitionNames>, path: string): StatusCause[] {
  return (["plural", "singular", "kind", "listKind"] as const)
    .filter((name) => (names[name] ?? "") === "")
    .map((name) => requiredField(`${path}.${name}`));
}

/** What is wrong with names that are there. */
export function validateNames(names: Partial<DefinitionNames>, path: string): StatusCause[] {
  const { kind = "", listKind = "" } = names;
  const causes: StatusCause[] = [];
  function check(name: string, field: string, isMixedCase: boolean): void {
    if (name === "") return;
    const problems = validateDns1035Label(isMixedCase ? name.toLowerCase() : name);
    if (problems.length === 0) return;
    const prefix = isMixedCase ? "may have mixed case, but should otherwise match: " : "";
    causes.push(invalidField(`${path}.${field}`, name, prefix + problems.join(",")));
  }
  check(names.plural ?? "", "plural", false);
  check(names.singular ?? "", "singular", false);
  check(kind, "kind", true);
  check(listKind, "listKind", true);
  causes.push(...validateLabels(names.shortNames, `${path}.shortNames`));
  if (kind !== "" && kind === listKind) {
    causes.push(invalidField(`${path}.listKind`, listKind, "kind and listKind may not be the same"));
  }
  causes.push(...validateLabels(names.categories, `${path}.categories`));
  return causes;
}

function validateLabels(names: readonly string[] | undefined, path: string): StatusCause[] {
  return (names ?? []).flatMap((name, index) => {
    const problems = validateDns1035Label(name);
    return problems.length === 0 ? [] : [invalidField(`${path}[${index}]`, name, problems.join(","))];
  });
}
