import type { Endpoints, Service } from "@kubewright/api/core/v1";
import type { EndpointSlice } from "@kubewright/api/discovery/v1";
import type { Ingress, IngressClass, IPAddress, NetworkPolicy, ServiceCIDR } from "@kubewright/api/networking/v1";
import { compareBytes } from "@kubewright/api/server";
import { ageOf } from "./age.ts";
import { type CellMakers, cells } from "./cell-makers.ts";
import { labelsText, selectorText, someOf } from "./cell-text.ts";

/** How many of a list are shown. */
const shown = 3;

export const serviceCells: CellMakers = cells<Service>({
  Type: ({ spec }) => spec?.type ?? "",
  "Cluster-IP": ({ spec }) => spec?.clusterIPs?.[0] ?? "<none>",
  "External-IP": externalAddress,
  "Port(s)": ({ spec }) => {
    const ports = (spec?.ports ?? []).map(({ port, nodePort, protocol }) => {
      return nodePort ? `${port}:${nodePort}/${protocol}` : `${port}/${protocol}`;
    });
    return ports.length === 0 ? "<none>" : ports.join(",");
  },
  Selector: ({ spec }) => labelsText(spec?.selector),
});

function externalAddress({ spec, status }: Service): string {
  const given = spec?.externalIPs ?? [];
  switch (spec?.type) {
    case "ClusterIP":
    case "NodePort":
      return given.length === 0 ? "<none>" : given.join(",");
    case "LoadBalancer": {
      const all = [...addressesOf(status?.loadBalancer?.ingress), ...given];
      return all.length === 0 ? "<pending>" : all.join(",");
    }
    case "ExternalName":
      return spec.externalName ?? "";
    default:
      return "<unknown>";
  }
}

function addressesOf(points: readonly { readonly ip?: string; readonly hostname?: string }[] | undefined): string[] {
  const addresses = (points ?? []).map(({ ip, hostname }) => ip || (hostname ?? "")).filter((text) => text !== "");
  return [...new Set(addresses)].sort(compareBytes);
}

export const endpointsCells: CellMakers = cells<Endpoints>({
  Endpoints: ({ subsets }) => {
    const addresses = (subsets ?? []).flatMap((subset) => {
      const ports = subset.ports ?? [];
      const hosts = (subset.addresses ?? []).map(({ ip }) => ip);
      if (ports.length === 0) return hosts;
      return ports.flatMap(({ port }) => hosts.map((ip) => `${ip.includes(":") ? `[${ip}]` : ip}:${port}`));
    });
    return someOf(addresses, shown, (subsets ?? []).length === 0 ? "<none>" : "");
  },
});

export const endpointSliceCells: CellMakers = cells<EndpointSlice>({
  AddressType: ({ addressType }) => addressType ?? "",
  Ports: ({ ports }) =>
    someOf(
      (ports ?? []).map(({ port, name }) => (port !== undefined ? String(port) : (name ?? "*"))),
      shown,
    ),
  Endpoints: ({ endpoints }) =>
    someOf(
      (endpoints ?? []).flatMap(({ addresses }) => addresses ?? []),
      shown,
    ),
});

export const ingressCells: CellMakers = cells<Ingress>({
  Class: ({ spec }) => spec?.ingressClassName ?? "<none>",
  Hosts: ({ spec }) => hostsText((spec?.rules ?? []).map(({ host }) => host ?? "")),
  Address: ({ status }) => addressesOf(status?.loadBalancer?.ingress).join(","),
  Ports: ({ spec }) => ((spec?.tls ?? []).length === 0 ? "80" : "80, 443"),
});

/** Rules without a host count among those that are not shown, but are no hosts themselves. */
function hostsText(hosts: readonly string[]): string {
  const named = hosts.filter((host) => host !== "").slice(0, shown);
  if (named.length === 0) return "*";
  let seen = 0;
  const isCut = hosts.some((host) => {
    if (seen === shown) return true;
    if (host !== "") seen += 1;
    return false;
  });
  return isCut ? `${named.join(",")} + ${hosts.length - shown} more...` : named.join(",");
}

export const ingressClassCells: CellMakers = cells<IngressClass>({
  Name: ({ metadata }) => {
    const isDefault = metadata?.annotations?.["ingressclass.kubernetes.io/is-default-class"] === "true";
    return `${metadata?.name ?? ""}${isDefault ? " (default)" : ""}`;
  },
  Controller: ({ spec }) => spec?.controller ?? "",
  Parameters: ({ spec }) => {
    const parameters = spec?.parameters;
    if (parameters === undefined) return "<none>";
    const group = parameters.apiGroup === undefined ? "" : `.${parameters.apiGroup}`;
    return `${parameters.kind}${group}/${parameters.name}`;
  },
});

export const networkPolicyCells: CellMakers = cells<NetworkPolicy>({
  "Pod-Selector": ({ spec }) => selectorText(spec?.podSelector ?? {}),
});

export const serviceCidrCells: CellMakers = cells<ServiceCIDR>({ CIDRs: ({ spec }) => (spec?.cidrs ?? []).join(",") });

export const ipAddressCells: CellMakers = cells<IPAddress>({
  ParentRef: ({ spec }) => {
    const parent = spec?.parentRef;
    if (parent === undefined) return "<none>";
    const resource = `${parent.resource ?? ""}${parent.group ? `.${parent.group}` : ""}`.toLowerCase();
    return [resource, ...(parent.namespace ? [parent.namespace] : []), parent.name].join("/");
  },
  // The reference makes a cell for which it has no column.
  "": ({ metadata }, now) => ageOf(metadata?.creationTimestamp, now),
});
