import type { Service, ServicePort } from "@kubewright/api/core/v1";

/** A service as variables tell of it. */
export interface ServicePlace {
  readonly name: string;
  readonly ip: string;
  readonly ports: readonly Pick<ServicePort, "name" | "port" | "protocol">[];
}

/** Where a service is; undefined for those without an address of their own. */
export function servicePlace({ metadata, spec }: Service): ServicePlace | undefined {
  const ip = spec?.clusterIP;
  if (ip === undefined || ip === "" || ip === "None") return undefined;
  return { name: metadata.name, ip, ports: spec?.ports ?? [] };
}

/** The variables that tell containers of services: `WEB_SERVICE_HOST`, `WEB_SERVICE_PORT`, `WEB_PORT_80_TCP` … */
export function serviceVariables(services: Iterable<ServicePlace>): Record<string, string> {
  const variables: Record<string, string> = {};
  for (const { name, ip, ports } of services) {
    const [first] = ports;
    if (first === undefined) continue;
    const prefix = variableName(name);
    variables[`${prefix}_SERVICE_HOST`] = ip;
    variables[`${prefix}_SERVICE_PORT`] = String(first.port);
    variables[`${prefix}_PORT`] = urlOf(ip, first);
    for (const port of ports) {
      if (port.name) variables[`${prefix}_SERVICE_PORT_${variableName(port.name)}`] = String(port.port);
      const { protocol = "TCP" } = port;
      const link = `${prefix}_PORT_${port.port}_${protocol}`;
      variables[link] = urlOf(ip, port);
      variables[`${link}_PROTO`] = protocol.toLowerCase();
      variables[`${link}_PORT`] = String(port.port);
      variables[`${link}_ADDR`] = ip;
    }
  }
  return variables;
}

function urlOf(ip: string, { protocol = "TCP", port }: Pick<ServicePort, "port" | "protocol">): string {
  return `${protocol.toLowerCase()}://${ip.includes(":") ? `[${ip}]` : ip}:${port}`;
}

function variableName(name: string): string {
  return name.replaceAll("-", "_").toUpperCase();
}
