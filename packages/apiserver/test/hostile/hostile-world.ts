import type { HostileRequest } from "./hostile-request.ts";
import { play } from "./play-hostile.ts";
import type { RawAddress } from "./raw-connection.ts";

const json = ["Content-Type: application/json"];

const definition = {
  kind: "CustomResourceDefinition",
  apiVersion: "apiextensions.k8s.io/v1",
  metadata: { name: "tricks.hostile.example.com" },
  spec: {
    group: "hostile.example.com",
    scope: "Namespaced",
    names: { plural: "tricks", kind: "Trick" },
    versions: [
      {
        name: "v1",
        served: true,
        storage: true,
        schema: { openAPIV3Schema: { type: "object", "x-kubernetes-preserve-unknown-fields": true } },
      },
    ],
  },
};

const pod = { metadata: { labels: { a: "b" } }, spec: { containers: [{ name: "c", image: "i" }] } };

const objects: readonly (readonly [target: string, body: object])[] = [
  ["/apis/apiextensions.k8s.io/v1/customresourcedefinitions", definition],
  [
    "/api/v1/namespaces/default/configmaps",
    { kind: "ConfigMap", apiVersion: "v1", metadata: { name: "target" }, data: { a: "b" } },
  ],
  [
    "/apis/apps/v1/namespaces/default/deployments",
    {
      kind: "Deployment",
      apiVersion: "apps/v1",
      metadata: { name: "target" },
      spec: { selector: { matchLabels: { a: "b" } }, template: pod },
    },
  ],
  [
    "/apis/hostile.example.com/v1/namespaces/default/tricks",
    { kind: "Trick", apiVersion: "hostile.example.com/v1", metadata: { name: "target" }, spec: { list: [] } },
  ],
];

/** Makes the objects that the requests are about. */
export async function prepare(address: RawAddress): Promise<void> {
  for (const [target, body] of objects) {
    await untilServed(address, target);
    const answer = await play(address, { name: "", method: "POST", target, headers: json, body: JSON.stringify(body) });
    if (!answer.startsWith("201")) throw new Error(`${target}: ${answer}`);
  }
}

/** Resolves when objects of the kind can be listed. */
export async function untilServed(address: RawAddress, target: string): Promise<void> {
  const list: HostileRequest = { name: "", method: "GET", target };
  while (!(await play(address, list)).startsWith("200")) await new Promise((resolve) => setTimeout(resolve, 50));
}
