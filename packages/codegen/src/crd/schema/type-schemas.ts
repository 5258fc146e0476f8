import type { Model } from "../../model/model.ts";
import type { ReportProblem, SourcePosition } from "../../problem.ts";
import type { SourceField, SourceType, TypeShape } from "../../source/source-module.ts";
import { applySchemaMarkers } from "../marker/apply-schema-markers.ts";
import { descriptionOf } from "./description.ts";
import type { SchemaSource } from "./flattener.ts";
import { propertyNames, withoutProperties } from "./inherited.ts";
import { define, type JsonSchema } from "./json-schema.ts";
import { knownMember, knownPart, typeOnly } from "./known-part.ts";
import type { KnownSchemas } from "./known-schemas.ts";
import { checkOneOfNames, isRequired, oneOfFields } from "./presence.ts";

export interface TypeSchemasOptions {
  readonly model: Model;
  readonly known: KnownSchemas;
  readonly allowDangerousTypes: boolean;
  readonly report: ReportProblem;
}

/** Makes schemas of types, each once; they refer to each other. */
export class TypeSchemas implements SchemaSource {
  readonly #options: TypeSchemasOptions;
  readonly #schemas = new Map<SourceType, JsonSchema>();
  /** Where schemas with a reference are written. */
  readonly #fields = new WeakMap<JsonSchema, SourceField>();

  constructor(options: TypeSchemasOptions) {
    this.#options = options;
  }

  schemaOf(reference: SourceType | string): JsonSchema {
    if (typeof reference === "string") return this.#options.known.find(reference) ?? {};
    const known = this.#schemas.get(reference);
    if (known !== undefined) return known;
    // A type that contains itself meets this one; flattening tells of it.
    this.#schemas.set(reference, {});
    const schema = this.#typeSchema(reference);
    this.#schemas.set(reference, schema);
    return schema;
  }

  /** The field whose schema refers to a type, where it is one. */
  fieldOf(schema: JsonSchema): SourceField | undefined {
    return this.#fields.get(schema);
  }

