import { type CustomResource, defineKind, type Kind } from "@kubewright/operator";
import type { MemcachedSpec, MemcachedStatus } from "../v1/memcached.ts";

/**
 * A cache of several memcached instances: the same as in v1, the version that is stored.
 *
 * +kubebuilder:object:root=true
 * +kubebuilder:subresource:status
 * +kubebuilder:subresource:scale:specpath=.spec.size,statuspath=.status.replicas,selectorpath=.status.selector
 * +kubebuilder:resource:shortName=mc
 * +kubebuilder:printcolumn:name="Size",type=integer,JSONPath=`.spec.size`
 * +kubebuilder:printcolumn:name="Ready",type=integer,JSONPath=`.status.readyReplicas`
 * +kubebuilder:printcolumn:name="Available",type=string,JSONPath=`.status.conditions[?(@.type=="Available")].status`
 * +kubebuilder:printcolumn:name="Degraded",type=string,JSONPath=`.status.conditions[?(@.type=="Degraded")].reason`,priority=1
 * +kubebuilder:printcolumn:name="Memory",type=string,JSONPath=`.spec.memory`,priority=1
 * +kubebuilder:printcolumn:name="Image",type=string,JSONPath=`.spec.image`,priority=1
 * +kubebuilder:printcolumn:name="Age",type=date,JSONPath=`.metadata.creationTimestamp`
 * +kubebuilder:validation:XValidation:rule="self.metadata.name.size() <= 52 && self.metadata.name.matches('^[a-z]([-a-z0-9]*[a-z0-9])?$')",message="the name becomes that of a Service: at most 52 small letters, digits and '-', beginning with a letter"
 * +kubebuilder:validation:XValidation:rule="!has(self.spec.port) || !has(self.spec.containerPort) || self.spec.port == self.spec.containerPort",message="port and containerPort are two names for the same: set one of them"
 */
export interface Memcached extends CustomResource<MemcachedSpec, MemcachedStatus> {}
export const Memcached: Kind<Memcached> = defineKind<Memcached>({
  group: "cache.example.com",
  version: "v1alpha1",
  kind: "Memcached",
  plural: "memcacheds",
  scope: "Namespaced",
});
