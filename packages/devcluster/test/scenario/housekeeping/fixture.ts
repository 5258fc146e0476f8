import { defineKind, type Kind, type KubeObject } from "@kubewright/api";
import type { CustomResourceDefinition } from "@kubewright/api/apiextensions/v1";
import type { World } from "../scenario.ts";

/** Keeps objects until someone takes it out of them. */
export const hold = "example.com/hold";

/** Lets an object go that `hold` keeps. */
export async function release({ client }: World, kind: Kind, object: KubeObject): Promise<void> {
  const { metadata } = await client.get(kind, object.metadata);
  const finalizers = (metadata.finalizers ?? []).filter((finalizer) => finalizer !== hold);
  await client.patch(kind, metadata, { merge: { metadata: { finalizers } } });
}

/** What controllers put into each namespace by themselves. */
export function isPublished({ kind, metadata: { name } }: KubeObject): boolean {
  return (kind === "ConfigMap" && name === "kube-root-ca.crt") || (kind === "ServiceAccount" && name === "default");
}

/** Has the server serve a kind of its own for the scenario. Objects can be created from soon after. */
export async function installThings({ client }: Pick<World, "client">, group: string): Promise<Kind> {
  await client.create<CustomResourceDefinition>({
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: `things.${group}` },
    spec: {
      group,
      scope: "Namespaced",
      names: { plural: "things", kind: "Thing" },
      versions: [
        {
          name: "v1",
          served: true,
          storage: true,
          schema: { openAPIV3Schema: { type: "object", "x-kubernetes-preserve-unknown-fields": true } },
        },
      ],
    },
  });
  return defineKind<KubeObject>({ group, version: "v1", kind: "Thing", plural: "things", scope: "Namespaced" });
}
