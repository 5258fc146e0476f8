/** What discovery says of one group and version: the document at `/apis/<group>/<version>`. */
export interface ApiResourceList {
  readonly kind: "APIResourceList";
  /** Absent for the core group. */
  readonly apiVersion?: string;
  /** `apps/v1`, `v1`. */
  readonly groupVersion: string;
  readonly resources: readonly ApiResource[];
}

/** A resource, or with a slash in its name a subresource, which comes after its resource. */
export interface ApiResource {
  readonly name: string;
  readonly singularName: string;
  readonly namespaced: boolean;
  /** Of the kind, where it is another one than the list's. */
  readonly group?: string;
  readonly version?: string;
  readonly kind: string;
  readonly verbs: readonly string[];
  readonly shortNames?: readonly string[];
  readonly categories?: readonly string[];
  readonly storageVersionHash?: string;
}
