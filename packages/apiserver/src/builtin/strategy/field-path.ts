import { jsonEqual } from "@kubewright/api";
import type { ApiObject } from "../../resource-object.ts";

type Members = Record<string, unknown>;

/** Gives `object` what `old` has at a path such as `spec` or `metadata.labels`. What is put back belongs to `old`. */
export function putBack(object: ApiObject, old: ApiObject, path: string): void {
  const [first, second] = path.split(".") as [string, string?];
  if (second === undefined) copyMember(object, old, first);
  else copyMember(object[first] as Members, (old[first] ?? {}) as Members, second);
}

/** Whether both objects have the same at a path. */
export function isSameAt(object: ApiObject, old: ApiObject, path: string): boolean {
  const [first, second] = path.split(".") as [string, string?];
  if (second === undefined) return jsonEqual(object[first], old[first]);
  return jsonEqual((object[first] as Members | undefined)?.[second], (old[first] as Members | undefined)?.[second]);
}

function copyMember(to: Members, from: Members, name: string): void {
  if (from[name] === undefined) delete to[name];
  else to[name] = from[name];
}
