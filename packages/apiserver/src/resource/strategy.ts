import type { StatusCause } from "@kubewright/api";
import type { ApiObject } from "../resource-object.ts";
import type { MetadataRules } from "./object-meta/repeated-rules.ts";
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
 * The rules of one resource for writes, beside those of metadata, which hold for all and are checked by the verbs.
 *
 * Objects to prepare belong to the verb and may be changed in place; `old` ones must not be. Objects are as the version shows
 * them, with defaults. Validation never changes anything, and its causes are in the reference's order.
 *
 * The order of a write is: `admit` of the plugins, `prepareFor…`, `validate…`, `warningsOn…`, `canonicalize`, `validate` of the plugins,
 * `beginWrite`, the write itself, `afterWrite`. Nothing runs between `beginWrite` and the write.
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
  /** Clears what clients may not set (status), sets the generation. Name, uid and creation time are there already. */
  prepareForCreate(object: ApiObject, context: RequestContext): void;
  /** What is wrong with a new object beside its metadata. */
  validate(object: ApiObject, context: RequestContext): StatusCause[];
  /** Puts back what this endpoint may not change, bumps the generation: `object` comes with the one of `old`. */
  prepareForUpdate(object: ApiObject, old: ApiObject, context: RequestContext): void;
  /** What is wrong with the change beside metadata. */
  validateUpdate(object: ApiObject, old: ApiObject, context: RequestContext): StatusCause[];
  /** Which rules of metadata the kind's own rules for changes repeat. @default what `repeatedRules` says of the kind */
  readonly repeatedMetadataRules?: readonly MetadataRules[];
  /** Told to the client. */
  warningsOnCreate?(object: ApiObject): readonly string[];
  warningsOnUpdate?(object: ApiObject, old: ApiObject): readonly string[];
  /** Fields that this endpoint puts back, which so have no owner when written here: paths as in `["status"]`. */
  readonly resetFields: readonly (readonly string[])[];
  /** Brings a valid object into the form that is stored. Changes it in place. */
  canonicalize?(object: ApiObject): void;
  /** The seconds that a graceful deletion of this object takes; 0: it is marked and goes at once; absent: objects of this kind are never marked first. */
  gracePeriodOf?(object: ApiObject, options: DeleteOptions): number;
  /**
   * Makes of the object one that is being deleted, in place: all but `metadata.deletionTimestamp`, which is there already.
   *
   * For kinds whose deletion is someone's work (Namespace, CustomResourceDefinition): the first DELETE does only this, and answers with the object.
   */
  beginDeletion?(object: ApiObject, options: DeleteOptions, context: RequestContext): void;
  /** Whether an object that is being deleted may go, beside having no `metadata.finalizers`; absent: it may. */
  mayGo?(object: ApiObject): boolean;
  /** Just before the object is written, in the same turn: allocates addresses and the like. Throws a StatusError to refuse. `old` is absent on create. */
  beginWrite?(object: ApiObject, old: ApiObject | undefined, context: RequestContext): void;
  /** After a create or update that changed something, in the same turn, with the object as it is stored now. Not for dry runs. */
  afterWrite?(object: ApiObject, old: ApiObject | undefined): void;
  /** After an object is gone for good: frees addresses and the like. Not for dry runs. */
  afterDelete?(object: ApiObject): void;
}
