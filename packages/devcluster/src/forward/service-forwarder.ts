import { type Clock, formatKey } from "@kubewright/api";
import { Service } from "@kubewright/api/core/v1";
import { EndpointSlice } from "@kubewright/api/discovery/v1";
import { sleep, systemClock, systemRandom } from "@kubewright/client";
import { type EventRecorder, Informer, type InformerClient, type Logger, silentLogger } from "@kubewright/runtime";
import { ForwardedPort } from "./forwarded-port.ts";
import { isForwarded, isLoopback, type PodKnowledge, portTargets } from "./port-targets.ts";
import { LoopbackServiceAddresses, type ServiceAddresses } from "./service-addresses.ts";
import { TargetPicker } from "./target-picker.ts";
import { affinityOf, clusterPortKey, unsupportedPorts, type WantedPort, wantedPorts } from "./wanted-ports.ts";

export interface ServiceForwarderOptions {
  readonly client: InformerClient;
  /** For services whose cluster address is not of the loopback network. @default addresses of 127.0.0.0/8, which must all be local, as on Linux */
  readonly addresses?: ServiceAddresses;
  /** Where something listens instead of at a port of a pod, where all pods have the same address. @default there */
  mappedPort?(podUid: string, port: number): number | undefined;
  /** Told of ports that are not where they should be. @default nobody */
  readonly events?: EventRecorder;
  /** @default the host's */
  readonly clock?: Clock;
  /** From 0 up to, not including, 1. @default the host's */
  readonly random?: () => number;
  /** @default says nothing */
  readonly log?: Logger;
}

const byService = "service";
const byPod = "pod";
/** How long a pod that ends is kept from doing so by clients that it should answer. */
const maxDrainMs = 1_000;

/**
 * Makes services reachable on the loopback interface, as kube-proxy does on its node: each at its cluster address if that is one of the
 * loopback network, else at another one that `addressOf` tells, and at their node ports on 127.0.0.1.
 *
 * A port that cannot be opened is told of, and at another one if it is of a service's own address. TCP and UDP.
 */
export class ServiceForwarder implements AsyncDisposable {
  readonly #clock: Clock;
  readonly #log: Logger;
  readonly #events: EventRecorder | undefined;
  readonly #addresses: ServiceAddresses;
  readonly #pods: PodKnowledge;
  readonly #services: Informer<Service>;
  readonly #slices: Informer<EndpointSlice>;
  /** The uids of pods that end, until no endpoint is left of them. */
  readonly #withdrawn = new Set<string>();
  /** By namespace and name. */
  readonly #forwarded = new Map<string, Forwarded>();
  /** What is being changed, by namespace and name: one change after the other. */
  readonly #work = new Map<string, Promise<void>>();
  /** Those that take no more connections but may still have some. */
  #closing: readonly ForwardedPort[] = [];
  #isStopped = false;

