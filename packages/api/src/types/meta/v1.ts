// meta/v1 of Kubernetes 1.36.3. Generated from the server's OpenAPI by tools/generate-types; do not edit.

/** DeleteOptions may be provided when deleting an API object. */
export interface DeleteOptions {
  /**
   * APIVersion defines the versioned schema of this representation of an object. Servers should convert recognized
   * schemas to the latest internal value, and may reject unrecognized values. More info:
   * https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#resources
   */
  apiVersion?: string;
  /**
   * When present, indicates that modifications should not be persisted. An invalid or unrecognized dryRun directive
   * will result in an error response and no further processing of the request. Valid values are: - All: all dry run
   * stages will be processed
   */
  dryRun?: string[];
  /**
   * The duration in seconds before the object should be deleted. Value must be non-negative integer. The value zero
   * indicates delete immediately. If this value is nil, the default grace period for the specified type will be used.
   * Defaults to a per object value if not specified. zero means delete immediately.
   */
  gracePeriodSeconds?: number;
  /**
   * if set to true, it will trigger an unsafe deletion of the resource in case the normal deletion flow fails with a
   * corrupt object error. A resource is considered corrupt if it can not be retrieved from the underlying storage
   * successfully because of a) its data can not be transformed e.g. decryption failure, or b) it fails to decode into
   * an object. NOTE: unsafe deletion ignores finalizer constraints, skips precondition checks, and removes the object
   * from the storage. WARNING: This may potentially break the cluster if the workload associated with the resource
   * being unsafe-deleted relies on normal deletion flow. Use only if you REALLY know what you are doing. The default
   * value is false, and the user must opt in to enable it
   */
  ignoreStoreReadErrorWithClusterBreakingPotential?: boolean;
  /**
   * Kind is a string value representing the REST resource this object represents. Servers may infer this from the
   * endpoint the client submits requests to. Cannot be updated. In CamelCase. More info:
   * https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#types-kinds
   */
  kind?: string;
  /**
   * Deprecated: please use the PropagationPolicy, this field will be deprecated in 1.7. Should the dependent objects be
   * orphaned. If true/false, the "orphan" finalizer will be added to/removed from the object's finalizers list. Either
   * this field or PropagationPolicy may be set, but not both.
   */
  orphanDependents?: boolean;
  /** Must be fulfilled before a deletion is carried out. If not possible, a 409 Conflict status will be returned. */
  preconditions?: Preconditions;
  /**
   * Whether and how garbage collection will be performed. Either this field or OrphanDependents may be set, but not
   * both. The default policy is decided by the existing finalizer set in the metadata.finalizers and the
   * resource-specific default policy. Acceptable values are: 'Orphan' - orphan the dependents; 'Background' - allow the
   * garbage collector to delete the dependents in the background; 'Foreground' - a cascading policy that deletes all
   * dependents in the foreground.
   */
  propagationPolicy?: string;
}

/**
 * FieldSelectorRequirement is a selector that contains values, a key, and an operator that relates the key and values.
 */
export interface FieldSelectorRequirement {
  /** key is the field selector key that the requirement applies to. */
  key: string;
  /**
   * operator represents a key's relationship to a set of values. Valid operators are In, NotIn, Exists, DoesNotExist.
   * The list of operators may grow in the future.
   */
  operator: string;
  /**
   * values is an array of string values. If the operator is In or NotIn, the values array must be non-empty. If the
   * operator is Exists or DoesNotExist, the values array must be empty.
   */
  values?: string[];
}

/** Preconditions must be fulfilled before an operation (update, delete, etc.) is carried out. */
export interface Preconditions {
  /** Specifies the target ResourceVersion */
  resourceVersion?: string;
  /** Specifies the target UID. */
  uid?: string;
}
