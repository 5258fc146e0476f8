import type { ObjectMeta } from "@kubewright/api";

/** An object of any kind, as JSON. */
export interface ApiObject {
  apiVersion: string;
  kind: string;
  metadata: ObjectMeta;
  [field: string]: unknown;
}
