import type { Service, ServicePort } from "@kubewright/api/core/v1";
import type { ServicePlaces } from "../../node-agent.ts";

/** A service as variables tell of it. */
export interface ServicePlace {
  readonly name: string;
  readonly ip: string;
  readonly ports: readonly PortPlace[];
}

/** A port of a service as variables tell of it. */
export interface PortPlace extends Pick<ServicePort, "name" | "port" | "protocol"> {
  /** Where it is, if that is another port. */
  readonly at?: number | undefined;
}

/** Where a service is; undefined for those without an address of their own. */
export function servicePlace({ metadata, spec }: Service, places?: ServicePlaces): ServicePlace | undefined {
  const ip = spec?.clusterIP;
  if (ip === undefined || ip === "" || ip === "None") return undefined;
  const { name, namespace = "" } = metadata;
  const ports = (spec?.ports ?? []).map((port) => {
    const protocol = port.protocol === "UDP" ? "UDP" : "TCP";
    return { ...port, at: places?.portOf(namespace, name, port.port, protocol) };
  });
  return { name, ip: places?.addressOf(namespace, name) ?? ip, ports };
}

/** The variables that tell containers of services: `WEB_SERVICE_HOST`, `WEB_SERVICE_PORT`, `WEB_PORT_80_TCP` … */
export function serviceVariables(services: Iterable<ServicePlace>): Record<string, string> {
  const variables: Record<string, string> = {};
  for (const { name, ip, ports } of services) {
    const [first] = ports;
    if (first === undefined) continue;
    const prefix = variableName(name);
    variables[`${prefix}_SERVICE_HOST`] = ip;
    variables[`${prefix}_SERVICE_PORT`] = String(placeOf(first));
    variables[`${prefix}_PORT`] = urlOf(ip, first);
    for (const port of ports) {
      if (port.name) variables[`${prefix}_SERVICE_PORT_${variableName(port.name)}`] = String(placeOf(port));
      const { protocol = "TCP" } = port;
      const link = `${prefix}_PORT_${port.port}_${protocol}`;
      variables[link] = urlOf(ip, port);
      variables[`${link}_PROTO`] = protocol.toLowerCase();
      variables[`${link}_PORT`] = String(placeOf(port));
      variables[`${link}_ADDR`] = ip;
    }
  }
  return variables;
}

function placeOf({ port, at = port }: PortPlace): number {
  return at;
}

function urlOf(ip: string, port: PortPlace): string {
  const { protocol = "TCP" } = port;
  return `${protocol.toLowerCase()}://${ip.includes(":") ? `[${ip}]` : ip}:${placeOf(port)}`;
}

function variableName(name: string): string {
  return name.replaceAll("-", "_").toUpperCase();
}
