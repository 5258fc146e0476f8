import type { SentObject } from "./sent-objects.ts";

/** What is sent, complete with kind and name. */
export function bodyOf({ apiVersion, resource, name, object }: SentObject, kind: string): Record<string, unknown> {
  const metadata = { name: `${resource}-${name}`, ...(object.metadata as object) };
  return { apiVersion, kind, ...object, metadata };
}

export function pathOf({ apiVersion, resource, isNamespaced }: SentObject): string {
  const root = apiVersion === "v1" ? "/api/v1" : `/apis/${apiVersion}`;
  return `${root}/${isNamespaced ? "namespaces/default/" : ""}${resource}`;
}

/** The answer without what differs from server to server: uids, times of now, and who owns fields. */
export function withoutChance(answer: Record<string, unknown>, uid: string): unknown {
  const { uid: _, creationTimestamp: __, managedFields: ___, ...metadata } = answer.metadata as Record<string, unknown>;
  const text = JSON.stringify({ ...answer, metadata });
  return JSON.parse(
    text.replaceAll(uid, "%uid%").replace(nowTimes, '"$1":"%now%"').replace(credentials, "X509SHA256=%hash%"),
  );
}

/** Fields that hold the time of the write. */
const nowTimes = /"(lastPhaseTransitionTime|lastTransitionTime|timeAdded)":"[^"]*"/g;
/** The certificate of the user who wrote. */
const credentials = /X509SHA256=[0-9a-f]+/g;
