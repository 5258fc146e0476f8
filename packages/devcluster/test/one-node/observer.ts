import type { Kind, KubeObject } from "@kubewright/api";
import { Event, Pod, type Service } from "@kubewright/api/core/v1";
import type { Client } from "@kubewright/client";
import { Normaliser } from "../scenario/normaliser.ts";
import type { OneNodeScenario } from "./one-node-scenario.ts";

export interface ObserverOptions {
  readonly scenario: OneNodeScenario;
  readonly client: Client;
  readonly namespace: string;
  readonly node: { readonly name: string };
}

/** What is in a namespace, and how that is recorded. */
export class Observer {
  readonly #options: ObserverOptions;
  readonly #kinds: readonly Kind[];
  readonly #normaliser = new Normaliser();
  readonly #addresses = new Map<string, string>();

  constructor(options: ObserverOptions) {
    this.#options = options;
    this.#kinds = options.scenario.kinds ?? [Pod];
    this.#normaliser.addName(options.namespace, "namespace");
    this.#normaliser.addName(options.node.name, "node");
  }

  /** All objects of the kinds that count. */
  async objects(): Promise<readonly KubeObject[]> {
    return await this.#list(this.#kinds);
  }

  async events(): Promise<readonly Event[]> {
    return (await this.#list([Event])) as readonly Event[];
  }

  /** What is recorded now. */
  async observe(): Promise<unknown> {
    const objects = await this.objects();
    const events = await this.events();
    this.#normaliser.learn(objects);
    for (const object of objects)
      for (const [address, label] of addressesOf(object)) this.#addresses.set(address, label);
    const { chance } = this.#options.scenario;
    const told = events
      // A new node is not ready for a moment, and pods that come then are told of it.
      .filter(({ reason }) => reason !== "TaintManagerEviction")
      .filter(({ reason, message }) => chance === undefined || !chance.test(`${reason} ${message}`))
      .map((event) => this.#value(eventOf(event)));
    return { objects: sorted(objects.map((object) => this.#object(object))), events: sorted(unique(told)) };
  }

  /** Text as it is recorded. */
  text(text: string): string {
    return this.#value(text) as string;
  }

  async #list(kinds: readonly Kind[]): Promise<readonly KubeObject[]> {
    const { client, namespace } = this.#options;
    const lists = await Promise.all(kinds.map((kind) => client.list(kind, { namespace })));
    return lists.flatMap(({ items }) => items as readonly KubeObject[]);
  }

  #object(object: KubeObject): unknown {
    return this.#plain(this.#normaliser.object(withoutChance(object)));
  }

  #value(value: unknown): unknown {
    return this.#plain(this.#normaliser.value(value));
  }

  #plain(value: unknown): unknown {
    if (typeof value === "string") return this.#plainText(value);
    if (Array.isArray(value)) return value.map((item) => this.#plain(item));
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [
        key,
        key === "imageID" && item !== "" ? "<image id>" : this.#plain(item),
      ]),
    );
  }

  #plainText(text: string): string {
    return (
      text
        // The runtime's own words around what the machine said.
        .replace(
          /failed to create containerd task: failed to create shim task: OCI runtime create failed: runc create failed: unable to start container process: (.*): unknown$/,
          "failed to start the process: $1",
        )
        .replace(
          /rpc error: code = Unknown desc = failed to exec in container: failed to start exec "[^"]*": OCI runtime exec failed: exec failed: unable to start container process: (.*): unknown$/,
          "$1",
        )
        .replace(/[a-z]+:\/\/[0-9a-f]{64}/g, "<container id>")
        .replace(/[0-9a-f]{64}/g, "<id>")
        .replace(/kube-api-access-[a-z0-9]{5}/g, "kube-api-access-<random>")
        .replace(/\b\d{1,3}(\.\d{1,3}){3}\b/g, (address) => this.#addresses.get(address) ?? address)
    );
  }
}

/** What a pod may use of memory where nothing is said, on machines with the first version of control groups. */
const allMemory = "9007199254740988Ki";

/** Without what depends on who was faster, or on the machine. */
function withoutChance(object: KubeObject): KubeObject {
  if (object.kind === "EndpointSlice") {
    const { generation, annotations, ...metadata } = object.metadata;
    return { ...object, metadata };
  }
  if (object.kind !== "Pod") return object;
  const { status, ...pod } = object as Pod;
  if (status?.resources?.limits?.memory !== allMemory) return object;
  const { memory, ...limits } = status.resources.limits;
  const { limits: _, ...resources } = status.resources;
  const hasMore = Object.keys(limits).length > 0;
  return { ...pod, status: { ...status, resources: { ...resources, ...(hasMore && { limits }) } } } as Pod;
}

/** Addresses that an object tells of, and what is recorded in their place. */
function addressesOf(object: KubeObject): [string, string][] {
  if (object.kind === "Pod") {
    const { podIP, hostIP } = (object as Pod).status ?? {};
    return pairs([podIP, "<pod ip>"], [hostIP, "<node ip>"]);
  }
  return object.kind === "Service" ? pairs([(object as Service).spec?.clusterIP, "<service ip>"]) : [];
}

function pairs(...all: readonly (readonly [string | undefined, string])[]): [string, string][] {
  return all.flatMap(([address, label]) => (address === undefined || address === "None" ? [] : [[address, label]]));
}

/** What of an event counts. */
function eventOf({ type, reason, message, involvedObject, source, reportingComponent }: Event): unknown {
  return {
    type,
    reason,
    message,
    component: source?.component || reportingComponent,
    regarding: `${involvedObject.kind} ${involvedObject.name}`,
    ...(involvedObject.fieldPath !== undefined && { fieldPath: involvedObject.fieldPath }),
  };
}

function sorted(values: readonly unknown[]): unknown[] {
  return [...values].sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
}

function unique(values: readonly unknown[]): unknown[] {
  return [...new Map(values.map((value) => [JSON.stringify(value), value])).values()];
}
