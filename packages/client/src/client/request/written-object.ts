import { type GroupVersionKind, groupVersionKindOf } from "@kubewright/api";
import { ClientError } from "../../errors.ts";

/** What `object` says it is. Throws ClientError `INVALID_ARGUMENT` when it does not say, or has no metadata. */
export function kindOfWritten(object: unknown, verb: string): GroupVersionKind {
  if (typeof object !== "object" || object === null) {
    throw new ClientError(
      "INVALID_ARGUMENT",
      `cannot ${verb} ${object === null ? "null" : typeof object}: it is no object`,
    );
  }
  const { apiVersion, kind, metadata } = object as { apiVersion?: unknown; kind?: unknown; metadata?: unknown };
  if (typeof apiVersion !== "string" || apiVersion === "" || typeof kind !== "string" || kind === "") {
    const missing =
      [!apiVersion && "apiVersion", !kind && "kind"].filter(Boolean).join(" and ") || "a valid apiVersion and kind";
    throw new ClientError(
      "INVALID_ARGUMENT",
      `cannot ${verb} an object without ${missing}: make it with its kind, as in Deployment.of({ metadata, spec })`,
    );
  }
  if (typeof metadata !== "object" || metadata === null) {
    throw new ClientError("INVALID_ARGUMENT", `cannot ${verb} a ${kind} without metadata: it needs at least a name`);
  }
  return groupVersionKindOf({ apiVersion, kind });
}
