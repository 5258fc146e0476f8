import { type Definition, type DefinitionVersion, schemaOf } from "../../custom/definition/definition.ts";

/** A schema, as OpenAPI documents have them. */
export type Schema = Record<string, unknown>;

/** Which of the two formats a document is in. They refer to shared schemas in different ways, and version 2 can say less. */
export type OpenApiVersion = "v2" | "v3";

/** The name under which the schema of a kind is in documents: the group backwards, as in `com.example.v1.Widget`. */
export function schemaName(group: string, version: string, kind: string): string {
  return `${group.split(".").reverse().join(".")}.${version}.${kind}`;
}

/** A reference to a schema of the same document. */
export function referenceTo(name: string, format: OpenApiVersion): Schema {
  return { $ref: `#/${format === "v2" ? "definitions" : "components/schemas"}/${name}` };
}

/** The schema of a custom kind, with the members that all objects have. */
export function kindSchema(definition: Definition, version: DefinitionVersion, format: OpenApiVersion): Schema {
  const { group, names } = definition.spec;
  const own = schemaOf(version);
  const kind = { "x-kubernetes-group-version-kind": [{ group, version: version.name, kind: names.kind }] };
  const fields = selectableFields(version);
  const isOpen =
    own?.["x-kubernetes-preserve-unknown-fields"] === true || definition.spec.preserveUnknownFields === true;
  if (own === undefined || (format === "v2" && isOpen)) return { type: "object", ...kind, ...fields };
  const schema = publishedSchema(own, format);
  const properties = { ...(schema.properties as object | undefined), ...objectMembers(format) };
  return { ...schema, properties, ...kind, ...fields };
}

/** The schema of the list of a custom kind. */
export function listSchema(definition: Definition, version: DefinitionVersion, format: OpenApiVersion): Schema {
  const { group, names } = definition.spec;
  const { kind, plural, listKind = `${kind}List` } = names;
  const description = `List of ${plural}. More info: ${conventions}`;
  return {
    description: `${listKind} is a list of ${kind}`,
    type: "object",
    required: ["items"],
    properties: {
      apiVersion: apiVersionSchema,
      kind: kindMemberSchema,
      items: { description, type: "array", items: referenceTo(schemaName(group, version.name, kind), format) },
      metadata: described(referenceTo(listMetaName, format), listMetadataText, format),
    },
    "x-kubernetes-group-version-kind": [{ group, version: version.name, kind: listKind }],
    ...selectableFields(version),
  };
}

/** Members of a schema that documents show. */
const shown = [
  "description",
  "type",
  "format",
  "title",
  "default",
  "maximum",
  "exclusiveMaximum",
  "minimum",
  "exclusiveMinimum",
  "maxLength",
  "minLength",
  "pattern",
  "maxItems",
  "minItems",
  "uniqueItems",
  "multipleOf",
  "enum",
  "maxProperties",
  "minProperties",
  "required",
  "nullable",
  "externalDocs",
  "example",
  "x-kubernetes-preserve-unknown-fields",
  "x-kubernetes-embedded-resource",
  "x-kubernetes-int-or-string",
  "x-kubernetes-list-map-keys",
  "x-kubernetes-list-type",
  "x-kubernetes-map-type",
  "x-kubernetes-validations",
];

/** The schema as it is published: without what only the server needs, and in version 2 without what old clients fall over. */
function publishedSchema(schema: Schema, format: OpenApiVersion): Schema {
  const published: Schema = {};
  for (const member of shown) if (schema[member] !== undefined) published[member] = schema[member];
  const { properties, items, additionalProperties } = schema;
  if (isSchema(properties)) published.properties = mapMembers(properties, format);
  if (isSchema(items)) published.items = publishedSchema(items, format);
  if (isSchema(additionalProperties)) published.additionalProperties = publishedSchema(additionalProperties, format);
  else if (additionalProperties !== undefined) published.additionalProperties = additionalProperties;
  if (format === "v2") simplify(published, schema);
  else addJunctors(published, schema);
  if (schema["x-kubernetes-embedded-resource"] === true) addEmbedded(published, schema, format);
  return published;
}

function mapMembers(properties: Schema, format: OpenApiVersion): Schema {
  return Object.fromEntries(
    Object.entries(properties).map(([name, member]) => [
      name,
      isSchema(member) ? publishedSchema(member, format) : member,
    ]),
  );
}

