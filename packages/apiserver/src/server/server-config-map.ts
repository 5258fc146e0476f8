import { formatTime } from "@kubewright/api";
import type { ServerState } from "../resource/server-state.ts";
import type { ApiObject } from "../resource-object.ts";
import { generateUid } from "../verb/write/generate-name.ts";

/** Says since when the server notes who uses tokens that are kept in Secrets. */
export function createTokenTracking(state: ServerState): void {
  const since = formatTime(state.clock.now()).slice(0, "2006-01-02".length);
  createConfigMap(state, "kube-apiserver-legacy-service-account-token-tracking", "since", since);
}

/** Tells servers that extend this one which client certificates it trusts. Harmless when it is told already. */
export function createAuthenticationConfig(state: ServerState, certificateAuthority: string): void {
  createConfigMap(state, "extension-apiserver-authentication", "client-ca-file", certificateAuthority);
}

function createConfigMap(
  { store, clock, random, catalog }: ServerState,
  name: string,
  key: string,
  value: string,
): void {
  const collection = catalog.find("", "v1", "configmaps")?.collection;
  if (collection === undefined) return;
  const time = formatTime(clock.now());
  const managed = { "f:data": { ".": {}, [`f:${key}`]: {} } };
  const object: ApiObject = {
    kind: "ConfigMap",
    apiVersion: "v1",
    metadata: {
      name,
      namespace: "kube-system",
      uid: generateUid(random),
      creationTimestamp: time,
      managedFields: [
        {
          manager: "kube-apiserver",
          operation: "Update",
          apiVersion: "v1",
          time,
          fieldsType: "FieldsV1",
          fieldsV1: managed,
        },
      ],
    },
    data: { [key]: value },
  };
  store.create(collection, object);
}
