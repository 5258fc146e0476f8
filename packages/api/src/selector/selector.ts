import { compareBytes, quote } from "../text/byte-text.ts";
import type { LabelSelector, LabelSelectorRequirement } from "./label-selector.ts";
import {
  formatRequirement,
  invalidSelector,
  meetsRequirement,
  type Requirement,
  requirementProblem,
  type SelectorOperator,
} from "./requirement.ts";
import { parseRequirements } from "./selector-parser.ts";

/** Selects objects by their labels. Immutable; made from a text, from the structure that objects carry, or from labels. */
export class Selector {
  /** Matches all labels, also none. */
  static readonly everything: Selector = new Selector([], false);
  /** Matches no labels at all. */
  static readonly nothing: Selector = new Selector([], true);

  /** All must be met. Sorted by key. */
  readonly requirements: readonly Requirement[];
  /** Whether nothing can match: the selector of an object that has none. */
  readonly selectsNothing: boolean;

  private constructor(requirements: readonly Requirement[], selectsNothing: boolean) {
    this.requirements = requirements;
    this.selectsNothing = selectsNothing;
  }

  /** Reads the language of `kubectl get -l`: `app=web,tier in (a, b),!canary`. An empty text selects everything. */
  static parse(text: string): Selector {
    return Selector.#sorted(parseRequirements(text));
  }

  /** The selector of a field like `spec.selector`. An absent field selects nothing, an empty one everything. */
  static from(structure: LabelSelector | undefined): Selector {
    // JSON may have null wherever a field is absent.
    if (structure === undefined || structure === null) return Selector.nothing;
    refuseUnknownMembers(structure);
    const expressions = structure.matchExpressions ?? [];
    return Selector.forLabels(structure.matchLabels ?? {}).and(...expressions.map(requirementFrom));
  }

  /** The selector of an option that takes a text or the structure. One that is not given selects everything. */
  static of(given: string | LabelSelector | undefined): Selector {
    if (given === undefined) return Selector.everything;
    return typeof given === "string" ? Selector.parse(given) : Selector.from(given);
  }

  /** Selects objects that have all of these labels, with these values. */
  static forLabels(labels: Readonly<Record<string, string>>): Selector {
    const requirements = Object.entries(labels).map(([key, value]): Requirement => {
      return { key, operator: "=", values: [value] };
    });
    return Selector.everything.and(...requirements);
  }

  /** A selector that also asks for `requirements`. Throws when the server would not take one of them. */
  and(...requirements: readonly Requirement[]): Selector {
    if (this.selectsNothing || requirements.length === 0) return this;
    for (const requirement of requirements) {
      const problem = requirementProblem(requirement);
      if (problem !== undefined) throw invalidSelector("label selector", problem);
    }
    return Selector.#sorted([...this.requirements, ...requirements]);
  }

  /** Whether an object with these labels is selected. */
  matches(labels: Readonly<Record<string, string>> | undefined): boolean {
    if (this.selectsNothing) return false;
    return this.requirements.every((requirement) => meetsRequirement(requirement, labels ?? {}));
  }

  /** Whether everything is selected. */
  get isEmpty(): boolean {
    return !this.selectsNothing && this.requirements.length === 0;
  }

  /** The one value that label `key` must have to be selected, where there is one. */
  requiredValue(key: string): string | undefined {
    const requirement = this.requirements.find((candidate) => candidate.key === key);
    if (requirement === undefined || !["=", "==", "in"].includes(requirement.operator)) return undefined;
    return requirement.values.length === 1 ? requirement.values[0] : undefined;
  }

  /**
   * The text that the server reads as this selector, in its canonical form.
   *
   * There is no text for `nothing`: it is `<nothing>`, which the server refuses. (The empty text would select everything.)
   */
  toString(): string {
    if (this.selectsNothing) return "<nothing>";
    return this.requirements.map(formatRequirement).join(",");
  }

  /** The structure that objects carry, or undefined for `nothing`. Throws for `!=`, `>` and `<`, which it cannot say. */
  toLabelSelector(): LabelSelector | undefined {
    if (this.selectsNothing) return undefined;
    const matchLabels: [string, string][] = [];
    const matchExpressions: LabelSelectorRequirement[] = [];
    for (const { key, operator, values } of this.requirements) {
      if (operator === "=" || operator === "==") {
        matchLabels.push([key, values[0]!]);
        continue;
      }
      const name = operatorNames.get(operator);
      if (name === undefined) throw invalidSelector(`label selector ${quote(this.toString())}`, unsupported(operator));
      matchExpressions.push({ key, operator: name, ...(values.length > 0 && { values: [...values] }) });
    }
    return {
      ...(matchLabels.length > 0 && { matchLabels: Object.fromEntries(matchLabels) }),
      ...(matchExpressions.length > 0 && { matchExpressions }),
    };
  }

  static #sorted(requirements: readonly Requirement[]): Selector {
    return new Selector(
      [...requirements].sort((a, b) => compareBytes(a.key, b.key)),
      false,
    );
  }
}

const operatorNames: ReadonlyMap<SelectorOperator, LabelSelectorRequirement["operator"]> = new Map([
  ["in", "In"],
  ["notin", "NotIn"],
  ["exists", "Exists"],
  ["!", "DoesNotExist"],
]);

function requirementFrom({ key, operator, values }: LabelSelectorRequirement): Requirement {
  for (const [word, name] of operatorNames) {
    if (name === operator) return { key, operator: word, values: values ?? [] };
  }
  throw invalidSelector("label selector", `${quote(String(operator))} is not a valid label selector operator`);
}

function unsupported(operator: SelectorOperator): string {
  if (operator === "gt" || operator === "lt") return `${quote(operator)} isn't supported in label selectors`;
  return `${quote(operator)} is not a valid label selector operator`;
}

/** Ignored, a misplaced label would select everything. */
function refuseUnknownMembers(structure: LabelSelector): void {
  const unknown = Object.keys(structure).find((key) => key !== "matchLabels" && key !== "matchExpressions");
  if (unknown === undefined) return;
  throw invalidSelector(
    "label selector",
    `unknown field ${JSON.stringify(unknown)}: labels go into matchLabels, as in { matchLabels: { app: "web" } }`,
  );
}
