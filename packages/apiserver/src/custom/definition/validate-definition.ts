import { jsonEqual, type StatusCause, validateDns1035Label, validateDns1123Subdomain } from "@kubewright/api";
import {
  hasSchema,
  invalidField,
  isGranularSet,
  mapKeyProblems,
  pruneValue,
  requiredField,
  type SchemaRules,
  type StructuralSchema,
  strictSchemaRules,
  tryStructuralSchema,
  unsupportedField,
  validateStructural,
} from "@kubewright/api/server";
import { hasKnownReviewVersion } from "../../builtin/validation/admission/client-config.ts";
import { approvalAnnotationOf, approvalField, approvalOf, isProtectedGroup } from "./api-approval.ts";
import { hasCondition } from "./condition.ts";
import { type Definition, type DefinitionSpec, type SchemaSource, schemaOf } from "./definition.ts";
import { type HubSpec, hubSpecOf, printedVersions, type VersionFacts } from "./hub-spec.ts";
import { validateConversion } from "./validate-conversion.ts";
import { missingNames, validateNames } from "./validate-names.ts";
import { validateDeprecation, validateFacts, validateSelectableFields } from "./validate-version.ts";

/** Which rules a definition must keep: those that the old one broke, it may break too. */
interface Rules {
  readonly schema: SchemaRules;
  readonly requiresSchema: boolean;
  readonly requiresKnownReviewVersion: boolean;
  /** Whose selectable fields may be too many: names of versions, or `""` for all. */
  readonly tooManySelectable: ReadonlySet<string>;
}

const strictRules: Rules = {
  schema: strictSchemaRules,
  requiresSchema: true,
  requiresKnownReviewVersion: true,
  tooManySelectable: new Set(),
};

/** What is wrong with the name of a definition beside its form: it tells the plural and the group. */
export function definitionNameProblems(definition: Definition): string[] {
  const { spec, metadata } = definition;
  const expected = `${spec.names?.plural ?? ""}.${spec.group ?? ""}`;
  return metadata.name === expected ? [] : ['must be spec.names.plural+"."+spec.group'];
}

/** What is wrong with a new definition beside its metadata. */
export function validateDefinition(definition: Definition): StatusCause[] {
  return [
    ...validateSpec(definition.spec, strictRules),
    ...validateStatus(definition),
    ...validateStoredVersions(definition),
    ...validateApproval(definition, undefined),
    ...validatePreserving(definition, undefined),
  ];
}

/** What is wrong with a changed definition beside its metadata. */
export function validateDefinitionUpdate(definition: Definition, old: Definition): StatusCause[] {
  const { spec } = definition;
  const causes = validateSpec(spec, rulesFor(definition, old));
  const pin = (value: string, oldValue: string, field: string): void => {
    if (value !== oldValue) causes.push(invalidField(field, value, "field is immutable"));
  };
  if (hasCondition(old, "Established")) {
    pin(spec.scope, old.spec.scope, "spec.scope");
    pin(spec.names.kind, old.spec.names.kind, "spec.names.kind");
  }
  pin(spec.group, old.spec.group, "spec.group");
  pin(spec.names.plural, old.spec.names.plural, "spec.names.plural");
  return [
    ...causes,
    ...validateStatus(definition),
    ...validateStoredVersions(definition),
    ...validateApproval(definition, old),
    ...validatePreserving(definition, old),
  ];
}

/** What is wrong with the status of a definition. */
export function validateStatus({ status }: Definition): StatusCause[] {
  return validateNames(status?.acceptedNames ?? {}, "status.acceptedNames");
}

