import { expectTypeOf } from "vitest";
import { defineKind, type Kind, metadataOf, type ObjectOf } from "./kind.ts";
import type {
  Created,
  CustomResource,
  DynamicObject,
  KubeObject,
  MetadataObject,
  ObjectMeta,
  Unnamed,
  UnnamedObject,
} from "./object.ts";
import { keyOf, type ObjectKey, parseKey } from "./object-key.ts";

interface MemcachedSpec {
  size: number;
}
interface Memcached extends CustomResource<MemcachedSpec, { ready: boolean }> {}
const Memcached: Kind<Memcached> = defineKind<Memcached>({
  group: "cache.example.com",
  version: "v1",
  kind: "Memcached",
});

// One name is the type and the value.
expectTypeOf<ObjectOf<typeof Memcached>>().toEqualTypeOf<Memcached>();
expectTypeOf(Memcached).toExtend<Kind>();
declare function takesKind(kind: Kind): void;
takesKind(Memcached);
declare function get<T extends KubeObject>(kind: Kind<T>): T;
expectTypeOf(get(Memcached)).toEqualTypeOf<Memcached>();
expectTypeOf(get(metadataOf(Memcached))).toEqualTypeOf<MetadataObject>();

// What another object or a key says of its namespace can be taken over as it is, and is strict in what comes out.
declare const other: Memcached;
declare const objectKey: ObjectKey;
const { namespace } = other.metadata;
const taken: ObjectKey[] = [{ namespace, name: "a" }, other.metadata, objectKey];
expectTypeOf(Memcached.of({ metadata: { namespace, name: "a" }, spec: { size: 1 } })).toEqualTypeOf<Memcached>();
expectTypeOf(Memcached.of({ metadata: { ...taken[0]!, labels: {} }, spec: { size: 1 } })).toEqualTypeOf<Memcached>();
expectTypeOf(Memcached.of({ metadata: { namespace, generateName: "a-" }, spec: { size: 1 } })).toEqualTypeOf<
  Unnamed<Memcached>
>();

expectTypeOf({ ...keyOf(other) }).toExtend<Pick<ObjectMeta, "name" | "namespace">>();
expectTypeOf({ ...parseKey("a/b") }).toExtend<Pick<ObjectMeta, "name" | "namespace">>();
expectTypeOf(objectKey).not.toExtend<Pick<ObjectMeta, "name" | "namespace">>();

// `of` gives the object, or the object before it has a name.
const named = Memcached.of({ metadata: { name: "a", labels: { a: "b" } }, spec: { size: 1 } });
expectTypeOf(named).toEqualTypeOf<Memcached>();
expectTypeOf(named.metadata.name).toEqualTypeOf<string>();
const unnamed = Memcached.of({ metadata: { generateName: "a-" }, spec: { size: 1 } });
expectTypeOf(unnamed).toEqualTypeOf<Unnamed<Memcached>>();
expectTypeOf(unnamed).toExtend<UnnamedObject>();
expectTypeOf(unnamed.spec).toEqualTypeOf<MemcachedSpec>();
expectTypeOf(unnamed).not.toExtend<KubeObject>();
expectTypeOf<Created<typeof unnamed>>().toEqualTypeOf<Memcached>();
expectTypeOf<Created<Memcached>>().toEqualTypeOf<Memcached>();
expectTypeOf<
  Created<{ apiVersion: string; kind: string; metadata: { generateName: string }; data: 1 }>
>().toExtend<KubeObject>();

// @ts-expect-error: neither a name nor a generateName
Memcached.of({ metadata: {}, spec: { size: 1 } });
// @ts-expect-error: no spec
Memcached.of({ metadata: { name: "a" } });
// @ts-expect-error: a field of another type
Memcached.of({ metadata: { name: "a" }, spec: { size: "1" } });
// @ts-expect-error: a field that the kind does not have
Memcached.of({ metadata: { name: "a" }, spec: { size: 1 }, other: true });
const Plain = defineKind<CustomResource<MemcachedSpec>>({ group: "", version: "v1", kind: "Plain" });
// @ts-expect-error: a custom resource without a status type has none
Plain.of({ metadata: { name: "a" }, spec: { size: 1 }, status: { ready: true } });

// `is` narrows.
declare const something: KubeObject;
if (Memcached.is(something)) expectTypeOf(something.spec.size).toEqualTypeOf<number>();

// A kind known only at run time.
const dynamic = defineKind<DynamicObject>({ group: "example.com", version: "v1", kind: "Anything" });
expectTypeOf(dynamic.of({ metadata: { name: "a" }, spec: 1 })).toEqualTypeOf<DynamicObject>();
expectTypeOf(dynamic.of({ metadata: { generateName: "a-" }, spec: 1 })).toExtend<UnnamedObject>();
expectTypeOf(get(dynamic).spec).toEqualTypeOf<unknown>();

// What the server writes, programs do not.
declare const meta: ObjectMeta;
// @ts-expect-error: read-only
meta.uid = "x";
