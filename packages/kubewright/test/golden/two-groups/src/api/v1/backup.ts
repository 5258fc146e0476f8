import { type Condition, type CustomResource, defineKind } from "@kubewright/operator";

// This file is yours to edit. Markers (lines with +kubebuilder:) say what the cluster checks; "npx kubewright manifests -w" lists them.
// "make manifests" brings the CustomResourceDefinition up to date.

/** What is wanted of a Backup. */
export interface BackupSpec {
  /** An example of a field: put those of a Backup in its place. */
  foo?: string;
}

/** What has become of a Backup. */
export interface BackupStatus {
  /**
   * How it is doing, by type: Available.
   * +listType=map
   * +listMapKey=type
   */
  conditions?: Condition[];
}

/**
 * A Backup.
 *
 * +kubebuilder:object:root=true
 * +kubebuilder:subresource:status
 * +kubebuilder:printcolumn:name="Available",type=string,JSONPath=`.status.conditions[?(@.type=="Available")].status`
 * +kubebuilder:printcolumn:name="Age",type=date,JSONPath=`.metadata.creationTimestamp`
 */
export interface Backup extends CustomResource<BackupSpec, BackupStatus> {}
export const Backup = defineKind<Backup>({
  group: "cache.example.com",
  version: "v1",
  kind: "Backup",
  scope: "Cluster",
});