function validateSpec(spec: DefinitionSpec, rules: Rules): StatusCause[] {
  const hub = hubSpecOf(spec);
  const causes = validateGroup(spec.group ?? "");
  const scopes = ["Cluster", "Namespaced"];
  if ((spec.scope ?? "") === "") causes.push(requiredField("spec.scope"));
  else if (!scopes.includes(spec.scope)) causes.push(unsupportedField("spec.scope", spec.scope, scopes));

  const preserves = spec.preserveUnknownFields === true;
  causes.push(...missingSchemas(hub, rules, preserves));
  const schemas = [hub.all, ...hub.versions].map(({ schema }) => schema);
  const hasDefaults = schemas.some((schema) => hasSchema(schema, ({ default: value }) => (value ?? null) !== null));
  if (hasDefaults && preserves) {
    const problem = "must be false in order to use defaults in the schema";
    causes.push(invalidField("spec.preserveUnknownFields", true, problem));
  }
  const requiresStructural =
    rules.schema.requiresStructural ||
    !preserves ||
    hasDefaults ||
    schemas.some((schema) => hasSchema(schema, isExtended));
  const schemaRules = { ...rules.schema, requiresStructural };

  for (const [index, version] of hub.versions.entries()) {
    const base = `spec.versions[${index}]`;
    const problems = validateDns1035Label(version.name);
    if (problems.length > 0) causes.push(invalidField(`${base}.name`, version.name, problems.join(",")));
    const hasStatus = (hub.all.subresources ?? version.subresources)?.status !== undefined;
    causes.push(
      ...validateDeprecation(version, base),
      ...validateFacts(version, { schema: `${base}.schema`, base }, { hasStatus, rules: schemaRules }),
      ...selectableProblems(version, base, version.name, rules),
    );
  }
  causes.push(...versionProblems(hub, spec));
  causes.push(...missingNames(spec.names ?? {}, "spec.names"), ...validateNames(spec.names ?? {}, "spec.names"));
  const hasAnyStatus = [hub.all, ...hub.versions].some(({ subresources }) => subresources?.status !== undefined);
  const options = { hasStatus: hasAnyStatus, rules: schemaRules };
  causes.push(...validateFacts(hub.all, { schema: "spec.validation", base: "spec" }, options));
  if (hub.all.selectableFields.length > 0) {
    const { schema, selectableFields } = hub.all;
    if (schema === undefined) {
      causes.push(invalidField("spec.selectableFields", "", "may only be set when validations.schema is included"));
    } else {
      const allowsTooMany = rules.tooManySelectable.has("");
      causes.push(...validateSelectableFields(selectableFields, schema, "spec.selectableFields", allowsTooMany));
    }
  }
  const { conversion } = spec;
  if (conversion !== undefined) {
    if (conversion.strategy !== "None" && preserves) {
      const problem = "must be None if spec.preserveUnknownFields is true";
      causes.push(invalidField("spec.conversion.strategy", conversion.strategy, problem));
    }
    const { requiresKnownReviewVersion } = rules;
    causes.push(...validateConversion(conversion, "spec.conversion", { requiresKnownReviewVersion }));
  }
  return causes;
}

function validateGroup(group: string): StatusCause[] {
  if (group === "") return [requiredField("spec.group")];
  const problems = validateDns1123Subdomain(group);
  if (problems.length > 0) return [invalidField("spec.group", group, problems.join(","))];
  return group.includes(".") ? [] : [invalidField("spec.group", group, "should be a domain with at least one dot")];
}

function missingSchemas({ all, versions }: HubSpec, rules: Rules, preserves: boolean): StatusCause[] {
  if (all.schema !== undefined || (!rules.requiresSchema && preserves)) return [];
  return versions.flatMap(({ schema, served }, index) => {
    if (schema !== undefined || (!rules.requiresSchema && !served)) return [];
    const detail = rules.requiresSchema ? "" : "because otherwise all fields are pruned";
    return [requiredField(`spec.versions[${index}].schema.openAPIV3Schema`, detail)];
  });
}

function selectableProblems(facts: VersionFacts, base: string, version: string, rules: Rules): StatusCause[] {
  const { schema, selectableFields } = facts;
  if (selectableFields.length === 0) return [];
  const path = `${base}.selectableFields`;
  if (schema === undefined) {
    return [invalidField(path, "", "may only be set when `version.schema.openAPIV3Schema` is not included")];
  }
  return validateSelectableFields(selectableFields, schema, path, rules.tooManySelectable.has(version));
}

function versionProblems({ versions }: HubSpec, spec: DefinitionSpec): StatusCause[] {
  const causes: StatusCause[] = [];
  const names = new Set(versions.map(({ name }) => name));
  if (names.size !== versions.length) {
    causes.push(invalidField("spec.versions", printedVersions(versions), "must contain unique version names"));
  }
  if (versions.filter(({ storage }) => storage).length !== 1) {
    const problem = "must have exactly one version marked as storage version";
    causes.push(
      invalidField("spec.versions", Array.isArray(spec.versions) ? printedVersions(versions) : null, problem),
    );
  }
  // The server keeps the first version also where older definitions had their only one.
  const [first] = versions;
  if (first !== undefined && first.name !== "") {
    const problems = validateDns1035Label(first.name);
    if (problems.length > 0) causes.push(invalidField("spec.version", first.name, problems.join(",")));
  }
  return causes;
}

