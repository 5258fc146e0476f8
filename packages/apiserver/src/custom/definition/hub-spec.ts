import { jsonEqual } from "@kubewright/api";
import { printedSchema } from "@kubewright/api/server";
import type { DefinitionSpec, DefinitionVersion, SchemaSource } from "./definition.ts";
import { schemaOf } from "./definition.ts";

type Subresources = NonNullable<DefinitionVersion["subresources"]>;
type Columns = NonNullable<DefinitionVersion["additionalPrinterColumns"]>;
type SelectableFields = NonNullable<DefinitionVersion["selectableFields"]>;

/** What is said of a version, or of all of them. */
export interface VersionFacts {
  readonly schema: SchemaSource | undefined;
  /** Whether there is a `schema`, though perhaps an empty one. */
  readonly hasSchema: boolean;
  readonly subresources: Subresources | undefined;
  readonly columns: Columns;
  readonly selectableFields: SelectableFields;
}

/** A version with what is said of it alone. */
export interface HubVersion extends VersionFacts {
  readonly name: string;
  readonly served: boolean;
  readonly storage: boolean;
  readonly deprecated: boolean;
  readonly deprecationWarning: string | undefined;
}

/**
 * A definition as the server looks at it: what is the same in all versions is said once, of all of them.
 *
 * Messages follow this form: they speak of `spec.validation` where all versions have one schema, as they do when there is only one.
 */
export interface HubSpec {
  readonly all: VersionFacts;
  readonly versions: readonly HubVersion[];
}

const nothing: VersionFacts = {
  schema: undefined,
  hasSchema: false,
  subresources: undefined,
  columns: [],
  selectableFields: [],
};

/** The definition as the server looks at it. */
export function hubSpecOf(spec: DefinitionSpec): HubSpec {
  const versions = spec.versions ?? [];
  const each = versions.map(factsOf);
  const [first = nothing] = each;
  const isOne = (same: (a: VersionFacts, b: VersionFacts) => boolean): boolean => {
    return each.length > 0 && each.every((facts) => same(facts, first));
  };
  const shared = {
    schema: isOne((a, b) => a.hasSchema === b.hasSchema && jsonEqual(a.schema, b.schema)),
    subresources: isOne((a, b) => jsonEqual(a.subresources, b.subresources)),
    columns: isOne((a, b) => jsonEqual(a.columns, b.columns)),
    selectableFields: isOne((a, b) => jsonEqual(a.selectableFields, b.selectableFields)),
  };
  return {
    all: only(first, shared, true),
    versions: versions.map((version, index) => ({
      name: version.name ?? "",
      served: version.served ?? false,
      storage: version.storage ?? false,
      deprecated: version.deprecated ?? false,
      deprecationWarning: version.deprecationWarning,
      ...only(each[index]!, shared, false),
    })),
  };
}

/** Versions as they stand in messages of the server, which prints its own type. */
export function printedVersions(versions: readonly HubVersion[]): unknown {
  return versions.map((version) => ({
    Name: version.name,
    Served: version.served,
    Storage: version.storage,
    Deprecated: version.deprecated,
    DeprecationWarning: version.deprecationWarning ?? null,
    Schema: version.hasSchema ? { OpenAPIV3Schema: printedSchema(version.schema) } : null,
    Subresources: version.subresources === undefined ? null : printedSubresources(version.subresources),
    AdditionalPrinterColumns: version.columns.length === 0 ? null : version.columns.map(printedColumn),
    SelectableFields:
      version.selectableFields.length === 0
        ? null
        : version.selectableFields.map(({ jsonPath }) => ({ JSONPath: jsonPath })),
  }));
}

function factsOf(version: DefinitionVersion): VersionFacts {
  return {
    schema: schemaOf(version),
    hasSchema: version.schema !== undefined,
    subresources: version.subresources,
    columns: version.additionalPrinterColumns ?? [],
    selectableFields: version.selectableFields ?? [],
  };
}

interface Shared {
  readonly schema: boolean;
  readonly subresources: boolean;
  readonly columns: boolean;
  readonly selectableFields: boolean;
}

function only(facts: VersionFacts, shared: Shared, isShared: boolean): VersionFacts {
  return {
    schema: shared.schema === isShared ? facts.schema : undefined,
    hasSchema: shared.schema === isShared && facts.hasSchema,
    subresources: shared.subresources === isShared ? facts.subresources : undefined,
    columns: shared.columns === isShared ? facts.columns : [],
    selectableFields: shared.selectableFields === isShared ? facts.selectableFields : [],
  };
}

function printedSubresources({ status, scale }: Subresources): unknown {
  return {
    Status: status === undefined ? null : {},
    Scale:
      scale === undefined
        ? null
        : {
            SpecReplicasPath: scale.specReplicasPath,
            StatusReplicasPath: scale.statusReplicasPath,
            LabelSelectorPath: scale.labelSelectorPath ?? null,
          },
  };
}

function printedColumn(column: Columns[number]): unknown {
  return {
    Name: column.name,
    Type: column.type,
    Format: column.format ?? "",
    Description: column.description ?? "",
    Priority: column.priority ?? 0,
    JSONPath: column.jsonPath,
  };
}
