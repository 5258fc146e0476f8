import type { StatusCause } from "@kubewright/api";
import type { RequestContext } from "../../resource/request-context.ts";
import type { ApiObject } from "../../resource-object.ts";

/** What a kind's own rules say of an object beside its metadata. Causes are in the reference's order. */
export interface KindValidation {
  validate(object: ApiObject, context: RequestContext): StatusCause[];
  validateUpdate(object: ApiObject, old: ApiObject, context: RequestContext): StatusCause[];
  /** Of writes through views, by name as in `status`. Views that are not here have no rules. */
  readonly views?: Readonly<Record<string, ViewValidation>>;
}

/** What a kind's rules say of a write through a view of the object. */
export interface ViewValidation {
  validateUpdate(object: ApiObject, old: ApiObject, context: RequestContext): StatusCause[];
}
