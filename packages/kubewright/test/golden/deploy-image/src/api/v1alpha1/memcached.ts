// Copyright The Example Authors
// SPDX-License-Identifier: Apache-2.0

import { type Condition, type CustomResource, defineKind, type Int32 } from "@kubewright/operator";

// This file is yours to edit. Markers (lines with +kubebuilder:) say what the cluster checks; "npx kubewright manifests -w" lists them.
// "make manifests" brings the CustomResourceDefinition up to date.

/** What is wanted of a Memcached. */
export interface MemcachedSpec {
  /**
   * How many instances there are.
   * +kubebuilder:default=1
   * +kubebuilder:validation:Minimum=1
   * +kubebuilder:validation:Maximum=3
   * +kubebuilder:validation:ExclusiveMaximum=false
   */
  size?: Int32;

  /**
   * The port on which an instance listens. The command can name it as $(CONTAINER_PORT).
   * +kubebuilder:default=11211
   * +kubebuilder:validation:Minimum=1
   * +kubebuilder:validation:Maximum=65535
   */
  containerPort?: Int32;
}

/** What has become of a Memcached. */
export interface MemcachedStatus {
  /**
   * How it is doing, by type: Available, and Degraded while it is being deleted.
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
 * +kubebuilder:printcolumn:name="Size",type=integer,JSONPath=`.spec.size`
 * +kubebuilder:printcolumn:name="Available",type=string,JSONPath=`.status.conditions[?(@.type=="Available")].status`
 * +kubebuilder:printcolumn:name="Age",type=date,JSONPath=`.metadata.creationTimestamp`
 */
export interface Memcached extends CustomResource<MemcachedSpec, MemcachedStatus> {}
export const Memcached = defineKind<Memcached>({
  group: "cache.example.com",
  version: "v1alpha1",
  kind: "Memcached",
});
