import { type Clock, formatTime } from "@kubewright/api";
import type { Service } from "@kubewright/api/core/v1";
import type { ServiceCIDR } from "@kubewright/api/networking/v1";
import type { Randomness } from "../../host.ts";
import type { ApiObject } from "../../resource-object.ts";
import type { ObjectStore } from "../../storage/object-store.ts";
import { AddressRange } from "./address-range.ts";
import type { IpFamily } from "./ip-family.ts";
import { PendingChoices } from "./pending-choices.ts";
import { randomBelow } from "./random-below.ts";

/** Where addresses come from. */
export interface AddressOptions {
  readonly store: ObjectStore;
  readonly clock: Clock;
  /** The blocks of the server: one, or one of each family; the first family is that of services that do not say. */
  readonly blocks: readonly string[];
  readonly newUid: () => string;
}

const collection = "networking.k8s.io/ipaddresses";

/**
 * Which addresses services have.
 *
 * What is stored decides: an address is taken while there is an IPAddress object of that name.
 */
export class ServiceAddresses {
  readonly defaultFamily: IpFamily;
  readonly #options: AddressOptions;
  readonly #ranges: readonly AddressRange[];
  readonly #pending: PendingChoices<string>;

  constructor(options: AddressOptions) {
    this.#options = options;
    this.#ranges = options.blocks.map(AddressRange.parse).filter((range) => range !== undefined);
    this.#pending = new PendingChoices(options.clock);
    this.defaultFamily = this.#ranges[0]?.family ?? "IPv4";
  }

  get families(): ReadonlySet<IpFamily> {
    return new Set(this.#ranges.map(({ family }) => family));
  }

  /** A free address, kept for the caller for a while; undefined when there is none. Dry runs get one that nobody has. */
  choose(family: IpFamily, random: Randomness, isDryRun: boolean): string | undefined {
    const ranges = this.#rangesOf(family);
    if (isDryRun) return ranges[0]?.base;
    for (const range of ranges) {
      const chosen = range.choose(
        (address) => this.#isTaken(address) || this.#pending.has(address),
        randomBelow(random),
      );
      if (chosen === undefined) continue;
      this.#pending.add(chosen);
      return chosen;
    }
    return undefined;
  }

  /** Why a service may not have an address, in the server's words; undefined when it may. */
  problemWith(address: string, family: IpFamily, isDryRun: boolean): string | undefined {
    if (!this.#rangesOf(family).some((range) => range.has(address))) {
      if (!isDryRun) return "the provided network does not match the current range";
      const block = this.#options.blocks.find((text) => AddressRange.parse(text)?.family === family);
      return `the provided IP (${address}) is not in the valid range. The range of valid IPs is ${block}`;
    }
    return !isDryRun && this.#isTaken(address) ? "provided IP is already allocated" : undefined;
  }

  /** Writes down that a service has the address. False when another was faster. */
  take(address: string, family: IpFamily, service: Service): boolean {
    this.#pending.delete(address);
    const now = formatTime(this.#options.clock.now());
    return this.#options.store.create(collection, this.#ipAddress(address, family, service, now)) !== undefined;
  }

  free(address: string): void {
    const found = this.#options.store.get(collection, "", address);
    if (found !== undefined) this.#options.store.delete(collection, "", address, found.revision);
  }

  #isTaken(address: string): boolean {
    return this.#options.store.get(collection, "", address) !== undefined;
  }

  /** Those of the server, and those that were added later and are ready. */
  #rangesOf(family: IpFamily): AddressRange[] {
    const added = this.#options.store
      .list("networking.k8s.io/servicecidrs")
      .items.map(({ object }) => object as unknown as ServiceCIDR)
      .filter(({ metadata, status }) => metadata.name !== "kubernetes" && isReady(status))
      .flatMap(({ spec }) => spec?.cidrs ?? [])
      .map(AddressRange.parse)
      .filter((range) => range !== undefined);
    return [...this.#ranges, ...added].filter((range) => range.family === family);
  }

  #ipAddress(address: string, family: IpFamily, { metadata }: Service, now: string): ApiObject {
    return {
      kind: "IPAddress",
      apiVersion: "networking.k8s.io/v1",
      metadata: {
        name: address,
        uid: this.#options.newUid(),
        creationTimestamp: now,
        labels: {
          "ipaddress.kubernetes.io/ip-family": family,
          "ipaddress.kubernetes.io/managed-by": "ipallocator.k8s.io",
        },
        managedFields: [
          {
            manager: "kube-apiserver",
            operation: "Update",
            apiVersion: "networking.k8s.io/v1",
            time: now,
            fieldsType: "FieldsV1",
            fieldsV1: {
              "f:metadata": {
                "f:labels": {
                  ".": {},
                  "f:ipaddress.kubernetes.io/ip-family": {},
                  "f:ipaddress.kubernetes.io/managed-by": {},
                },
              },
              "f:spec": { "f:parentRef": { ".": {}, "f:name": {}, "f:namespace": {}, "f:resource": {} } },
            },
          },
        ],
      },
      spec: { parentRef: { resource: "services", namespace: metadata.namespace, name: metadata.name } },
    };
  }
}

function isReady(status: ServiceCIDR["status"]): boolean {
  return status?.conditions?.some(({ type, status: value }) => type === "Ready" && value === "True") ?? false;
}
