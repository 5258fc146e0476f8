import { type Clock, formatKey } from "@kubewright/api";
import { Service, type ServicePort } from "@kubewright/api/core/v1";
import { EndpointSlice } from "@kubewright/api/discovery/v1";
import { systemClock, systemRandom } from "@kubewright/client";
import { Informer, type InformerClient, type Logger, silentLogger } from "@kubewright/runtime";
import { ForwardedPort } from "./forwarded-port.ts";
import { isForwarded, portTargets } from "./port-targets.ts";
import { LoopbackServiceAddresses, type ServiceAddresses } from "./service-addresses.ts";

export interface ServiceForwarderOptions {
  readonly client: InformerClient;
  /** @default addresses of 127.0.0.0/8, which must all be local, as on Linux */
  readonly addresses?: ServiceAddresses;
  /** @default the host's */
  readonly clock?: Clock;
  /** From 0 up to, not including, 1. @default the host's */
  readonly random?: () => number;
  /** @default says nothing */
  readonly log?: Logger;
}

const byService = "service";
const nodePortHost = "127.0.0.1";
const defaultAffinitySeconds = 10_800;

/**
 * Makes services reachable on the loopback interface: each at an address of its own, and at their node ports on 127.0.0.1.
 *
 * The cluster address of a service belongs to no interface here; `addressOf` tells what to use in its place. TCP only.
 */
export class ServiceForwarder implements AsyncDisposable {
  readonly #clock: Clock;
  readonly #log: Logger;
  readonly #addresses: ServiceAddresses;
  readonly #services: Informer<Service>;
  readonly #slices: Informer<EndpointSlice>;
  /** By namespace and name. */
  readonly #forwarded = new Map<string, Forwarded>();
  /** What is being changed, by namespace and name: one change after the other. */
  readonly #work = new Map<string, Promise<void>>();
  /** Those that take no more connections but may still have some. */
  #closing: readonly ForwardedPort[] = [];
  #isStopped = false;

  constructor({
    client,
    addresses,
    clock = systemClock,
    random = systemRandom,
    log = silentLogger,
  }: ServiceForwarderOptions) {
    this.#clock = clock;
    this.#log = log;
    this.#addresses = addresses ?? new LoopbackServiceAddresses(random);
    const shared = { client, clock, random, log };
    this.#services = new Informer({ ...shared, kind: Service });
    this.#slices = new Informer({ ...shared, kind: EndpointSlice, indexes: { [byService]: serviceKeys } });
  }

  /** Resolves when all services that there are have their addresses. */
  async start(options: { readonly signal?: AbortSignal } = {}): Promise<void> {
    this.#slices.start();
    this.#services.start();
    await Promise.all([this.#slices.whenSynced(options), this.#services.whenSynced(options)]);
    const handlers = [
      this.#services.addHandler(({ object }) => this.#update(formatKey(object.metadata))),
      this.#slices.addHandler(({ object }) => {
        for (const key of serviceKeys(object)) this.#update(key);
      }),
    ];
    await Promise.all(handlers.map((handler) => handler.whenSynced(options)));
    await Promise.all(this.#work.values());
  }

  /** Where a service is reachable in place of its cluster address; undefined for one that has none, and until it is known. */
  addressOf(namespace: string, name: string): string | undefined {
    return this.#forwarded.get(`${namespace}/${name}`)?.address;
  }

  /** At which port of that address a port of a service is: the same, unless something stands in its way. */
  portOf(namespace: string, name: string, port: number): number | undefined {
    return this.#forwarded.get(`${namespace}/${name}`)?.ports.get(clusterPortKey({ port }))?.port;
  }

  /** Ends all connections. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await Promise.all([this.#services.stop(), this.#slices.stop()]);
    await Promise.all(this.#work.values());
    const ports = [...this.#closing, ...[...this.#forwarded.values()].flatMap((one) => [...one.ports.values()])];
    this.#forwarded.clear();
    await Promise.all(ports.map((port) => port.destroy()));
    await this.#addresses[Symbol.asyncDispose]();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
  }

  #update(key: string): void {
    const before = this.#work.get(key) ?? Promise.resolve();
    const work = before
      .then(() => this.#apply(key))
      .catch((error) => this.#log.error({ err: error, service: key }, "a service cannot be forwarded"))
      .finally(() => {
        if (this.#work.get(key) === work) this.#work.delete(key);
      });
    this.#work.set(key, work);
  }

  async #apply(key: string): Promise<void> {
    if (this.#isStopped) return;
    const service = this.#services.store.get(key);
    if (service === undefined || !isForwarded(service)) {
      await this.#remove(key);
      return;
    }
    let forwarded = this.#forwarded.get(key);
    if (forwarded === undefined) {
      forwarded = { address: await this.#addresses.allocate(), ports: new Map() };
      this.#forwarded.set(key, forwarded);
    }
    const slices = [...this.#slices.store.byIndex(byService, key)];
    const wanted = wantedPorts(service, forwarded.address);
    for (const [id, port] of forwarded.ports) {
      if (wanted.has(id)) continue;
      forwarded.ports.delete(id);
      await this.#close(port);
    }
    for (const [id, { host, port, servicePort }] of wanted) {
      const open = forwarded.ports.get(id) ?? new ForwardedPort({ host, port, clock: this.#clock, log: this.#log });
      forwarded.ports.set(id, open);
      await open.forward(portTargets(slices, servicePort), affinityOf(service));
    }
  }

  async #remove(key: string): Promise<void> {
    const forwarded = this.#forwarded.get(key);
    if (forwarded === undefined) return;
    this.#forwarded.delete(key);
    for (const port of forwarded.ports.values()) await this.#close(port);
    this.#addresses.release(forwarded.address);
  }

  /** Its connections go on, until all is stopped. */
  async #close(port: ForwardedPort): Promise<void> {
    this.#closing = [...this.#closing.filter(({ hasConnections }) => hasConnections), port];
    await port.close();
  }
}

interface Forwarded {
  readonly address: string;
  /** By what they are for. */
  readonly ports: Map<string, ForwardedPort>;
}

interface WantedPort {
  readonly host: string;
  readonly port: number;
  readonly servicePort: ServicePort;
}

function wantedPorts({ spec }: Service, address: string): Map<string, WantedPort> {
  const wanted = new Map<string, WantedPort>();
  for (const servicePort of spec?.ports ?? []) {
    if ((servicePort.protocol ?? "TCP") !== "TCP") continue;
    wanted.set(clusterPortKey(servicePort), { host: address, port: servicePort.port, servicePort });
    const { nodePort = 0 } = servicePort;
    if (nodePort > 0) wanted.set(`node ${nodePort}`, { host: nodePortHost, port: nodePort, servicePort });
  }
  return wanted;
}

function clusterPortKey({ port }: Pick<ServicePort, "port">): string {
  return `cluster ${port}`;
}

function affinityOf({ spec }: Service): number | undefined {
  if (spec?.sessionAffinity !== "ClientIP") return undefined;
  return (spec.sessionAffinityConfig?.clientIP?.timeoutSeconds ?? defaultAffinitySeconds) * 1000;
}

function serviceKeys({ metadata }: EndpointSlice): string[] {
  const name = metadata.labels?.["kubernetes.io/service-name"];
  return name === undefined ? [] : [`${metadata.namespace}/${name}`];
}
