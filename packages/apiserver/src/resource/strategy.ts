import type { StatusCause } from "@kubewright/api";
import type { ApiObject } from "../resource-object.ts";
import type { RequestContext } from "./request-context.ts";

/** What a client asks of a deletion. */
export interface DeleteOptions {
  readonly gracePeriodSeconds?: number | undefined;
  readonly propagationPolicy?: "Orphan" | "Background" | "Foreground" | undefined;
  /** The older way to say Orphan or Background. */
  readonly orphanDependents?: boolean | undefined;
  readonly preconditions?: { readonly uid?: string; readonly resourceVersion?: string } | undefined;
}

/**
 * The rules of one resource for writes, beside those of metadata, which hold for all.
 *
 * Objects to prepare belong to the caller and may be changed in place; `old` ones must not be. Objects are as the version shows
 * them, with defaults. Validation never changes anything, and its causes are in the reference's order.
 */
export interface Strategy {
  /** Whether PUT of a missing object makes it. */
  readonly allowsCreateOnUpdate: boolean;
  /** Whether PUT may come without a resource version. */
  readonly allowsUnconditionalUpdate: boolean;
  /** Whether DELETE answers with the object instead of a Status. */
  readonly returnsDeletedObject: boolean;
  /** What a DELETE without options does with dependents. Unsupported: there are never any (Event). */
  readonly defaultPropagation: "Background" | "Orphan" | "Unsupported";
  /** The text for a bad name, as the server words it; absent: the name is good. */
  validateName(name: string, isPrefix: boolean): readonly string[];
  /** Clears what clients may not set (status), sets the generation, allocates. Runs before admission. */
  prepareForCreate(object: ApiObject, context: RequestContext): void;
  validate(object: ApiObject, context: RequestContext): StatusCause[];
  /** Puts back what this endpoint may not change, bumps the generation. */
  prepareForUpdate(object: ApiObject, old: ApiObject, context: RequestContext): void;
  validateUpdate(object: ApiObject, old: ApiObject, context: RequestContext): StatusCause[];
  /** Told to the client. */
  warningsOnCreate?(object: ApiObject): readonly string[];
  warningsOnUpdate?(object: ApiObject, old: ApiObject): readonly string[];
  /** Fields that this endpoint puts back, which so have no owner when written here: paths as in `["status"]`. */
  readonly resetFields: readonly (readonly string[])[];
  /** The seconds a graceful deletion of this object takes; 0: it goes at once; absent: objects of this kind always do. */
  gracePeriodOf?(object: ApiObject, options: DeleteOptions): number;
  /** Just before the object is written, in the same turn: allocates addresses and the like. Throws a StatusError to refuse. `old` is absent on create. */
  beginWrite?(object: ApiObject, old: ApiObject | undefined, context: RequestContext): void;
  /** After an object is gone for good: frees addresses and the like. */
  afterDelete?(object: ApiObject): void;
}
