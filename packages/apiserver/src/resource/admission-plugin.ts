import type { ApiObject } from "../resource-object.ts";
import type { RequestContext } from "./request-context.ts";
import type { Resource } from "./resource.ts";
import type { DeleteOptions } from "./strategy.ts";

/** A write that is about to happen. */
export interface AdmissionRequest {
  readonly operation: "CREATE" | "UPDATE" | "DELETE" | "CONNECT";
  readonly resource: Resource;
  /** Empty for the object itself. */
  readonly subresource: string;
  /** Empty for objects of the cluster. A Namespace is in the namespace that it is. */
  readonly namespace: string;
  /** May be empty for objects whose name is yet to be made. */
  readonly name: string;
  /**
   * For plugins to change in place, in the version that was sent; absent for deletions.
   *
   * For an action it is what was sent, such as an Eviction or Binding.
   */
  readonly object?: ApiObject;
  /** What is stored, as `resource` shows it; absent for creations. Must not be changed. */
  readonly old?: ApiObject;
  /** For deletions only. */
  readonly deleteOptions?: DeleteOptions;
  readonly context: RequestContext;
}

/** Changes or refuses writes. All `admit` run, in order, then the object is prepared and validated, then all `validate` run. */
export interface AdmissionPlugin {
  readonly name: string;
  /** Changes `request.object` in place. Throws a StatusError to refuse. May wait. */
  admit?(request: AdmissionRequest): void | Promise<void>;
  /** Throws a StatusError to refuse. May wait. */
  validate?(request: AdmissionRequest): void | Promise<void>;
}
