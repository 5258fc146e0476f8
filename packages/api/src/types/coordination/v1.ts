// coordination/v1 of Kubernetes 1.36.3. Generated from the server's OpenAPI by tools/generate-types; do not edit.

import { type Kind, defineKind } from "../../meta/kind.ts";
import type { KubeObject } from "../../meta/object.ts";

/** Lease defines a lease concept. */
export interface Lease extends KubeObject {
  apiVersion: "coordination.k8s.io/v1";
  kind: "Lease";
  /**
   * spec contains the specification of the Lease. More info:
   * https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#spec-and-status
   */
  spec?: LeaseSpec;
}
export const Lease: Kind<Lease> = /* @__PURE__ */ defineKind<Lease>({ group: "coordination.k8s.io", version: "v1", kind: "Lease", plural: "leases", scope: "Namespaced" });

/** LeaseSpec is a specification of a Lease. */
export interface LeaseSpec {
  /** acquireTime is a time when the current lease was acquired. */
  acquireTime?: string;
  /**
   * holderIdentity contains the identity of the holder of a current lease. If Coordinated Leader Election is used, the
   * holder identity must be equal to the elected LeaseCandidate.metadata.name field.
   */
  holderIdentity?: string;
  /**
   * leaseDurationSeconds is a duration that candidates for a lease need to wait to force acquire it. This is measured
   * against the time of last observed renewTime.
   */
  leaseDurationSeconds?: number;
  /** leaseTransitions is the number of transitions of a lease between holders. */
  leaseTransitions?: number;
  /**
   * PreferredHolder signals to a lease holder that the lease has a more optimal holder and should be given up. This
   * field can only be set if Strategy is also set.
   */
  preferredHolder?: string;
  /** renewTime is a time when the current holder of a lease has last updated the lease. */
  renewTime?: string;
  /**
   * Strategy indicates the strategy for picking the leader for coordinated leader election. If the field is not
   * specified, there is no active coordination for this lease. (Alpha) Using this field requires the
   * CoordinatedLeaderElection feature gate to be enabled.
   */
  strategy?: string;
}
