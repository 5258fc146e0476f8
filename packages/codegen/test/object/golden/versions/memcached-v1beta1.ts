import { type CustomResource, defineKind, type Kind } from "@kubewright/api";

export interface Memcached extends CustomResource<{ size: string }> {}
export const Memcached: Kind<Memcached> = defineKind<Memcached>({
  group: "cache.example.com",
  version: "v1beta1",
  kind: "Memcached",
});
