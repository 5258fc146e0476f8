import type { ObjectMeta } from "@kubewright/api";
import type { ApiObject } from "../../resource-object.ts";

/** Metadata of an object that is being made: the fields that clients may only read can be set. */
export type WritableMeta = { -readonly [Field in keyof ObjectMeta]: ObjectMeta[Field] };

/** The metadata of an object that belongs to the caller. */
export function writableMeta(object: ApiObject): WritableMeta {
  return object.metadata;
}
