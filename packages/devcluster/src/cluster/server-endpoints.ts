import { Endpoints } from "@kubewright/api/core/v1";
import { EndpointSlice } from "@kubewright/api/discovery/v1";
import type { Client } from "@kubewright/client";

/** Makes the endpoints of the `kubernetes` service, as API servers do for themselves. */
export async function createServerEndpoints(
  client: Client,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<void> {
  const place = { name: "kubernetes", namespace: "default" };
  const ports = [{ name: "https", port, protocol: "TCP" as const }];
  await client.create(
    EndpointSlice.of({
      metadata: { ...place, labels: { "kubernetes.io/service-name": "kubernetes" } },
      addressType: host.includes(":") ? "IPv6" : "IPv4",
      endpoints: [{ addresses: [host], conditions: { ready: true } }],
      ports,
    }),
  );
  await client.create(
    Endpoints.of({
      metadata: { ...place, labels: { "endpointslice.kubernetes.io/skip-mirror": "true" } },
      subsets: [{ addresses: [{ ip: host }], ports }],
    }),
  );
}