function validateStoredVersions({ spec, status }: Definition): StatusCause[] {
  const path = "status.storedVersions";
  const stored = status?.storedVersions ?? [];
  if (stored.length === 0) return [invalidField(path, null, "must have at least one stored version")];
  const causes: StatusCause[] = [];
  for (const { name, storage } of spec.versions ?? []) {
    if (storage && !stored.includes(name)) {
      causes.push(invalidField(path, stored, `must have the storage version ${name}`));
    }
  }
  for (const [index, name] of stored.entries()) {
    if (spec.versions?.some((version) => version.name === name) || stored.lastIndexOf(name) !== index) continue;
    const detail = `missing from spec.versions; ${name} was previously a storage version, and must remain in spec.versions until a storage migration ensures no data remains persisted in ${name} and removes ${name} from status.storedVersions`;
    causes.push(invalidField(`${path}[${index}]`, name, detail));
  }
  return causes;
}

function validateApproval(definition: Definition, old: Definition | undefined): StatusCause[] {
  if (!isProtectedGroup(definition.spec.group ?? "")) return [];
  const { state, reason } = approvalOf(definition);
  if (old !== undefined && approvalOf(old).state === state) return [];
  if (state === "missing") return [requiredField(approvalField, reason)];
  return state === "invalid" ? [invalidField(approvalField, approvalAnnotationOf(definition), reason)] : [];
}

function validatePreserving({ spec }: Definition, old: Definition | undefined): StatusCause[] {
  if (old?.spec.preserveUnknownFields === true || spec.preserveUnknownFields !== true) return [];
  const detail =
    "cannot set to true, set x-kubernetes-preserve-unknown-fields to true in spec.versions[*].schema instead";
  return [invalidField("spec.preserveUnknownFields", true, detail)];
}

function rulesFor(definition: Definition, old: Definition): Rules {
  const versions = old.spec.versions ?? [];
  const schemas = versions.map(schemaOf).filter((schema) => schema !== undefined);
  const has = (isSuch: (schema: SchemaSource) => boolean): boolean =>
    schemas.some((schema) => hasSchema(schema, isSuch));
  const types = ["array", "boolean", "integer", "number", "object", "string"];
  return {
    requiresSchema: versions.every((version) => schemaOf(version) !== undefined),
    requiresKnownReviewVersion: hasKnownReviewVersion(old.spec.conversion?.webhook?.conversionReviewVersions ?? []),
    tooManySelectable: tooManySelectable(definition, old),
    schema: {
      allowsDefaults: true,
      requiresValidTypes: !has(({ type }) => typeof type === "string" && type !== "" && !types.includes(type)),
      requiresStructural: schemas.every(isStructural),
      requiresPrunedDefaults: !schemas.some(hasUnprunedDefault),
      requiresAtomicSets: !has(isGranularSet),
      requiresMapKeys: !has((schema) => mapKeyProblems(schema, "").length > 0),
    },
  };
}

function tooManySelectable(definition: Definition, old: Definition): ReadonlySet<string> {
  const names = new Set<string>();
  const [hub, oldHub] = [hubSpecOf(definition.spec), hubSpecOf(old.spec)];
  const isKept = (facts: VersionFacts, before: VersionFacts | undefined): boolean => {
    return (before?.selectableFields.length ?? 0) > 8 && jsonEqual(facts.selectableFields, before?.selectableFields);
  };
  if (isKept(hub.all, oldHub.all)) names.add("");
  for (const version of hub.versions) {
    if (
      isKept(
        version,
        oldHub.versions.find(({ name }) => name === version.name),
      )
    )
      names.add(version.name);
  }
  return names;
}

function isExtended(schema: SchemaSource): boolean {
  return [
    "x-kubernetes-embedded-resource",
    "x-kubernetes-preserve-unknown-fields",
    "x-kubernetes-int-or-string",
    "x-kubernetes-list-map-keys",
    "x-kubernetes-list-type",
    "x-kubernetes-validations",
  ].some((name) => schema[name] !== undefined && schema[name] !== null);
}

function isStructural(schema: SchemaSource): boolean {
  return tryStructuralSchema(schema) !== undefined && validateStructural(schema, "").length === 0;
}

function hasUnprunedDefault(schema: SchemaSource): boolean {
  const structure = tryStructuralSchema(schema);
  return structure?.holds.defaults === true && isStructural(schema) && hasUnpruned(structure);
}

function hasUnpruned(schema: StructuralSchema): boolean {
  if (!schema.holds.defaults) return false;
  const { default: value, items, properties, additionalProperties } = schema;
  if (value !== undefined && pruneValue(value, schema, { isResourceRoot: false }).value !== value) return true;
  if (items !== undefined && hasUnpruned(items)) return true;
  if (typeof additionalProperties === "object" && hasUnpruned(additionalProperties)) return true;
  return [...properties.values()].some(hasUnpruned);
}