  #typeSchema(type: SourceType): JsonSchema {
    const { model, report } = this.#options;
    const markers = model.typeMarkers(type);
    const schema = this.#shapeSchema(type.shape, type.position, type);
    const description = descriptionOf(type.comments.doc);
    if (description !== undefined) schema.description = description;
    applySchemaMarkers(schema, markers, report);
    return schema;
  }

  /** Always a schema of its own, which may be changed. */
  #shapeSchema(shape: TypeShape, position: SourcePosition, owner?: SourceType): JsonSchema {
    switch (shape.form) {
      case "string":
      case "boolean":
        return { type: shape.form };
      case "bytes":
        return { type: "string", format: "byte" };
      case "integer":
        return shape.format === undefined ? { type: "integer" } : { type: "integer", format: shape.format };
      case "number":
        return this.#refuse(
          position,
          "a number without a name cannot be in a schema: write Int32 or Int64 of @kubewright/operator for an integer, Float for a number with a fraction",
        );
      case "float":
        return this.#floatSchema(position);
      case "literals":
        return this.#literalsSchema(shape.values, position);
      case "any":
        return { $ref: "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1.JSON" };
      case "nullable":
        return { ...this.#shapeSchema(shape.of, position, owner), nullable: true };
      case "array":
        return { type: "array", items: this.#shapeSchema(shape.element, position) };
      case "map":
        return this.#mapSchema(shape, position);
      case "object":
        return this.#objectSchema(shape, position, owner);
      case "reference":
        return this.#referenceSchema(shape.type());
      case "known":
        return this.#knownSchema(shape, position);
      case "unsupported":
        return this.#refuse(position, `${shape.text} cannot be in a schema: ${shape.why}`);
    }
  }

  #refuse(position: SourcePosition, message: string): JsonSchema {
    this.#options.report({ severity: "error", position, message });
    return {};
  }

  #knownSchema(shape: TypeShape & { form: "known" }, position: SourcePosition): JsonSchema {
    const { known } = this.#options;
    if (known.find(shape.name) === undefined)
      return this.#refuse(
        position,
        `${shape.name} has no schema here: write its members out, or take any value with +kubebuilder:validation:Schemaless and +kubebuilder:pruning:PreserveUnknownFields`,
      );
    let place: JsonSchema | undefined = { $ref: shape.name };
    for (const member of shape.member ?? []) {
      place = knownMember(place, member, this);
      if (place === undefined) return this.#refuse(position, `${shape.name} has no member ${shape.member?.join(".")}`);
    }
    // Documentation and limits of the place in the known type are not those of the type that is there.
    const type = typeOnly(place);
    if (shape.part !== undefined) return knownPart(type, shape.part, this);
    return typeof type.$ref === "string" ? { ...type, ...collectionType(this.schemaOf(type.$ref)) } : type;
  }

  #floatSchema(position: SourcePosition): JsonSchema {
    if (this.#options.allowDangerousTypes) return { type: "number" };
    return this.#refuse(
      position,
      "Float is refused, because programs in other languages read fractions differently: use an Int32, or a text such as QuantityText; or allow it with crd:allowDangerousTypes=true",
    );
  }

  #literalsSchema(values: readonly (string | number | boolean)[], position: SourcePosition): JsonSchema {
    const type = literalType(values);
    if (type === undefined) {
      const text = values.map((value) => JSON.stringify(value)).join(" | ");
      return this.#refuse(position, `${text} cannot be in a schema: a field has one type, and these are values of two`);
    }
    return { ...(type === "number" ? this.#floatSchema(position) : { type }), enum: values };
  }

  /** A reference to a type that is no object tells its `type` too, so that markers of a field know what they are on. */
  #referenceSchema(type: SourceType): JsonSchema {
    const under = underlyingShape(type.shape);
    if (under.form === "object" || under.form === "unsupported" || under.form === "any") return { $ref: type };
    if (under.form === "known") return { $ref: type, ...collectionType(this.schemaOf(under.name)) };
    if (under.form === "array") return { $ref: type, type: "array" };
    if (under.form === "map") return { $ref: type, type: "object" };
    const { type: name, format } = this.schemaOf(type);
    return { $ref: type, ...(name && { type: name }), ...(format && { format }) };
  }

  #mapSchema({ key, value }: TypeShape & { form: "map" }, position: SourcePosition): JsonSchema {
    const under = underlyingShape(key);
    const isText = under.form === "string" || (under.form === "literals" && literalType(under.values) === "string");
    // Times, durations and quantities are texts too.
    const isKnownText = under.form === "known" && this.schemaOf(under.name).type === "string";
    if (!isText && !isKnownText) {
      return this.#refuse(position, "the keys of a map have to be texts: write Record<string, …>");
    }
    return { type: "object", additionalProperties: this.#shapeSchema(value, position) };
  }

  #objectSchema(shape: TypeShape & { form: "object" }, position: SourcePosition, owner?: SourceType): JsonSchema {
    const { model, report } = this.#options;
    const properties: Record<string, JsonSchema> = {};
    const required: string[] = [];
    const immutable: string[] = [];
    const oneOf = oneOfFields(owner === undefined ? [] : model.typeMarkers(owner), report);
    for (const field of shape.fields) {
      const markers = model.fieldMarkers(field);
      if (isRequired(field, { markers, model, oneOf, report })) required.push(field.name);
      if (markers.some(({ definition }) => definition.name === "k8s:immutable")) immutable.push(field.name);
      define(properties, field.name, this.#fieldSchema(field));
    }
    const schema: JsonSchema = { type: "object", properties };
    if (required.length > 0) schema.required = required.sort();
    const allOf = this.#baseSchemas(shape, position);
    if (allOf.length > 0) schema.allOf = allOf;
    checkOneOfNames(oneOf, propertyNames(schema, this), report);
    const rules = immutable
      .filter((name) => !required.includes(name))
      .map((name) => ({
        rule: `!has(oldSelf.${name}) || has(self.${name})`,
        message: `field ${name} is immutable once set`,
      }));
    if (rules.length > 0) schema["x-kubernetes-validations"] = rules;
    return schema;
  }

  #fieldSchema(field: SourceField): JsonSchema {
    const { model, report } = this.#options;
    const markers = model.fieldMarkers(field);
    const isSchemaless = markers.some(({ definition }) => definition.name === "kubebuilder:validation:Schemaless");
    const schema = isSchemaless ? {} : this.#shapeSchema(field.shape, field.position);
    const description = descriptionOf(field.comments.doc);
    if (description === undefined) delete schema.description;
    else schema.description = description;
    applySchemaMarkers(schema, markers, report);
    this.#rememberField(schema, field);
    return schema;
  }

  #rememberField(schema: JsonSchema, field: SourceField): void {
    if (schema.$ref !== undefined) this.#fields.set(schema, field);
    if (schema.items !== undefined) this.#rememberField(schema.items, field);
    if (typeof schema.additionalProperties === "object") this.#rememberField(schema.additionalProperties, field);
  }

  /** What the type extends; a member that it declares itself is not that of the extended type. */
  #baseSchemas(shape: TypeShape & { form: "object" }, position: SourcePosition): JsonSchema[] {
    const own = new Set(shape.fields.map(({ name }) => name));
    return shape.bases.map((base) => {
      const schema = this.#shapeSchema(base, position);
      const isRedeclared = propertyNames(schema, this).some((name) => own.has(name));
      return isRedeclared ? withoutProperties(schema, own, this) : schema;
    });
  }
}

function literalType(values: readonly (string | number | boolean)[]): string | undefined {
  if (values.every((value) => typeof value === "string")) return "string";
  if (values.every((value) => typeof value === "boolean")) return "boolean";
  if (values.every((value) => Number.isInteger(value))) return "integer";
  return values.every((value) => typeof value === "number") ? "number" : undefined;
}

/** `type` of a named list or map; objects are not told. */
function collectionType(schema: JsonSchema): JsonSchema {
  if (schema.type === "array") return { type: "array" };
  return schema.type === "object" && schema.additionalProperties !== undefined ? { type: "object" } : {};
}

/** What a shape is once names are looked through. */
function underlyingShape(shape: TypeShape): TypeShape {
  const seen = new Set<SourceType>();
  let under = shape;
  for (;;) {
    if (under.form === "nullable") under = under.of;
    else if (under.form === "reference") {
      const type = under.type();
      if (seen.has(type)) return { form: "any" };
      seen.add(type);
      under = type.shape;
    } else return under;
  }
}
