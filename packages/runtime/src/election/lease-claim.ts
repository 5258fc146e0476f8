import { formatMicroTime } from "@kubewright/api";
import { Lease, type LeaseSpec } from "@kubewright/api/coordination/v1";

export interface LeaseClaimOptions {
  readonly namespace: string;
  readonly name: string;
  readonly identity: string;
  readonly leaseDurationSeconds: number;
  readonly labels: Readonly<Record<string, string>> | undefined;
  /** From 0 up to, not including, 1. */
  readonly random: () => number;
}

/**
 * Writes one process's claim into a Lease, and finds it there again.
 *
 * What it does not know, such as the fields of coordinated election, stays as it is. Identity alone does not make a lease ours: a process of
 * the same name may run somewhere, or have run. It is ours if it carries a time of acquisition that this claim has written.
 */
export class LeaseClaim {
  readonly #options: LeaseClaimOptions;
  /** Every `acquireTime` ever asked for: whether a request came through is not always known. */
  readonly #acquireTimes = new Set<string>();

  constructor(options: LeaseClaimOptions) {
    this.#options = options;
  }

  isIn({ spec = {} }: Lease): boolean {
    const { holderIdentity, acquireTime } = spec;
    return holderIdentity === this.#options.identity && this.#acquireTimes.has(acquireTime ?? "");
  }

  /** `lease` as it is to be stored to be ours, or ours for longer. Undefined: there is none. */
  holding(lease: Lease | undefined, now: number): Lease {
    const { identity, leaseDurationSeconds } = this.#options;
    const time = formatMicroTime(now);
    const spec: LeaseSpec = { ...lease?.spec, holderIdentity: identity, leaseDurationSeconds, renewTime: time };
    if (lease === undefined || !this.isIn(lease)) {
      // Clocks tell milliseconds, in which a process of the same name may do the same.
      spec.acquireTime = time.replace(
        /\d{3}Z$/,
        `${Math.floor(this.#options.random() * 1000)}`.padStart(3, "0").concat("Z"),
      );
      this.#acquireTimes.add(spec.acquireTime);
      spec.leaseTransitions = lease === undefined ? 0 : (lease.spec?.leaseTransitions ?? 0) + 1;
    }
    return this.#with(lease, spec);
  }

  /** `lease` as it is to be stored to be free for anyone, at once. */
  released(lease: Lease, now: number): Lease {
    const time = formatMicroTime(now);
    const free = { holderIdentity: "", leaseDurationSeconds: 1, renewTime: time, acquireTime: time };
    return this.#with(lease, { ...lease.spec, ...free });
  }

  #with(lease: Lease | undefined, spec: LeaseSpec): Lease {
    const { namespace, name, labels: ours } = this.#options;
    const metadata = lease?.metadata ?? { namespace, name };
    const labels = ours === undefined ? undefined : { ...metadata.labels, ...ours };
    return Lease.of({ metadata: { ...metadata, ...(labels !== undefined && { labels }) }, spec });
  }
}
