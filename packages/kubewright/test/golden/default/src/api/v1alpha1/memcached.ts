// SPDX-License-Identifier: Apache-2.0

import { type Condition, type CustomResource, defineKind } from "@kubewright/operator";

// This file is yours to edit. Markers (lines with +kubebuilder:) say what the cluster checks; "npx kubewright manifests -w" lists them.
// "make manifests" brings the CustomResourceDefinition up to date.

/** What is wanted of a Memcached. */
export interface MemcachedSpec {
  /** An example of a field: put those of a Memcached in its place. */
  foo?: string;
}

/** What has become of a Memcached. */
export interface MemcachedStatus {
  /**
   * How it is doing, by type: Available.
   * +listType=map
   * +listMapKey=type
   */
  conditions?: Condition[];
}

/**
 * A Memcached.
 *
 * +kubebuilder:object:root=true
 * +kubebuilder:subresource:status
 * +kubebuilder:printcolumn:name="Available",type=string,JSONPath=`.status.conditions[?(@.type=="Available")].status`
 * +kubebuilder:printcolumn:name="Age",type=date,JSONPath=`.metadata.creationTimestamp`
 */
export interface Memcached extends CustomResource<MemcachedSpec, MemcachedStatus> {}
export const Memcached = defineKind<Memcached>({
  group: "cache.example.com",
  version: "v1alpha1",
  kind: "Memcached",
});
