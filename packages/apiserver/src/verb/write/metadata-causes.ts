import { invalidError, parseApiVersion, type StatusCause, type StatusError } from "@kubewright/api";
import { invalidField } from "@kubewright/api/server";
import { repeatedRules } from "../../resource/object-meta/repeated-rules.ts";
import { validateFinalizerNames } from "../../resource/object-meta/validate-finalizer-names.ts";
import { validateObjectMeta, validatePathSegment } from "../../resource/object-meta/validate-object-meta.ts";
import { validateObjectMetaUpdate } from "../../resource/object-meta/validate-object-meta-update.ts";
import type { ApiObject } from "../../resource-object.ts";
import { kindGroup } from "../identity/kind-group.ts";
import type { Endpoint } from "./endpoint.ts";

/** What is wrong with a new object. */
export function causesOnCreate(
  { resource, strategy }: Endpoint,
  object: ApiObject,
  own: () => StatusCause[],
): StatusCause[] {
  const mistyped = mistypedCauses(resource, object);
  if (mistyped.length > 0) return mistyped;
  const validateName = strategy.validateName.bind(strategy);
  // Kinds that never repeat the rules of metadata have none of their own.
  const hasRules = repeatedRules(resource.group, resource.kind, "").length > 0;
  const causes = [...(hasRules ? kindCauses(resource, object, validateName) : []), ...own()];
  if (causes.length > 0) return causes;
  // What every name must obey is only looked at when the kind has nothing to say.
  return validateObjectMeta(object.metadata, resource.isNamespaced, validatePathSegment);
}

/** What is wrong with a changed object. */
export function causesOnUpdate(
  { resource, strategy, subresource }: Endpoint,
  object: ApiObject,
  old: ApiObject,
  own: () => StatusCause[],
): StatusCause[] {
  const causes = [
    ...validateObjectMeta(object.metadata, resource.isNamespaced, validatePathSegment),
    ...validateObjectMetaUpdate(object.metadata, old.metadata),
  ];
  const mistyped = mistypedCauses(resource, object);
  if (mistyped.length > 0) return [...causes, ...mistyped];
  const repeated = strategy.repeatedMetadataRules ?? repeatedRules(resource.group, resource.kind, subresource);
  for (const rules of repeated) {
    causes.push(
      ...(rules === "update"
        ? validateObjectMetaUpdate(object.metadata, old.metadata)
        : kindCauses(resource, object, strategy.validateName.bind(strategy))),
    );
  }
  return [...causes, ...own()];
}

/** The answer to an object that breaks rules. It is named as it names itself. */
export function invalidObjectError(object: ApiObject, causes: readonly StatusCause[]): StatusError {
  const { group } = parseApiVersion(object.apiVersion);
  return invalidError({ group: kindGroup(group, object.kind), kind: object.kind }, object.metadata.name ?? "", causes);
}

type Named = Parameters<typeof validateObjectMeta>[2];

function kindCauses(resource: Endpoint["resource"], object: ApiObject, validateName: Named): StatusCause[] {
  const causes = validateObjectMeta(object.metadata, resource.isNamespaced, validateName);
  if (!resource.isCustom && !isServedApart(resource.group)) {
    causes.push(...validateFinalizerNames(object.metadata.finalizers, "metadata.finalizers"));
  }
  return causes;
}

/** Kinds of these groups are checked by the rules of custom ones. */
function isServedApart(group: string): boolean {
  return group === "apiextensions.k8s.io" || group === "apiregistration.k8s.io";
}

function mistypedCauses(resource: Endpoint["resource"], object: ApiObject): StatusCause[] {
  if (!resource.isCustom) return [];
  const causes: StatusCause[] = [];
  const apiVersion = `${resource.group}/${resource.version}`;
  if (object.kind !== resource.kind) causes.push(invalidField("kind", object.kind, `must be ${resource.kind}`));
  if (object.apiVersion !== apiVersion)
    causes.push(invalidField("apiVersion", object.apiVersion, `must be ${apiVersion}`));
  return causes;
}
