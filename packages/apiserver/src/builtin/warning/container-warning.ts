import { Quantity } from "@kubewright/api";
import type { Container, PodSpec } from "@kubewright/api/core/v1";
import { quote } from "@kubewright/api/server";

type Port = NonNullable<Container["ports"]>[number];

/** A container and where it is. */
export interface PlacedContainer {
  readonly container: Container;
  readonly path: string;
}

/** Init containers, then containers, then ephemeral ones. */
export function containersOf(spec: PodSpec, path: string): PlacedContainer[] {
  return (["initContainers", "containers", "ephemeralContainers"] as const).flatMap((name) =>
    (spec[name] ?? []).map((container, index) => ({ container, path: `${path}.${name}[${index}]` })),
  );
}

/** Amounts of bytes that are no whole number. */
export function fractionWarnings(path: string, list: Readonly<Record<string, string>> | undefined): string[] {
  return ["memory", "ephemeral-storage", "storage"].flatMap((name) => {
    const text = list?.[name];
    if (text === undefined || !/[munpf]$|\./.test(text) || Quantity.parse(text).milliValue() % 1000n === 0n) return [];
    return [`${path}[${name}]: fractional byte value ${quote(text)} is invalid, must be an integer`];
  });
}

/** Warnings for what a container says by itself. */
export function containerWarnings({ container, path }: PlacedContainer): string[] {
  const { resources, env } = container;
  const amounts = [
    ["limits", "memory"],
    ["requests", "memory"],
    ["limits", "ephemeral-storage"],
    ["requests", "ephemeral-storage"],
  ] as const;
  return [
    ...amounts.flatMap(([kind, name]) => {
      const amount = resources?.[kind]?.[name];
      return amount === undefined ? [] : fractionWarnings(`${path}.resources.${kind}`, { [name]: amount });
    }),
    ...hiddenVariables(env ?? [], path),
  ];
}

function hiddenVariables(variables: NonNullable<Container["env"]>, path: string): string[] {
  const seen = new Set<string>();
  return variables.flatMap(({ name, value = "", valueFrom }, index) => {
    const isAgain = seen.has(name);
    seen.add(name);
    const reference = `$(${name})`;
    const buildsOn = valueFrom === undefined && value !== reference && value.includes(reference);
    if (!isAgain || buildsOn) return [];
    return [
      `${path}.env[${index}]: hides previous definition of ${quote(name)}, which may be dropped when using apply`,
    ];
  });
}

/** Warnings for ports that clash, also between containers. */
export function portWarnings(containers: readonly PlacedContainer[]): string[] {
  const ports = containers.flatMap(({ container, path }) =>
    (container.ports ?? []).map((port, index) => ({ port, at: `${path}.ports[${index}]` })),
  );
  const texts: string[] = [];
  const byNumber = new Map<string, { port: Port; at: string }[]>();
  for (const placed of ports) {
    const { port, at } = placed;
    if (port.hostIP && !port.hostPort) texts.push(`${at}: hostIP set without hostPort: ${goText(port)}`);
    const key = `${port.containerPort}/${port.protocol}`;
    const others = byNumber.get(key) ?? [];
    for (const other of others) {
      const clash = clashOf(port, other.port);
      if (clash !== undefined) texts.push(`${at}: ${clash} port definition with ${other.at}`);
    }
    byNumber.set(key, [...others, placed]);
  }
  const byName = new Map<string, string>();
  for (const { port, at } of ports) {
    if (!port.name) continue;
    const other = byName.get(port.name);
    if (other === undefined) byName.set(port.name, at);
    else {
      texts.push(
        `${at}: duplicate port name ${quote(port.name)} with ${other}, services and probes that select ports by name will use ${other}`,
      );
    }
  }
  return texts;
}

function clashOf(a: Port, b: Port): string | undefined {
  const isSameHost = (a.hostIP ?? "") === (b.hostIP ?? "");
  const isSamePort = (a.hostPort ?? 0) === (b.hostPort ?? 0);
  if (isSameHost && isSamePort) return "duplicate";
  if (!a.hostPort || !b.hostPort) return "overlapping";
  return isSamePort && !a.hostIP !== !b.hostIP ? "dangerously ambiguous" : undefined;
}

/** A port as Go prints a struct. */
function goText({ name = "", hostPort = 0, containerPort, protocol = "TCP", hostIP = "" }: Port): string {
  return `{Name:${name} HostPort:${hostPort} ContainerPort:${containerPort} Protocol:${protocol} HostIP:${hostIP}}`;
}
