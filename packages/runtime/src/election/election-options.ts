import { type Clock, validateDns1123Label, validateDns1123Subdomain } from "@kubewright/api";
import { type Client, systemClock, systemRandom } from "@kubewright/client";
import { RuntimeError } from "../errors.ts";
import { type ProcessHost, systemProcess } from "../host.ts";
import type { EventRecorder } from "../observability/event/event-recorder.ts";
import { type Logger, silentLogger } from "../observability/log/logger.ts";
import type { ElectionMetrics } from "../observability/metric/component-metrics.ts";

export interface LeaderElectorOptions {
  /** Reaches the Lease. Not one with a fence: the elector has its own rules for what it may still send. */
  readonly client: Client;
  /** Where the Lease is. */
  readonly namespace: string;
  /** Of the Lease: what all replicas have in common and nobody else has, as `memcached.cache.example.com`. */
  readonly name: string;
  /** Who holds the lease. Must be this process's alone. @default the host's name and a random identifier */
  readonly identity?: string;
  /**
   * For how long other candidates leave a lease alone that they see no change in, in whole seconds. @default 15_000
   */
  readonly leaseDurationMs?: number;
  /**
   * For how long a lease counts as held after it was renewed; an outage of the server that lasts longer ends the leadership. Less than
   * `leaseDurationMs`: the difference is what protects against two leaders. Where candidates are written with client-go, which sees renewals in
   * whole seconds only, it must be a second at least. @default 10_000
   */
  readonly renewDeadlineMs?: number;
  /** The time between two renewals, and between two looks of a candidate, who adds up to a fifth by chance. @default 2_000 */
  readonly retryPeriodMs?: number;
  /** Whether the lease is given back on stop, so that another replica need not wait for its end. @default true */
  readonly releaseOnStop?: boolean;
  /** Set on the Lease by whoever holds it. */
  readonly labels?: Readonly<Record<string, string>>;
  /** @default the host's */
  readonly clock?: Clock;
  /** From 0 up to, not including, 1. @default the host's */
  readonly random?: () => number;
  /** @default the real process */
  readonly process?: Pick<ProcessHost, "hostname" | "uuid">;
  /** @default nothing is logged */
  readonly log?: Logger;
  readonly metrics?: ElectionMetrics;
  /** Records on the Lease that this process became leader, and that it stopped leading in good order. @default nothing is recorded */
  readonly events?: EventRecorder;
}

/** All that have a default. */
export type ElectionOptions = Required<Omit<LeaderElectorOptions, "metrics" | "events" | "labels" | "process">> &
  Pick<LeaderElectorOptions, "metrics" | "events" | "labels">;

/** Candidates wait for up to so many retry periods. */
export const jitterFactor = 1.2;

export function resolveElectionOptions(options: LeaderElectorOptions): ElectionOptions {
  const process = options.process ?? systemProcess();
  const resolved: ElectionOptions = {
    ...options,
    identity: options.identity ?? `${process.hostname}_${process.uuid()}`,
    leaseDurationMs: options.leaseDurationMs ?? 15_000,
    renewDeadlineMs: options.renewDeadlineMs ?? 10_000,
    retryPeriodMs: options.retryPeriodMs ?? 2_000,
    releaseOnStop: options.releaseOnStop ?? true,
    clock: options.clock ?? systemClock,
    random: options.random ?? systemRandom,
    log: options.log ?? silentLogger,
  };
  const problem = problemOf(resolved);
  if (problem !== undefined) throw new RuntimeError("INVALID_SETUP", `leader election: ${problem}`);
  return resolved;
}

function problemOf(options: ElectionOptions): string | undefined {
  const { namespace, name, identity, leaseDurationMs, renewDeadlineMs, retryPeriodMs } = options;
  const [badNamespace] = validateDns1123Label(namespace);
  if (badNamespace !== undefined) return `namespace ${JSON.stringify(namespace)} cannot be one: ${badNamespace}`;
  const [badName] = validateDns1123Subdomain(name);
  if (badName !== undefined) return `name ${JSON.stringify(name)} cannot be that of a Lease: ${badName}`;
  if (identity === "") return "identity is empty, which on a Lease means that nobody holds it";
  if (!(retryPeriodMs > 0)) return `retryPeriodMs is ${retryPeriodMs}, but must be positive`;
  if (!(leaseDurationMs >= 1000) || leaseDurationMs % 1000 !== 0) {
    return `leaseDurationMs is ${leaseDurationMs}, but a Lease has its duration in whole seconds, one at least`;
  }
  if (!(leaseDurationMs > renewDeadlineMs)) {
    return `renewDeadlineMs (${renewDeadlineMs}) must be less than leaseDurationMs (${leaseDurationMs}): a leader stops before another begins`;
  }
  if (!(renewDeadlineMs > retryPeriodMs * jitterFactor)) {
    return `retryPeriodMs (${retryPeriodMs}) must be less than renewDeadlineMs (${renewDeadlineMs}) divided by ${jitterFactor}: there must be time for a second try`;
  }
  return undefined;
}
