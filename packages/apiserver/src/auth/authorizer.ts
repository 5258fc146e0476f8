import type { User } from "./user.ts";

/** What someone wants to do. */
export interface AccessRequest {
  readonly user: User;
  /** `get`, `list`, `create`, … for resources; the HTTP method in lower case for other paths. */
  readonly verb: string;
  /** Absent for a request for a resource. */
  readonly path?: string;
  readonly group?: string;
  readonly version?: string;
  readonly resource?: string;
  readonly subresource?: string;
  /** Empty or absent: all namespaces, or an object of the cluster. */
  readonly namespace?: string;
  readonly name?: string;
}

/** Whether someone may do what they want to. */
export interface AccessDecision {
  readonly isAllowed: boolean;
  /** Why; for access reviews, and for the text of a refusal. */
  readonly reason: string;
  /** What went wrong while deciding, such as a role that is missing. */
  readonly evaluationError?: string;
}

/** Decides by the RBAC objects that are stored at the time of the call. */
export interface Authorizer {
  authorize(request: AccessRequest): AccessDecision;
}
