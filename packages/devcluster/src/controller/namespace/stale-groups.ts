import { type GroupVersion, parseJson } from "@kubewright/api";
import type { Client } from "@kubewright/client";

interface DiscoveryDocument {
  readonly kind?: string;
  readonly items?: readonly {
    readonly metadata?: { readonly name?: string };
    readonly versions?: readonly { readonly version: string; readonly freshness?: string }[];
  }[];
}

/** Groups and versions of which the server says that it does not know what they serve now: whoever serves them does not answer. */
export async function staleGroups(
  client: Pick<Client, "request">,
  { signal }: { readonly signal: AbortSignal },
): Promise<readonly GroupVersion[]> {
  const accept = "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList,application/json";
  const response = await client.request({ method: "GET", path: "/apis", headers: { accept }, signal });
  const document = parseJson(await response.body.text()) as DiscoveryDocument;
  if (document.kind !== "APIGroupDiscoveryList") return [];
  return (document.items ?? []).flatMap(({ metadata, versions = [] }) =>
    versions
      .filter(({ freshness }) => freshness === "Stale")
      .map(({ version }) => ({ group: metadata?.name ?? "", version })),
  );
}
