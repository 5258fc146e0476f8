import { type CustomResource, defineKind, type Int32, type Kind } from "@kubewright/api";

export interface MemcachedSpec {
  size?: Int32;
}

export interface Memcached extends CustomResource<MemcachedSpec> {}
export const Memcached: Kind<Memcached> = defineKind<Memcached>({
  group: "cache.example.com",
  version: "v1alpha1",
  kind: "Memcached",
});
