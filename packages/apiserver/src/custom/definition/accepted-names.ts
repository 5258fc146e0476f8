import { jsonEqual } from "@kubewright/api";
import type { CustomResourceDefinitionStatus } from "@kubewright/api/apiextensions/v1";
import { joinProblems, quote } from "@kubewright/api/server";
import { type DefinitionCondition, findCondition, withCondition } from "./condition.ts";
import type { Definition, DefinitionNames } from "./definition.ts";

type Status = CustomResourceDefinitionStatus;
type NewCondition = Omit<DefinitionCondition, "lastTransitionTime">;

/**
 * The status of a definition after its names were looked at, undefined when there is nothing to change.
 *
 * Names that another definition of the group has are not accepted; what was accepted before stays. `others` gives all of the group, and is asked only when names changed.
 */
export function statusWithNames(
  definition: Definition,
  others: () => readonly Definition[],
  now: number,
): Status | undefined {
  const { spec, status = {} } = definition;
  const accepted = status.acceptedNames;
  if (jsonEqual(spec.names, accepted)) return undefined;
  const { names, condition } = acceptNames(spec.names, accepted, others());
  const old = findCondition(definition, "NamesAccepted");
  if (jsonEqual(names, accepted) && old !== undefined && isSameCondition(old, condition)) return undefined;
  const next = withCondition({ ...status, acceptedNames: names }, condition, now);
  const established = establishedAfter(definition, condition.status === "True");
  return withCondition(next, established, now);
}

/** The status of a definition that may be served now, undefined when it is served already or must not be. */
export function establishedStatus(definition: Definition, now: number): Status | undefined {
  const { status } = definition;
  if (findCondition(definition, "NamesAccepted")?.status !== "True") return undefined;
  if (status === undefined || findCondition(definition, "Established")?.status === "True") return undefined;
  return withCondition(
    status,
    {
      type: "Established",
      status: "True",
      reason: "InitialNamesAccepted",
      message: "the initial names have been accepted",
    },
    now,
  );
}

function acceptNames(
  asked: DefinitionNames,
  accepted: Partial<DefinitionNames> | undefined,
  others: readonly Definition[],
): { names: DefinitionNames; condition: NewCondition } {
  const taken = others.map(({ status }) => status?.acceptedNames ?? { plural: "", kind: "" });
  const resources = new Set(
    taken.flatMap(({ plural, singular = "", shortNames = [] }) => [plural, singular, ...shortNames]),
  );
  const kinds = new Set(taken.flatMap(({ kind, listKind = "" }) => [kind, listKind]));
  const names: Partial<DefinitionNames> = { ...accepted };
  let problem: { reason: string; message: string } | undefined;
  function accept(name: "plural" | "singular" | "kind" | "listKind", reason: string, used: ReadonlySet<string>): void {
    const value = asked[name] ?? "";
    if (value !== (accepted?.[name] ?? "") && used.has(value)) problem = { reason, message: inUse(value) };
    else if (asked[name] === undefined) delete names[name];
    else names[name] = value;
  }
  accept("plural", "PluralConflict", resources);
  accept("singular", "SingularConflict", resources);
  if (!jsonEqual(asked.shortNames, accepted?.shortNames)) {
    const fresh = (asked.shortNames ?? []).filter((name) => !accepted?.shortNames?.includes(name));
    const conflicts = fresh.filter((name) => resources.has(name)).map(inUse);
    if (conflicts.length > 0) {
      problem = { reason: "ShortNamesConflict", message: joinProblems(conflicts) };
    } else if (asked.shortNames === undefined) delete names.shortNames;
    else names.shortNames = asked.shortNames;
  }
  accept("kind", "KindConflict", kinds);
  accept("listKind", "ListKindConflict", kinds);
  if (asked.categories === undefined) delete names.categories;
  else names.categories = asked.categories;
  const condition: NewCondition =
    problem === undefined
      ? { type: "NamesAccepted", status: "True", reason: "NoConflicts", message: "no conflicts found" }
      : { type: "NamesAccepted", status: "False", ...problem };
  return { names: { plural: "", kind: "", ...names }, condition };
}

function establishedAfter(definition: Definition, areNamesAccepted: boolean): NewCondition {
  const old = findCondition(definition, "Established");
  if (old?.status !== "True" && areNamesAccepted) {
    return {
      type: "Established",
      status: "False",
      reason: "Installing",
      message: "the initial names have been accepted",
    };
  }
  if (old !== undefined) {
    const { lastTransitionTime: _, ...condition } = old;
    return condition;
  }
  return { type: "Established", status: "False", reason: "NotAccepted", message: "not all names are accepted" };
}

function isSameCondition(a: NewCondition, b: NewCondition): boolean {
  return a.status === b.status && a.reason === b.reason && a.message === b.message;
}

function inUse(name: string): string {
  return `${quote(name)} is already in use`;
}
