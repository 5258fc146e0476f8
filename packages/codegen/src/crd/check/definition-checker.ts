import { type StatusCause, validateDns1035Label, validateDns1123Subdomain } from "@kubewright/api";
import {
  isKnownFormat,
  resolveFieldPath,
  strictSchemaRules,
  tryStructuralSchema,
  validateSchemaDefinition,
} from "@kubewright/api/server";
import type { Model, ModelKind } from "../../model/model.ts";
import type { ReportProblem } from "../../problem.ts";
import type { CustomResourceDefinition, DefinitionVersion } from "../definition/custom-resource-definition.ts";
import type { JsonSchema } from "../schema/json-schema.ts";
import { CheckedSchemas } from "./checked-schemas.ts";
import { locate } from "./locate.ts";

const approval = "api-approved.kubernetes.io";

/** Reports what an API server would refuse of definitions, or warn of. */
export class DefinitionChecker {
  readonly #model: Model;
  readonly #report: ReportProblem;
  readonly #checked = new CheckedSchemas();
  /** Problems of types that several kinds or versions share are told once. */
  readonly #told = new Set<string>();

  constructor(model: Model, report: ReportProblem) {
    this.#model = model;
    this.#report = report;
  }

  /** `kinds` are those of the definition's versions. */
  check(definition: CustomResourceDefinition, kinds: readonly ModelKind[]): void {
    kinds.forEach((kind, i) => {
      const version = definition.spec.versions[i];
      if (version === undefined) return;
      checkGroupAndVersion(kind, definition, this.#report);
      this.#checkSchema(version, kind);
      checkSelectableFields(version, kind, this.#model, this.#report);
    });
  }

  #checkSchema(version: DefinitionVersion, kind: ModelKind): void {
    const schema = version.schema.openAPIV3Schema;
    const causes = validateSchemaDefinition(this.#checked.withoutChecked(schema) as Record<string, unknown>, "", {
      hasStatus: version.subresources?.status !== undefined,
      rules: strictSchemaRules,
      validateMetadata: () => [],
    });
    for (const cause of causes) {
      const { position, field } = locate(kind.type, schemaPath(cause), this.#model);
      const message = messageOf(cause, field === "" ? kind.kind : field);
      const key = `${position.file}:${position.line}:${position.column}:${message}`;
      if (!this.#told.has(key)) this.#report({ severity: "error", position, message });
      this.#told.add(key);
    }
    this.#checkFormats(schema, "", kind);
    if (causes.length === 0) this.#checked.add(schema);
  }

  #checkFormats(schema: JsonSchema, path: string, kind: ModelKind): void {
    if (this.#checked.has(schema)) return;
    if (schema.format !== undefined && !isKnownFormat(schema.format, schema.type ?? "")) {
      const { position, field } = locate(kind.type, `${path}.format`, this.#model);
      const message = `servers do not know the format "${schema.format}" of ${field}, warn of it, and check nothing`;
      this.#report({ severity: "warning", position, message });
    }
    for (const [name, property] of Object.entries(schema.properties ?? {})) {
      this.#checkFormats(property, `${path}.properties[${name}]`, kind);
    }
    if (schema.items !== undefined) this.#checkFormats(schema.items, `${path}.items`, kind);
    if (typeof schema.additionalProperties === "object") {
      this.#checkFormats(schema.additionalProperties, `${path}.additionalProperties`, kind);
    }
  }
}

function checkGroupAndVersion(
  { group, version, kind, plural, position }: ModelKind,
  { metadata }: CustomResourceDefinition,
  report: ReportProblem,
): void {
  const tell = (message: string): void => report({ severity: "error", position, message });
  const groupProblems = validateDns1123Subdomain(group);
  if (group === "") tell(`${kind} has no group: a kind of your own needs one, such as cache.example.com`);
  else if (groupProblems.length > 0)
    tell(`the group "${group}" of ${kind} is no domain name: ${groupProblems.join("; ")}`);
  else if (!group.includes("."))
    tell(`the group "${group}" of ${kind} has to be a domain with at least one dot, such as ${group}.example.com`);
  const versionProblems = validateDns1035Label(version);
  if (versionProblems.length > 0)
    tell(`the version "${version}" of ${kind} is no label: ${versionProblems.join("; ")}`);
  const kindProblems = validateDns1035Label(kind.toLowerCase());
  if (kindProblems.length > 0) tell(`the kind "${kind}" is no label: ${kindProblems.join("; ")}`);
  const pluralProblems = plural === undefined ? [] : validateDns1035Label(plural);
  if (pluralProblems.length > 0) tell(`the plural "${plural}" of ${kind} is no label: ${pluralProblems.join("; ")}`);
  const isProtected = /(?:^|\.)(?:k8s|kubernetes)\.io$/.test(group);
  if (isProtected && !metadata.annotations?.[approval]) {
    tell(
      `groups of the Kubernetes project, such as ${group}, need an approval: choose a domain of yours, or write +kubebuilder:metadata:annotations="${approval}=unapproved, for tests" on ${kind}`,
    );
  }
}

/** Without the way to the schema itself. */
function schemaPath({ field }: StatusCause): string {
  return (field ?? "").replace(/^.*?openAPIV3Schema\.?/, "");
}

function messageOf(cause: StatusCause, what: string): string {
  const path = schemaPath(cause);
  const problem = (cause.message ?? "").replace(/: {2}in body /, ": ");
  const [, within] = /\.default(?:$|[.[](.*)$)/.exec(path) ?? [];
  if (/\.default(?:$|[.[])/.test(path) && !problem.startsWith("Required value: this property is in")) {
    return `the default of ${what} is not valid there: ${within === undefined ? "" : `${within}: `}${problem}`;
  }
  const member = /(?:^|[\].])([a-zA-Z-]+(?:\[\d+\])?)$/.exec(path)?.[1];
  const isPlace =
    member === undefined || member === "items" || member === "additionalProperties" || member === "default";
  return `servers would refuse the schema of ${what}: ${isPlace ? "" : `${member}: `}${problem}`;
}

function checkSelectableFields(version: DefinitionVersion, kind: ModelKind, model: Model, report: ReportProblem): void {
  const markers = model
    .typeMarkers(kind.type)
    .filter(({ definition }) => definition.name === "kubebuilder:selectablefield");
  if (markers.length === 0) return;
  const structure = tryStructuralSchema(version.schema.openAPIV3Schema as Record<string, unknown>);
  if (structure === undefined) return;
  const seen = new Set<string>();
  for (const { args, position } of markers) {
    const jsonPath = args.JSONPath as string;
    const tell = (problem: string): void =>
      report({
        severity: "error",
        position,
        message: `+kubebuilder:selectablefield has the path "${jsonPath}", which ${problem}`,
      });
    const found = resolveFieldPath(jsonPath, structure, { allowsBrackets: false });
    if (found.problem !== undefined) tell(`leads nowhere: ${found.problem}`);
    else if (found.path[0] === "metadata") tell("is one of metadata; name and namespace can always be selected by");
    else if (!["string", "boolean", "integer"].includes(found.schema?.type ?? "")) {
      tell("has to lead to a string, a boolean or an integer");
    } else if (seen.has(found.path.join("."))) tell("is there twice");
    else if (seen.add(found.path.join(".")).size > 8) tell("is one more than the 8 that a version may have");
  }
}
