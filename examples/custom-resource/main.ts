import { once } from "node:events";
import { pathToFileURL } from "node:url";
import { type CustomResource, defineKind, isNotFound, type Kind } from "@kubewright/api";
import { CustomResourceDefinition } from "@kubewright/api/apiextensions/v1";
import { conditionIs, connect, waitFor } from "@kubewright/client";

export interface TeaSpec {
  variety: string;
  minutes: number;
}
export interface TeaStatus {
  state: "Steeping" | "Ready";
}

/** The type and the value have one name, as with built-in kinds. */
export interface Tea extends CustomResource<TeaSpec, TeaStatus> {}
export const Tea: Kind<Tea> = defineKind<Tea>({
  group: "kitchen.example.com",
  version: "v1",
  kind: "Tea",
  // Without these two, the client would ask the server.
  plural: "teas",
  scope: "Namespaced",
});

const definition = CustomResourceDefinition.of({
  metadata: { name: "teas.kitchen.example.com" },
  spec: {
    group: Tea.group,
    scope: Tea.scope!,
    names: { plural: Tea.plural!, kind: Tea.kind },
    versions: [
      {
        name: Tea.version,
        served: true,
        storage: true,
        subresources: { status: {} },
        schema: {
          openAPIV3Schema: {
            type: "object",
            properties: {
              spec: {
                type: "object",
                required: ["variety", "minutes"],
                properties: { variety: { type: "string" }, minutes: { type: "integer", minimum: 1 } },
              },
              status: { type: "object", properties: { state: { type: "string", enum: ["Steeping", "Ready"] } } },
            },
          },
        },
      },
    ],
  },
});

export interface Program {
  /** @default KUBECONFIG, the pod's service account, or ~/.kube/config */
  readonly kubeconfig?: string;
  readonly signal?: AbortSignal;
  print(line: string): void;
}

/** Defines a kind, makes an object of it, and waits until its status says that it is ready. */
export async function main({ kubeconfig, signal, print }: Program): Promise<void> {
  await using client = await connect({ fieldManager: "kitchen", ...(kubeconfig !== undefined && { kubeconfig }) });
  const wait = signal === undefined ? {} : { signal };

  await client.apply(definition);
  await waitFor(client, CustomResourceDefinition, definition.metadata.name, conditionIs("Established"), wait);
  print("the server knows tea");

  const tea = Tea.of({ metadata: { namespace: "default", name: "afternoon" }, spec: { variety: "Assam", minutes: 4 } });
  const { metadata } = await onceServed(() => client.apply(tea));
  const ready = waitFor(client, Tea, metadata, (found) => found?.status?.state === "Ready", wait);

  // A controller would do this; `status` writes the status and nothing else.
  for (const state of ["Steeping", "Ready"] as const) {
    const { spec, status } = await client.status.patch(Tea, metadata, { merge: { status: { state } } });
    print(`${spec.variety}: ${status?.state}`);
  }
  print(`served after ${(await ready)?.spec.minutes} minutes`);
}

/** A server begins to serve a new kind a moment after it has said so. */
async function onceServed<T>(call: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await call();
    } catch (error) {
      if (!isNotFound(error) || attempt === 100) throw error;
    }
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const interrupted = new AbortController();
  void once(process, "SIGINT").then(() => interrupted.abort());
  await main({ signal: interrupted.signal, print: console.log });
}