function addJunctors(published: Schema, schema: Schema): void {
  for (const member of ["allOf", "oneOf", "anyOf", "not"]) {
    if (schema[member] !== undefined) published[member] = schema[member];
  }
  if (schema["x-kubernetes-int-or-string"] !== true || hasEither(schema)) return;
  const either = [{ type: "integer" }, { type: "string" }];
  if (schema.anyOf === undefined) published.anyOf = either;
  else published.allOf = [...((schema.allOf as unknown[] | undefined) ?? []), { anyOf: either }];
}

/** Whether the schema says itself that a value is an integer or a string. */
function hasEither({ anyOf, allOf }: Schema): boolean {
  const isEither = (value: unknown): boolean => {
    const types = Array.isArray(value) ? value.map((item: Schema) => item.type) : [];
    return types.length === 2 && types[0] === "integer" && types[1] === "string";
  };
  return isEither(anyOf) || (Array.isArray(allOf) && allOf.some((item: Schema) => isEither(item.anyOf)));
}

/** `schema` is what `published` was made from. */
function simplify(published: Schema, schema: Schema): void {
  const nullable = Object.entries((schema.properties as Record<string, Schema> | undefined) ?? {})
    .filter(([, member]) => member.nullable === true)
    .map(([name]) => name);
  if (nullable.length > 0 && Array.isArray(published.required)) {
    published.required = published.required.filter((name) => !nullable.includes(name));
  }
  const isOpen = schema["x-kubernetes-preserve-unknown-fields"] === true;
  if (schema.nullable === true) delete published.type;
  if (schema.nullable === true || isOpen) {
    delete published.items;
    delete published.properties;
  }
  if (published.items === undefined && published.type === "array") delete published.type;
  if (isOpen && published.type === "object") delete published.type;
  delete published.nullable;
  delete published.default;
}

function addEmbedded(published: Schema, schema: Schema, format: OpenApiVersion): void {
  if (format === "v2" && schema["x-kubernetes-preserve-unknown-fields"] === true) return;
  published.properties = {
    ...(published.properties as Schema | undefined),
    apiVersion: { type: "string", description: embeddedVersionText },
    kind: { type: "string", description: embeddedKindText },
    metadata: described(referenceTo(objectMetaName, format), metadataText, format),
  };
  const required = (schema.required as string[] | undefined) ?? [];
  published.required = [...new Set([...required, "kind", "apiVersion"])];
}

function objectMembers(format: OpenApiVersion): Schema {
  return {
    apiVersion: apiVersionSchema,
    kind: kindMemberSchema,
    metadata: described(referenceTo(objectMetaName, format), metadataText, format),
  };
}

/** Version 3 allows nothing beside a reference. */
function described(reference: Schema, description: string, format: OpenApiVersion): Schema {
  return format === "v2" ? { description, ...reference } : { description, allOf: [reference] };
}

function selectableFields({ selectableFields: fields }: DefinitionVersion): Schema {
  if (fields === undefined || fields.length === 0) return {};
  const paths = fields.map(({ jsonPath }) => ({ fieldPath: jsonPath.replace(/^\./, "") }));
  return { "x-kubernetes-selectable-fields": paths };
}

function isSchema(value: unknown): value is Schema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

const objectMetaName = "io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta";
const listMetaName = "io.k8s.apimachinery.pkg.apis.meta.v1.ListMeta";
const conventions = "https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md";
const metadataText = `Standard object's metadata. More info: ${conventions}#metadata`;
const listMetadataText = `Standard list metadata. More info: ${conventions}#types-kinds`;
const embeddedVersionText = `apiVersion defines the versioned schema of this representation of an object. More info: ${conventions}#resources`;
const embeddedKindText = `kind is a string value representing the type of this object. In CamelCase. More info: ${conventions}#types-kinds`;
const apiVersionSchema = {
  description: `APIVersion defines the versioned schema of this representation of an object. Servers should convert recognized schemas to the latest internal value, and may reject unrecognized values. More info: ${conventions}#resources`,
  type: "string",
};
const kindMemberSchema = {
  description: `Kind is a string value representing the REST resource this object represents. Servers may infer this from the endpoint the client submits requests to. Cannot be updated. In CamelCase. More info: ${conventions}#types-kinds`,
  type: "string",
};
