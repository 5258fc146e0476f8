import { type StatusCause, validatePathSegmentName } from "@kubewright/api";
import { invalidField } from "@kubewright/api/server";
import { checkNeededText } from "../../rule/text-rule.ts";

interface ObjectReference {
  readonly apiVersion?: string;
  readonly kind?: string;
  readonly name?: string;
}

/**
 * Adds what is wrong with the name of an object of another kind.
 *
 * Its version may be `any` text, one that is `known` to be well formed, or one of a group: `grouped`.
 */
export function checkObjectReference(
  { apiVersion = "", kind, name }: ObjectReference,
  rule: "any" | "known" | "grouped",
  field: string,
  causes: StatusCause[],
): void {
  checkNeededText(validatePathSegmentName, kind, `${field}.kind`, causes);
  checkNeededText(validatePathSegmentName, name, `${field}.name`, causes);
  const problem = rule === "any" ? undefined : versionProblem(apiVersion, rule === "grouped");
  if (problem !== undefined) causes.push(invalidField(`${field}.apiVersion`, apiVersion, problem));
}

function versionProblem(apiVersion: string, needsGroup: boolean): string | undefined {
  const parts = apiVersion.split("/");
  if (parts.length > 2) return `unexpected GroupVersion string: ${apiVersion}`;
  const group = parts.length === 2 ? parts[0] : "";
  return needsGroup && group === "" ? "apiVersion must specify API group" : undefined;
}
