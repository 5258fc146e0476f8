/** Any Kubernetes object: what every kind has. Plain JSON; fields this type does not name survive a round trip. */
export interface KubeObject {
  /** Group and version of the kind, as in `apps/v1`, or only the version for the core group. */
  apiVersion: string;
  kind: string;
  metadata: ObjectMeta;
}

/** A question to the server, such as an access review: it is answered and not stored, so it has no name. */
export interface Review extends KubeObject {
  metadata: ObjectMeta & { readonly name: "" };
}

/** A custom resource: desired state that its author writes, observed state that its controller writes. */
export interface CustomResource<Spec, Status = never> extends KubeObject {
  spec: Spec;
  status?: Status;
}

/** An object of a kind known only at run time. */
export interface DynamicObject extends KubeObject {
  [field: string]: unknown;
}

/**
 * What the server keeps about every object.
 *
 * `name` is required: every stored object has one. For the two places where it may be absent, see
 * `Unnamed` (the server makes the name) and `TemplateMeta` (the metadata of a template).
 */
export interface ObjectMeta {
  /** Unique among objects of one kind in one namespace; cannot change. */
  name: string;
  /** Absent for cluster-scoped kinds. */
  namespace?: string;
  /** Prefix for a name that the server completes, when `name` is absent on create. */
  generateName?: string;
  labels?: Record<string, string>;
  annotations?: Record<string, string>;
  /** Keep the object from going away until each one's owner has removed it. */
  finalizers?: string[];
  /** Objects this one depends on; when all are gone, it is collected. */
  ownerReferences?: OwnerReference[];
  /** Set by the server: unique in time and space, never reused. */
  readonly uid?: string;
  /** Set by the server: changes with each write. */
  resourceVersion?: string;
  /** Set by the server: counts changes of the desired state. */
  readonly generation?: number;
  /** Set by the server, RFC 3339 in whole seconds. */
  readonly creationTimestamp?: string;
  /** Set by the server once deletion was asked for; the object goes when its finalizers are gone. */
  readonly deletionTimestamp?: string;
  readonly deletionGracePeriodSeconds?: number;
  /** Set by the server: which manager owns which fields. */
  managedFields?: ManagedFieldsEntry[];
  /** Never filled by servers since 1.20. */
  selfLink?: string;
}

/** Metadata of an object that a template describes; the name comes later. */
export type TemplateMeta = Partial<ObjectMeta>;

/** Metadata of an object whose name the server is to make, by adding to `generateName`. */
export type UnnamedMeta = Omit<ObjectMeta, "name"> & { name?: never; generateName: string };

/** Any object whose name the server is to make on create. */
export interface UnnamedObject {
  apiVersion: string;
  kind: string;
  metadata: UnnamedMeta;
}

declare const named: unique symbol;

/** An object of type `T` before the server made its name. */
export type Unnamed<T extends KubeObject> = Omit<T, "metadata"> & UnnamedObject & { readonly [named]?: T };

/** The object as the server stores it: `T` again for an `Unnamed<T>`. */
export type Created<T> = typeof named extends keyof T
  ? Exclude<T[typeof named], undefined>
  : T extends KubeObject
    ? T
    : Omit<T, "metadata"> & KubeObject;

/** An object of which only the metadata was read; see `metadataOf`. */
export type MetadataObject = KubeObject;

/** Anything with an object's metadata; it need not have a name yet. */
export interface WithMetadata {
  readonly kind?: string;
  readonly metadata: TemplateMeta;
}

/** A pointer from a dependent object to its owner, in the same namespace or cluster-scoped. */
export interface OwnerReference {
  apiVersion: string;
  kind: string;
  name: string;
  uid: string;
  /** The one owner that manages this object. At most one reference has it set. */
  controller?: boolean;
  /** Whether foreground deletion of the owner waits for this object. */
  blockOwnerDeletion?: boolean;
}

/** The fields that one manager set with one operation. */
export interface ManagedFieldsEntry {
  manager?: string;
  operation?: string;
  apiVersion?: string;
  time?: string;
  fieldsType?: string;
  fieldsV1?: Record<string, unknown>;
  subresource?: string;
}

/** One page of objects, or all of them. */
export interface ObjectList<T extends KubeObject = KubeObject> {
  apiVersion: string;
  kind: string;
  metadata: ListMeta;
  items: T[];
}

export interface ListMeta {
  /** The version of the whole collection at which this list was read. */
  resourceVersion?: string;
  /** Present when there is a next page. */
  continue?: string;
  /** How many objects follow this page, where the server knows. */
  remainingItemCount?: number;
  selfLink?: string;
}