  constructor(options: ServiceForwarderOptions) {
    const { client, addresses, events, clock = systemClock, random = systemRandom, log = silentLogger } = options;
    this.#clock = clock;
    this.#log = log;
    this.#events = events;
    this.#addresses = addresses ?? new LoopbackServiceAddresses(random);
    this.#pods = {
      isEnding: (podUid) => this.#withdrawn.has(podUid),
      mappedPort: (podUid, port) => options.mappedPort?.(podUid, port),
    };
    const shared = { client, clock, random, log };
    this.#services = new Informer({ ...shared, kind: Service });
    const indexes = { [byService]: serviceKeys, [byPod]: podUids };
    this.#slices = new Informer({ ...shared, kind: EndpointSlice, indexes });
  }

  /** Resolves when all services that there are have their addresses. */
  async start(options: { readonly signal?: AbortSignal } = {}): Promise<void> {
    const informers = [this.#slices, this.#services];
    for (const informer of informers) informer.start();
    await Promise.all(informers.map((informer) => informer.whenSynced(options)));
    const handlers = [
      this.#services.addHandler(({ object }) => void this.#update(formatKey(object.metadata))),
      this.#slices.addHandler(({ object }) => {
        for (const uid of this.#withdrawn) if (!this.#hasEndpoint(uid)) this.#withdrawn.delete(uid);
        for (const key of serviceKeys(object)) void this.#update(key);
      }),
    ];
    await Promise.all(handlers.map((handler) => handler.whenSynced(options)));
    await Promise.all(this.#work.values());
  }

  /** Where a service is reachable; undefined for one that is not, and until it is known. */
  addressOf(namespace: string, name: string): string | undefined {
    return this.#forwarded.get(`${namespace}/${name}`)?.address;
  }

  /** At which port of that address a port of a service is: the same, unless something stands in its way. */
  portOf(namespace: string, name: string, port: number, protocol: "TCP" | "UDP" = "TCP"): number | undefined {
    return this.#forwarded.get(`${namespace}/${name}`)?.ports.get(clusterPortKey(port, protocol))?.port;
  }

  /**
   * Lets new connections go to other pods, if there are any, before the endpoint of this one says that it ends.
   *
   * Resolves when those that it should answer are answered, or after a moment.
   */
  async withdraw(podUid: string): Promise<void> {
    if (this.#isStopped || !this.#hasEndpoint(podUid)) return;
    this.#withdrawn.add(podUid);
    const keys = new Set([...this.#slices.store.byIndex(byPod, podUid)].flatMap(serviceKeys));
    const drained = [...keys].map(async (key) => {
      await this.#update(key);
      const ports = [...(this.#forwarded.get(key)?.ports.values() ?? [])];
      await Promise.all(ports.map((port) => port.drained((target) => target.podUid === podUid)));
    });
    const isDrained = new AbortController();
    const longest = sleep(maxDrainMs, { clock: this.#clock, signal: isDrained.signal }).catch(() => {});
    await Promise.race([Promise.all(drained), longest]);
    isDrained.abort();
  }

  /** Ends all connections. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await Promise.all([this.#services.stop(), this.#slices.stop()]);
    await Promise.all(this.#work.values());
    const ports = [...this.#closing, ...[...this.#forwarded.values()].flatMap((one) => [...one.ports.values()])];
    this.#forwarded.clear();
    this.#closing = [];
    await Promise.all(ports.map((port) => port.destroy()));
    await this.#addresses[Symbol.asyncDispose]();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
  }

  #update(key: string): Promise<void> {
    const before = this.#work.get(key) ?? Promise.resolve();
    const work = before
      .then(() => this.#apply(key))
      .catch((error) => this.#log.error({ err: error, service: key }, "a service cannot be forwarded"))
      .finally(() => {
        if (this.#work.get(key) === work) this.#work.delete(key);
      });
    this.#work.set(key, work);
    return work;
  }

  async #apply(key: string): Promise<void> {
    if (this.#isStopped) return;
    const service = this.#services.store.get(key);
    const known = this.#forwarded.get(key);
    // One that was made again under the same name may have another address.
    const isSame = service !== undefined && isForwarded(service) && known?.clusterIp === service.spec?.clusterIP;
    if (known !== undefined && !isSame) await this.#remove(key, known);
    if (service === undefined || !isForwarded(service)) return;
    const forwarded = this.#forwarded.get(key) ?? (await this.#add(key, service));
    const wanted = wantedPorts(service, forwarded.address);
    for (const [id, port] of forwarded.ports) {
      if (wanted.has(id)) continue;
      forwarded.ports.delete(id);
      await this.#close(port);
    }
    const slices = [...this.#slices.store.byIndex(byService, key)];
    for (const { servicePort } of wanted.values()) {
      forwarded
        .pickerOf(servicePort.port, servicePort.protocol, this.#clock)
        .set(portTargets(slices, servicePort, this.#pods), affinityOf(service));
    }
    for (const [id, one] of wanted) {
      const port = forwarded.ports.get(id) ?? this.#open(service, forwarded, one);
      forwarded.ports.set(id, port);
      await port.update();
    }
  }

  async #add(key: string, service: Service): Promise<Forwarded> {
    const clusterIp = service.spec?.clusterIP ?? "";
    const isOwn = isLoopback(clusterIp);
    const forwarded = new Forwarded(clusterIp, isOwn ? clusterIp : await this.#addresses.allocate(), isOwn);
    this.#forwarded.set(key, forwarded);
    for (const { port, protocol } of unsupportedPorts(service)) {
      this.#warn(service, `Port ${port} is not forwarded: ${protocol} is not supported`);
    }
    return forwarded;
  }

  #open(service: Service, forwarded: Forwarded, { servicePort, ...wanted }: WantedPort): ForwardedPort {
    const { host, port, protocol, isNodePort } = wanted;
    return new ForwardedPort({
      ...{ host, port, protocol, mayMove: !isNodePort },
      picker: forwarded.pickerOf(servicePort.port, protocol, this.#clock),
      clock: this.#clock,
      log: this.#log,
      onTrouble: (error, instead) => {
        const what = `${isNodePort ? "Node port" : "Port"} ${port}`;
        if (instead === undefined) this.#warn(service, `${what} is not forwarded: ${error.message}`);
        else this.#moved(service, `${what} is at ${host}:${instead}: ${error.message}`);
      },
    });
  }

  #warn(service: Service, note: string): void {
    this.#log.warn({ service: formatKey(service.metadata) }, note);
    this.#events?.warning(service, { reason: "NotForwarded", action: "Forward", note });
  }

  #moved(service: Service, note: string): void {
    this.#log.info({ service: formatKey(service.metadata) }, note);
    this.#events?.normal(service, { reason: "PortMoved", action: "Forward", note });
  }

  async #remove(key: string, forwarded: Forwarded): Promise<void> {
    this.#forwarded.delete(key);
    for (const port of forwarded.ports.values()) await this.#close(port);
    if (!forwarded.isOwnAddress) this.#addresses.release(forwarded.address);
  }

  /** Its connections go on, until all is stopped. */
  async #close(port: ForwardedPort): Promise<void> {
    this.#closing = [...this.#closing.filter(({ isBusy }) => isBusy), port];
    await port.close();
  }

  #hasEndpoint(podUid: string): boolean {
    for (const _ of this.#slices.store.byIndex(byPod, podUid)) return true;
    return false;
  }
}

/** A service that can be reached. */
class Forwarded {
  readonly clusterIp: string;
  readonly address: string;
  /** Whether the address is the service's cluster address. */
  readonly isOwnAddress: boolean;
  /** By what they are for. */
  readonly ports = new Map<string, ForwardedPort>();
  /** By port and protocol of the service: its node port shares the turns and the affinity of clients. */
  readonly #pickers = new Map<string, TargetPicker>();

  constructor(clusterIp: string, address: string, isOwnAddress: boolean) {
    this.clusterIp = clusterIp;
    this.address = address;
    this.isOwnAddress = isOwnAddress;
  }

  pickerOf(port: number, protocol: string | undefined, clock: Clock): TargetPicker {
    const key = clusterPortKey(port, protocol ?? "TCP");
    const picker = this.#pickers.get(key) ?? new TargetPicker(clock);
    this.#pickers.set(key, picker);
    return picker;
  }
}

function serviceKeys({ metadata }: EndpointSlice): string[] {
  const name = metadata.labels?.["kubernetes.io/service-name"];
  return name === undefined ? [] : [`${metadata.namespace}/${name}`];
}

function podUids({ endpoints }: EndpointSlice): string[] {
  return (endpoints ?? []).flatMap(({ targetRef }) => {
    return targetRef?.kind === "Pod" && targetRef.uid !== undefined ? [targetRef.uid] : [];
  });
}
