import type { Clock } from "@kubewright/api";
import type { Service } from "@kubewright/api/core/v1";
import type { Randomness } from "../../host.ts";
import type { ApiObject } from "../../resource-object.ts";
import type { ObjectStore } from "../../storage/object-store.ts";
import { PendingChoices } from "./pending-choices.ts";
import { randomBelow } from "./random-below.ts";

/** Ports from the first to the last, both included. */
export interface PortRange {
  readonly first: number;
  readonly last: number;
}

/** Dry runs get ports from here on, which nobody has. */
const firstDryPort = 32_769;

/** Which ports of the nodes services have: those of the services that are stored. */
export class NodePorts {
  readonly #range: PortRange;
  readonly #pending: PendingChoices<number>;
  /** How many services have a port. */
  readonly #taken = new Map<number, number>();
  readonly #watch: { stop(): void };

  constructor(store: ObjectStore, clock: Clock, range: PortRange) {
    this.#range = range;
    this.#pending = new PendingChoices(clock);
    for (const { object } of store.list("services").items) this.#count(object, 1);
    this.#watch = store.watch("services", store.revision, ({ type, stored, previous }) => {
      if (previous !== undefined) this.#count(previous.object, -1);
      if (type !== "DELETED") this.#count(stored.object, 1);
    });
  }

  /** Ends following the store. */
  stop(): void {
    this.#watch.stop();
  }

  /** Begins to choose ports for one service. */
  begin(random: Randomness, isDryRun: boolean): PortChoice {
    return new PortChoice(this, random, isDryRun);
  }

  isTaken(port: number): boolean {
    return this.#taken.has(port);
  }

  /** Why a service may not have a port, in the server's words; undefined when it may. */
  problemWith(port: number): string | undefined {
    const { first, last } = this.#range;
    if (port < first || port > last) {
      return `provided port is not in the valid range. The range of valid ports is ${first}-${last}`;
    }
    return this.isTaken(port) ? "provided port is already allocated" : undefined;
  }

  /** A free port, at random, kept for the caller for a while; the lower part of the range is for those who choose. */
  choose(random: Randomness, isRefused: (port: number) => boolean): number | undefined {
    const { first, last } = this.#range;
    const size = last - first + 1;
    const reserved = reservedPart(size);
    const isFree = (port: number): boolean => !this.isTaken(port) && !this.#pending.has(port) && !isRefused(port);
    const port =
      portFrom(first + reserved, size - reserved, isFree, randomBelow(random)) ??
      portFrom(first, reserved, isFree, randomBelow(random));
    if (port !== undefined) this.#pending.add(port);
    return port;
  }

  #count(object: ApiObject, change: number): void {
    for (const port of portsOf(object as unknown as Service)) {
      const count = (this.#taken.get(port) ?? 0) + change;
      if (count > 0) this.#taken.set(port, count);
      else this.#taken.delete(port);
      this.#pending.delete(port);
    }
  }
}

/** The ports that one write chooses: none of them twice. */
export class PortChoice {
  readonly #ports: NodePorts;
  readonly #random: Randomness;
  readonly #isDryRun: boolean;
  readonly #chosen = new Set<number>();

  constructor(ports: NodePorts, random: Randomness, isDryRun: boolean) {
    this.#ports = ports;
    this.#random = random;
    this.#isDryRun = isDryRun;
  }

  /** Takes a port that the service asks for; gives why it may not have it. */
  take(port: number): string | undefined {
    const problem = this.#isDryRun
      ? this.#ports.isTaken(port) || this.#chosen.has(port)
        ? "provided port is already allocated"
        : undefined
      : (this.#ports.problemWith(port) ?? (this.#chosen.has(port) ? "provided port is already allocated" : undefined));
    if (problem === undefined) this.#chosen.add(port);
    return problem;
  }

  /** Undefined when all are taken. */
  next(): number | undefined {
    const port = this.#isDryRun
      ? this.#chosen.size === 0
        ? firstDryPort
        : Math.max(...this.#chosen) + 1
      : this.#ports.choose(this.#random, (refused) => this.#chosen.has(refused));
    if (port !== undefined) this.#chosen.add(port);
    return port;
  }
}

/** The ports of the nodes that a service has. */
export function portsOf({ spec }: Service): Set<number> {
  const ports = (spec?.ports ?? []).map(({ nodePort }) => nodePort ?? 0);
  return new Set([...ports, spec?.healthCheckNodePort ?? 0].filter((port) => port !== 0));
}

function reservedPart(size: number): number {
  if (size <= 16) return 0;
  return Math.min(128, Math.max(16, Math.floor(size / 32)));
}

function portFrom(
  first: number,
  size: number,
  isFree: (port: number) => boolean,
  below: (limit: number) => number,
): number | undefined {
  if (size <= 0) return undefined;
  const start = below(size);
  for (let step = 0; step < size; step++) {
    const port = first + ((start + step) % size);
    if (isFree(port)) return port;
  }
  return undefined;
}
