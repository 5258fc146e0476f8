import type { Kind, ObjectOf } from "@kubewright/api";
import { expect, expectTypeOf, test } from "vitest";
import { Backup, type BackupObject } from "./golden/api/backup.ts";
import { Memcached } from "./golden/api/memcached.ts";
import { isBackup, isMemcached, kinds } from "./golden/api/zz_generated.kinds.ts";
import { isMemcachedV1, isMemcachedV1beta1 } from "./golden/versions/zz_generated.kinds.ts";

test("a guard tells objects of its kind from all else, and says so to the compiler", () => {
  const object: unknown = Memcached.of({ metadata: { name: "a" }, spec: { size: 3 } });
  expect(isMemcached(object)).toBe(true);
  expect(isBackup(object)).toBe(false);
  for (const other of [undefined, null, "Memcached", {}, [], { kind: "Memcached" }])
    expect(isMemcached(other)).toBe(false);
  if (isMemcached(object)) expectTypeOf(object).toEqualTypeOf<Memcached>();
  if (isBackup(object)) expectTypeOf(object).toEqualTypeOf<BackupObject>();
});

test("guards of two versions tell them apart", () => {
  const object = { apiVersion: "cache.example.com/v1beta1", kind: "Memcached" };
  expect([isMemcachedV1(object), isMemcachedV1beta1(object)]).toEqual([false, true]);
});

test("the list has the kinds with their types", () => {
  expect(kinds).toEqual([Backup, Memcached]);
  expectTypeOf(kinds).toExtend<Iterable<Kind>>();
  expectTypeOf<ObjectOf<(typeof kinds)[1]>>().toEqualTypeOf<Memcached>();
});
