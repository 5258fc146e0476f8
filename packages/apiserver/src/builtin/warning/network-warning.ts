import type { Endpoints } from "@kubewright/api/core/v1";
import type { EndpointSlice } from "@kubewright/api/discovery/v1";
import type { NetworkPolicy } from "@kubewright/api/networking/v1";
import { quote } from "@kubewright/api/server";
import { knownAnnotation } from "../../resource/known-annotation.ts";
import type { ApiObject } from "../../resource-object.ts";
import { blockWarnings, ipWarnings } from "./address-warning.ts";

/** What to tell the writer of Endpoints. */
export function endpointsWarnings(object: ApiObject): string[] {
  if (object.metadata.labels?.["endpoints.kubernetes.io/managed-by"] === "endpoint-controller") return [];
  return ((object as unknown as Endpoints).subsets ?? []).flatMap((subset, index) =>
    (["addresses", "notReadyAddresses"] as const).flatMap((name) =>
      (subset[name] ?? []).flatMap(({ ip = "" }, at) => ipWarnings(ip, `subsets[${index}].${name}[${at}].ip`)),
    ),
  );
}

/** What to tell the writer of an endpoint slice. */
export function sliceWarnings(object: ApiObject, old: ApiObject | undefined): string[] {
  const { addressType, endpoints } = object as unknown as EndpointSlice;
  const manager = object.metadata.labels?.["endpointslice.kubernetes.io/managed-by"] ?? "";
  const isOurs = ["endpointslice-controller.k8s.io", "endpointslicemirroring-controller.k8s.io"].includes(manager);
  return [
    ...(old === undefined && addressType === "FQDN" ? ["spec.addressType: FQDN endpoints are deprecated"] : []),
    ...(isOurs ? [] : (endpoints ?? [])).flatMap(({ addresses }, index) =>
      (addresses ?? []).flatMap((address, at) => ipWarnings(address, `endpoints[${index}].addresses[${at}]`)),
    ),
  ];
}

/** What to tell the writer of a network policy. */
export function networkPolicyWarnings(object: ApiObject): string[] {
  const { spec } = object as unknown as NetworkPolicy;
  const rules = [
    ...(spec?.ingress ?? []).map(({ from }, index) => ({ peers: from, path: `spec.ingress[${index}].from` })),
    ...(spec?.egress ?? []).map(({ to }, index) => ({ peers: to, path: `spec.egress[${index}].to` })),
  ];
  return rules.flatMap(({ peers, path }) =>
    (peers ?? []).flatMap(({ ipBlock }, index) => {
      if (ipBlock === undefined) return [];
      const at = `${path}[${index}].ipBlock`;
      return [
        ...blockWarnings(ipBlock.cidr, `${at}.cidr`),
        ...(ipBlock.except ?? []).flatMap((block, nth) => blockWarnings(block, `${at}.except[${nth}]`)),
      ];
    }),
  );
}

/** What to tell the writer of an ingress. */
export function ingressWarnings(object: ApiObject, old: ApiObject | undefined): string[] {
  const annotation = knownAnnotation.ingressClass;
  const { ingressClassName } = (object.spec ?? {}) as { ingressClassName?: string };
  if (old !== undefined || ingressClassName !== undefined || object.metadata.annotations?.[annotation] === undefined) {
    return [];
  }
  return [`annotation ${quote(annotation)} is deprecated, please use 'spec.ingressClassName' instead`];
}
