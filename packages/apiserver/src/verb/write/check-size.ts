import { stringifyJson } from "@kubewright/api";
import { plainFailure } from "@kubewright/api/server";
import type { Resource } from "../../resource/resource.ts";
import type { ApiObject } from "../../resource-object.ts";
import { roughSizeOf } from "../../storage/rough-size.ts";

/** What the reference's storage takes in one request, and what its client sends to it. */
const maxStored = 1.5 * 1024 * 1024;
const maxSent = 2 * 1024 * 1024;
/** What is sent beside the object, but for its key, which is sent three times. */
const frame = 90;
/** Below this it is not worth to look closely. */
const suspiciousSize = 256 * 1024;

/**
 * Throws the 500 StatusError for a custom object that the reference's storage would not take.
 *
 * Built-in objects are stored in another form there, which is shorter: most of those that are large are refused before.
 */
export function checkSize({ isCustom, group, resource }: Resource, object: ApiObject): void {
  if (!isCustom || roughSizeOf(object) < suspiciousSize) return;
  const { namespace = "", name } = object.metadata;
  const key = `/registry/${group}/${resource}/${namespace === "" ? "" : `${namespace}/`}${name}`;
  const size = Buffer.byteLength(stringifyJson(object)) + 3 * key.length + frame;
  if (size > maxSent) {
    const problem = `trying to send message larger than max (${size} vs. ${maxSent})`;
    throw plainFailure(`rpc error: code = ResourceExhausted desc = ${problem}`);
  }
  if (size > maxStored) throw plainFailure("etcdserver: request is too large");
}
