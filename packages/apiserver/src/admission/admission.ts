import type { RequestContext } from "../resource/request-context.ts";
import type { Resource } from "../resource/resource.ts";
import type { ApiObject } from "../resource-object.ts";

/** A write that is about to happen. */
export interface AdmissionRequest {
  readonly operation: "CREATE" | "UPDATE" | "DELETE" | "CONNECT";
  readonly resource: Resource;
  readonly subresource: string;
  readonly namespace: string;
  /** May be empty for objects whose name is yet to be made. */
  readonly name: string;
  /** For plugins to change in place; absent for deletions. */
  readonly object?: ApiObject;
  readonly old?: ApiObject;
  readonly context: RequestContext;
}

/** Changes or refuses writes. All `admit` run, in order, then validation of the object, then all `validate`. */
export interface AdmissionPlugin {
  readonly name: string;
  /** Changes `request.object` in place. Throws a StatusError to refuse. May wait. */
  admit?(request: AdmissionRequest): void | Promise<void>;
  /** Throws a StatusError to refuse. */
  validate?(request: AdmissionRequest): void | Promise<void>;
}
