import type { Status } from "@kubewright/api";
import type { Resource } from "../resource/resource.ts";
import type { DeleteOptions } from "../resource/strategy.ts";
import type { ApiObject } from "../resource-object.ts";

/** What a write is about. */
export interface WriteTarget {
  readonly resource: Resource;
  /** Empty for objects of the cluster. */
  readonly namespace: string;
  /** From the path. Empty for creations and collections. */
  readonly name: string;
  /** The name of a view such as `status`; absent or empty: the object itself. */
  readonly subresource?: string | undefined;
}

/** A whole object to write. */
export interface ObjectRequest extends WriteTarget {
  /** The body as a JSON value, as `parseBody` gives it. */
  readonly body: unknown;
}

/** How a patch says what to change. */
export type PatchType = "json" | "merge" | "strategic" | "apply";

/** A change of an object or a view of it. */
export interface PatchRequest extends WriteTarget {
  readonly patchType: PatchType;
  /** The body as text: JSON, or YAML when it is applied. */
  readonly body: string;
  /** Whether an apply takes fields from other managers. */
  readonly force?: boolean | undefined;
}

/** An object to delete. */
export interface DeleteRequest extends WriteTarget {
  readonly options: DeleteOptions;
}

/** What a write answers. */
export interface WriteResult {
  /** The object as the version shows it, or what is said instead. Belongs to the store: must not be changed. */
  readonly object: ApiObject | Status;
  /** 200, 201 or 202. */
  readonly code: number;
}
