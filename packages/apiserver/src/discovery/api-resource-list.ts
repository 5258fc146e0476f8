import type { RecordedResource } from "../data/discovery-data.ts";

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
export type ApiResource = RecordedResource;
