import { pathToFileURL } from "node:url";
import { type DynamicObject, defineKind, metadataOf } from "@kubewright/api";
import { connect } from "@kubewright/client";

export interface Program {
  /** @default KUBECONFIG, the pod's service account, or ~/.kube/config */
  readonly kubeconfig?: string;
  /** As people say it: `deploy`, `pods`, `widgets.example.com`. */
  readonly resource: string;
  print(line: string): void;
}

/** Counts the objects of a kind that is known only at run time, by namespace. */
export async function main({ kubeconfig, resource, print }: Program): Promise<void> {
  await using client = await connect(kubeconfig === undefined ? {} : { kubeconfig });
  const mapping = await client.discovery.resourceNamed(resource);
  const { group, version, kind, scope } = mapping;
  const type = defineKind<DynamicObject>({ group, version, kind, plural: mapping.resource, scope });
  print(`${resource} is ${type.kind} of ${type.apiVersion}, with ${mapping.verbs.length} verbs`);

  // Only the metadata is sent: counting needs no more.
  const counts = new Map<string, number>();
  for await (const { items } of client.listPages(metadataOf(type))) {
    for (const { metadata } of items) {
      const where = metadata.namespace ?? "the cluster";
      counts.set(where, (counts.get(where) ?? 0) + 1);
    }
  }
  for (const [where, count] of counts) print(`${count} in ${where}`);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  await main({ resource: process.argv[2] ?? "pods", print: console.log });
}
