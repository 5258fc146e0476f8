import type { StatusCause } from "@kubewright/api";
import { requiredField, unsupportedField } from "@kubewright/api/server";
import type { GoField, GoStruct, GoType } from "../codec/go-type.ts";
import type { ApiObject } from "../resource-object.ts";
import type { KindValidation } from "./validation/kind-validation.ts";

/** Rules for kinds that have none of their own: texts that must be there are, and texts of a list of values are of it. */
export function schemaValidation(type: GoStruct): KindValidation {
  const validate = (object: ApiObject): StatusCause[] => {
    const causes: StatusCause[] = [];
    for (const [name, field] of type.fields) {
      // Metadata has rules of its own, and a status is written by programs that know what they write.
      if (name === "metadata" || name === "status" || name === "kind" || name === "apiVersion") continue;
      checkField(object[name], field, name, causes);
    }
    return causes;
  };
  return { validate, validateUpdate: validate };
}

function checkField(value: unknown, field: GoField, path: string, causes: StatusCause[]): void {
  if (value === undefined || value === null || value === "") {
    if (field.isRequired && field.type.kind === "string" && !field.isPointer) causes.push(requiredField(path));
    return;
  }
  if (field.enum !== undefined) checkEnum(value, field.enum, path, causes);
  checkMembers(value, field.type, path, causes);
}

function checkEnum(value: unknown, values: readonly string[], path: string, causes: StatusCause[]): void {
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) checkEnum(item, values, `${path}[${index}]`, causes);
  } else if (!values.includes(value as string)) {
    causes.push(unsupportedField(path, value, values));
  }
}

function checkMembers(value: unknown, type: GoType, path: string, causes: StatusCause[]): void {
  if (typeof value !== "object" || value === null) return;
  if (type.kind === "struct") {
    for (const [name, field] of type.fields) {
      checkField((value as Record<string, unknown>)[name], field, `${path}.${name}`, causes);
    }
  } else if (type.kind === "slice" && Array.isArray(value)) {
    for (const [index, item] of value.entries()) checkMembers(item, type.element, `${path}[${index}]`, causes);
  } else if (type.kind === "map") {
    for (const [key, item] of Object.entries(value)) checkMembers(item, type.element, `${path}[${key}]`, causes);
  }
}
