import { jsonEqual, type StatusCause, validateDns1123Subdomain } from "@kubewright/api";
import { invalidField, validateEmbedded, validateListTypes } from "@kubewright/api/server";
import { validateEmbeddedMeta } from "../resource/object-meta/validate-object-meta.ts";
import { writableMeta } from "../resource/object-meta/writable-meta.ts";
import type { Strategy } from "../resource/strategy.ts";
import type { ApiObject } from "../resource-object.ts";
import type { CustomVersion } from "./custom-version.ts";
import { nestedInteger, nestedText, stepsOf } from "./nested-value.ts";

const maxInt32 = 0x7fff_ffff;
const blocking: ReadonlySet<string> = new Set([
  "FieldValueNotSupported",
  "FieldValueRequired",
  "FieldValueTooLong",
  "FieldValueTooMany",
  "FieldValueTypeInvalid",
]);

/** What happens beside writes of objects of a definition. */
export interface InstanceHooks {
  /** After one is gone. */
  afterDelete(): void;
}

/** The rules of writes of custom resources at one version. */
export function customStrategy(version: CustomVersion, hooks: InstanceHooks): Strategy {
  const hasStatus = version.version.subresources?.status !== undefined;
  return {
    allowsCreateOnUpdate: false,
    allowsUnconditionalUpdate: false,
    returnsDeletedObject: false,
    defaultPropagation: "Background",
    resetFields: hasStatus ? [["status"]] : [],
    validateName: (name, isPrefix) => validateDns1123Subdomain(name, { isPrefix }),
    prepareForCreate(object) {
      if (hasStatus) delete object.status;
      writableMeta(object).generation = 1;
    },
    validate: (object) => causesOf(version, object, undefined),
    prepareForUpdate(object, old) {
      if (hasStatus) {
        if (Object.hasOwn(old, "status")) object.status = old.status;
        else delete object.status;
      }
      if (!isSameContent(object, old)) writableMeta(object).generation = (old.metadata.generation ?? 0) + 1;
    },
    validateUpdate: (object, old) => causesOf(version, object, old),
    afterDelete: () => hooks.afterDelete(),
  };
}

/** The rules of writes of their status. */
export function customStatusStrategy(version: CustomVersion, main: Strategy): Strategy {
  return {
    ...main,
    resetFields: [["metadata"], ["spec"]],
    prepareForUpdate(object, old) {
      const { status } = object;
      const { managedFields } = object.metadata;
      for (const name of Object.keys(object)) if (!Object.hasOwn(old, name)) delete object[name];
      Object.assign(object, old, { metadata: { ...old.metadata } });
      if (managedFields === undefined) delete object.metadata.managedFields;
      else object.metadata.managedFields = managedFields;
      if (status === undefined) delete object.status;
      else object.status = status;
    },
    validateUpdate(object, old) {
      const options = { path: "status", oldValue: old.status };
      const causes =
        object.status === undefined ? [] : (version.statusValidator?.validate(object.status, options) ?? []);
      causes.push(...scaleStatusCauses(version, object), ...listCauses(version, object, old));
      return withUncheckedRules(version, causes);
    },
    warningsOnUpdate: () => [],
  };
}

function causesOf(version: CustomVersion, object: ApiObject, old: ApiObject | undefined): StatusCause[] {
  return withUncheckedRules(version, [
    ...version.validator.validate(object, { oldValue: old }),
    ...scaleSpecCauses(version, object),
    ...scaleStatusCauses(version, object),
    ...structuralCauses(version, object, old),
  ]);
}

function structuralCauses(version: CustomVersion, object: ApiObject, old: ApiObject | undefined): StatusCause[] {
  const embedded = validateEmbedded(object, version.schema, {
    isResourceRoot: false,
    validateMetadata: validateEmbeddedMeta,
  });
  return [...embedded, ...listCauses(version, object, old)];
}

/** Lists that were wrong before may stay wrong. */
function listCauses({ schema }: CustomVersion, object: ApiObject, old: ApiObject | undefined): StatusCause[] {
  if (!schema.holds.keyedLists) return [];
  const causes = validateListTypes(object, schema);
  return causes.length > 0 && old !== undefined && validateListTypes(old, schema).length > 0 ? [] : causes;
}

/** The server says when it did not come to evaluating rules. */
function withUncheckedRules({ schema }: CustomVersion, causes: StatusCause[]): StatusCause[] {
  if (!schema.holds.rules || !causes.some(({ reason }) => blocking.has(reason ?? ""))) return causes;
  const detail =
    "some validation rules were not checked because the object was invalid; correct the existing errors to complete validation";
  return [...causes, invalidField("<nil>", null, detail)];
}

function scaleSpecCauses({ version }: CustomVersion, object: ApiObject): StatusCause[] {
  const path = version.subresources?.scale?.specReplicasPath;
  return path === undefined ? [] : replicasCauses(object, path);
}

function scaleStatusCauses({ version }: CustomVersion, object: ApiObject): StatusCause[] {
  const scale = version.subresources?.scale;
  if (scale === undefined) return [];
  const causes = replicasCauses(object, scale.statusReplicasPath);
  const path = scale.labelSelectorPath;
  if (path === undefined) return causes;
  const { problem } = nestedText(object, stepsOf(path));
  return problem === undefined ? causes : [...causes, invalidField(path, "", problem)];
}

function replicasCauses(object: ApiObject, path: string): StatusCause[] {
  const { value, problem } = nestedInteger(object, stepsOf(path));
  if (problem !== undefined) return [invalidField(path, 0, problem)];
  const replicas = (value ?? 0) as number | bigint;
  if (replicas < 0) return [invalidField(path, replicas, "should be a non-negative integer")];
  if (replicas > maxInt32) return [invalidField(path, replicas, `should be less than or equal to ${maxInt32}`)];
  return [];
}

function isSameContent(object: ApiObject, old: ApiObject): boolean {
  const { metadata: _, ...content } = object;
  const { metadata: __, ...oldContent } = old;
  return jsonEqual(content, oldContent);
}
