import { Quantity } from "@kubewright/api";
import type { Container } from "@kubewright/api/core/v1";
import { quote } from "@kubewright/api/server";
import type { PlacedContainer } from "../validation/pod/pod-scope.ts";

type Port = NonNullable<Container["ports"]>[number];

/** Amounts of bytes that are no whole number. */
export function fractionWarnings(path: string, list: Readonly<Record<string, string>> | undefined): string[] {
  return ["memory", "ephemeral-storage", "storage"].flatMap((name) => {
    const text = list?.[name];
    if (text === undefined || !/[munpf]$|\./.test(text) || Quantity.parse(text).milliValue() % 1000n === 0n) return [];
    return [`${path}[${name}]: fractional byte value ${quote(text)} is invalid, must be an integer`];
  });
}

/** Warnings for what a container says by itself. */
export function containerWarnings([container, path]: PlacedContainer): string[] {
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

/** As many warnings about ports as are sent at the most: no text is shorter than 40 characters. */
const maxPortWarnings = 128;

/** Warnings for ports that clash, also between containers. */
export function portWarnings(containers: readonly PlacedContainer[]): string[] {
  const ports = containers.flatMap(([container, path]) =>
    (container.ports ?? []).map((port, index) => ({ port, at: `${path}.ports[${index}]` })),
  );
  const texts: string[] = [];
  const known = new Map<string, PlacedPort[]>();
  for (const [index, { port, at }] of ports.entries()) {
    if (texts.length > maxPortWarnings) return texts;
    if (port.hostIP && !port.hostPort) texts.push(`${at}: hostIP set without hostPort: ${goText(port)}`);
    const placed = { port, at, index };
    for (const other of clashing(known, placed)) {
      texts.push(`${at}: ${clashOf(port, other.port)} port definition with ${other.at}`);
      if (texts.length > maxPortWarnings) return texts;
    }
    for (const key of keysOf(port)) {
      const others = known.get(key);
      if (others === undefined) known.set(key, [placed]);
      else others.push(placed);
    }
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

interface PlacedPort {
  readonly port: Port;
  readonly at: string;
  /** Among all ports. */
  readonly index: number;
}

/** Under what a port is found: by its number alone, with its port of the host, and with its address there, too. */
function keysOf({ containerPort, protocol, hostPort = 0, hostIP = "" }: Port): [string, string, string] {
  const number = `${containerPort}/${protocol}`;
  return [number, `${number}/${hostPort}`, `${number}/${hostPort}/${hostIP}`];
}

/** The ports before this one that it cannot be told apart from, in their order. */
function clashing(known: ReadonlyMap<string, PlacedPort[]>, { port }: PlacedPort): PlacedPort[] {
  const [number, atHostPort, atAddress] = keysOf(port);
  if (!port.hostPort) return known.get(number) ?? [];
  const withoutHostPort = known.get(`${number}/0`) ?? [];
  const same = port.hostIP
    ? [...(known.get(`${atHostPort}/`) ?? []), ...(known.get(atAddress) ?? [])]
    : (known.get(atHostPort) ?? []);
  return [...withoutHostPort, ...same].sort((a, b) => a.index - b.index);
}

/** How two ports clash of which one is among those that the other cannot be told apart from. */
function clashOf(a: Port, b: Port): string {
  const isSamePort = (a.hostPort ?? 0) === (b.hostPort ?? 0);
  if (isSamePort && (a.hostIP ?? "") === (b.hostIP ?? "")) return "duplicate";
  return !a.hostPort || !b.hostPort ? "overlapping" : "dangerously ambiguous";
}

/** A port as Go prints a struct. */
function goText({ name = "", hostPort = 0, containerPort, protocol = "TCP", hostIP = "" }: Port): string {
  return `{Name:${name} HostPort:${hostPort} ContainerPort:${containerPort} Protocol:${protocol} HostIP:${hostIP}}`;
}
