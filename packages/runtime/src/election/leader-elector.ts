import { isAlreadyExists, isConflict, isForbidden, isNotFound } from "@kubewright/api";
import type { Lease } from "@kubewright/api/coordination/v1";
import { onAbort, sleep } from "@kubewright/client";
import { messageOf, RuntimeError } from "../errors.ts";
import type { HealthCheck } from "../observability/health/health-check.ts";
import type { Logger } from "../observability/log/logger.ts";
import {
  type ElectionOptions,
  jitterFactor,
  type LeaderElectorOptions,
  resolveElectionOptions,
} from "./election-options.ts";
import { type Fence, LeaseFence } from "./fence.ts";
import { LeaseClaim } from "./lease-claim.ts";
import { LeaseKeeper } from "./lease-keeper.ts";
import { LeaseLock } from "./lease-lock.ts";
import { LeaseObservation } from "./lease-observation.ts";

export interface ElectionRun {
  /** Ends the candidacy, or the leadership: the work ends, then the lease is given back. */
  readonly signal: AbortSignal;
  /**
   * Called once, when the lease is ours. `leading` aborts when the lease is lost, with RuntimeError `LEASE_LOST`, and when `signal` does.
   *
   * Before the lease is given back, what it resolves to is waited for, for as long as that takes; so whatever must not go on beside another
   * leader belongs into it. When it resolves earlier, this process leads on. When it rejects, the lease is given back, and `run` rejects
   * with the same error.
   */
  readonly onElected?: (leading: AbortSignal) => void | Promise<void>;
  /** Called with the identity of each leader that is seen to be another than the last one, oneself included. */
  readonly onNewLeader?: (identity: string) => void;
}

/** Where an election stands, as seen by one candidate. */
type State = "new" | "waiting" | "leading" | "lost" | "stopped";

const rbacMarker = "// +kubebuilder:rbac:groups=coordination.k8s.io,resources=leases,verbs=get;create;update";

/**
 * Makes sure that of all processes that run for one Lease, one at most works at any time.
 *
 * Understands itself with client-go's leader election on the same Lease. For one term: after its end, whatever the reason, another elector is
 * needed, usually in a new process. Writes belong behind `fence`, see `withFence`: a process may be stopped, or starved, at any point between
 * two lines of it, and then go on without knowing that another leads.
 */
export class LeaderElector {
  /** Who we are on the Lease. */
  readonly identity: string;
  readonly fence: Fence;
  readonly #options: ElectionOptions;
  readonly #log: Logger;
  readonly #fence: LeaseFence;
  readonly #lock: LeaseLock;
  readonly #claim: LeaseClaim;
  readonly #observation: LeaseObservation;
  #state: State = "new";
  #reported: string | undefined;
  #onNewLeader: ((identity: string) => void) | undefined;
  #lastFailure: string | undefined;
  #hasToldOfRole = false;
  /** What keeps this process from ever using the Lease, as of the last try. */
  #obstacle: unknown;

  /** Throws RuntimeError `INVALID_SETUP`, which names the option, for options that cannot work. */
  constructor(options: LeaderElectorOptions) {
    const resolved = resolveElectionOptions(options);
    const { client, clock, namespace, name, identity, leaseDurationMs, labels } = resolved;
    const lease = `${namespace}/${name}`;
    this.identity = identity;
    this.#options = resolved;
    this.#log = resolved.log.child({ lease, identity });
    this.#fence = new LeaseFence({ clock, lease, heldForMs: resolved.renewDeadlineMs });
    this.fence = this.#fence;
    this.#lock = new LeaseLock(client, { namespace, name });
    const leaseDurationSeconds = leaseDurationMs / 1000;
    this.#claim = new LeaseClaim({ namespace, name, identity, labels, leaseDurationSeconds, random: resolved.random });
    this.#observation = new LeaseObservation(clock, leaseDurationMs);
    resolved.metrics?.leading(false);
  }

  /** Whether this process leads, for certain. */
  get isLeader(): boolean {
    return this.#state === "leading" && this.#fence.remainingMs > 0;
  }

  /** Who held the lease when it was last seen; undefined when nobody did, or it was not seen yet. */
  get currentHolder(): string | undefined {
    return this.#observation.holder;
  }

  /**
   * Runs for the lease, and holds it.
   *
   * Resolves when `signal` aborted and the lease, if it was ours, is given back. Rejects with RuntimeError `LEASE_LOST` as soon as it is lost:
   * stop everything at once then. Runs once.
   */
  async run({ signal, onElected, onNewLeader }: ElectionRun): Promise<void> {
    if (this.#state !== "new") {
      throw new RuntimeError("INVALID_ARGUMENT", "a LeaderElector runs once: make another one for the next term");
    }
    this.#state = "waiting";
    this.#onNewLeader = onNewLeader;
    this.#log.info({}, "attempting to acquire leader lease");
    const lease = await this.#acquire(signal);
    if (lease === undefined) {
      this.#state = "stopped";
      return;
    }
    await this.#lead(lease, signal, onElected ?? (() => {}));
  }

  /**
   * Fails when the lease ended more than `toleranceMs` ago and the process, which should have ended, is still there. For `/healthz`, under the
   * name `leaderElection`, so that a process that cannot end is ended from outside.
   */
  healthCheck(options: { readonly toleranceMs?: number } = {}): HealthCheck {
    const { toleranceMs = 20_000 } = options;
    return () => {
      const { heldMs } = this.#fence;
      if (heldMs === undefined || this.#state === "stopped") return;
      const { clock, leaseDurationMs, namespace, name } = this.#options;
      const overdueMs = clock.monotonic() - heldMs - leaseDurationMs;
      if (overdueMs <= toleranceMs) return;
      const text = `the lease ${namespace}/${name} ended ${Math.round(overdueMs)} ms ago, and this process that held it still runs`;
      throw new RuntimeError("LEASE_LOST", text);
    };
  }

  /**
   * Fails while the Lease cannot be read or written for want of a permission, or of its namespace: a replica that can never lead is
   * of no use. For `/readyz`, under the name `leaderElection`.
   */
  readyCheck(): HealthCheck {
    return () => {
      if (this.#obstacle === undefined) return;
      const { namespace, name } = this.#options;
      const what = `the Lease ${namespace}/${name} cannot be used, so that this process cannot lead: ${messageOf(this.#obstacle)}`;
      const advice = isForbidden(this.#obstacle) ? `; a role with this marker would grant it: ${rbacMarker}` : "";
      throw new Error(`${what}${advice}`);
    };
  }

  /** The lease as it was acquired; undefined when `signal` aborted before. */
  async #acquire(signal: AbortSignal): Promise<Lease | undefined> {
    const { clock, random, retryPeriodMs } = this.#options;
    while (!signal.aborted) {
      try {
        const lease = await this.#tryAcquire(signal);
        this.#obstacle = undefined;
        if (lease !== undefined) return lease;
      } catch (error) {
        if (!signal.aborted) this.#tellFailure(error, "the lease could not be asked for");
      }
      const delayMs = retryPeriodMs * (1 + random() * (jitterFactor - 1));
      await sleep(delayMs, { clock, signal }).catch(() => {});
    }
    return undefined;
  }

  async #tryAcquire(signal: AbortSignal): Promise<Lease | undefined> {
    const { clock, renewDeadlineMs } = this.#options;
    const timeoutMs = renewDeadlineMs / 2;
    const lease = await this.#lock.read({ timeoutMs, signal });
    this.#see(lease);
    this.#lastFailure = undefined;
    const isOurs = lease !== undefined && this.#claim.isIn(lease);
    if (!this.#observation.isFree && !isOurs) return undefined;
    let sentMs = clock.monotonic();
    try {
      // Without the signal: what became of it must be known, so that it can be given back.
      const stored = await this.#lock.write(this.#claim.holding(lease, clock.now()), {
        timeoutMs,
        beforeSend() {
          sentMs = clock.monotonic();
        },
      });
      this.#see(stored);
      return this.#fence.hold(sentMs) ? stored : undefined;
    } catch (error) {
      if (isConflict(error) || isAlreadyExists(error)) return undefined;
      throw error;
    }
  }

  async #lead(lease: Lease, signal: AbortSignal, onElected: NonNullable<ElectionRun["onElected"]>): Promise<void> {
    this.#state = "leading";
    this.#options.metrics?.leading(true);
    this.#record(lease, "became leader");
    this.#log.info({}, "successfully acquired lease");
    const keeper = this.#keeper(lease);
    const leading = new AbortController();
    const finished = new AbortController();
    let failure: { readonly error: unknown } | undefined;
    let isWorking = true;
    const finishWhenDone = () => {
      if (!isWorking && (signal.aborted || failure !== undefined)) finished.abort();
    };
    const forget = onAbort(signal, (reason) => {
      leading.abort(reason);
      finishWhenDone();
    });
    const work = async () => {
      try {
        if (!signal.aborted) await onElected(leading.signal);
      } catch (error) {
        failure = { error };
      }
      isWorking = false;
      finishWhenDone();
    };
    void work();
    try {
      await keeper.keep(finished.signal);
    } catch (lost) {
      this.#end("lost");
      this.#log.error({ err: lost }, "the lease is lost");
      leading.abort(lost);
      throw lost;
    } finally {
      forget();
    }
    this.#end("stopped");
    this.#record(lease, "stopped leading");
    await this.#giveBack(keeper);
    if (failure !== undefined) throw (failure as { readonly error: unknown }).error;
  }

  #keeper(lease: Lease): LeaseKeeper {
    const { clock, random, renewDeadlineMs, retryPeriodMs, metrics } = this.#options;
    return new LeaseKeeper({
      lock: this.#lock,
      claim: this.#claim,
      fence: this.#fence,
      clock,
      random,
      renewDeadlineMs,
      retryPeriodMs,
      lease,
      onRead: (read) => {
        metrics?.slowPath();
        this.#see(read);
      },
      onRenewed: () => {
        this.#lastFailure = undefined;
        this.#obstacle = undefined;
      },
      onFailure: (error) => this.#tellFailure(error, "the lease could not be renewed"),
    });
  }

  async #giveBack(keeper: LeaseKeeper): Promise<void> {
    if (!this.#options.releaseOnStop) {
      this.#fence.close("this process stopped leading");
      this.#log.info({}, "this process leads no more");
      return;
    }
    try {
      this.#see(await keeper.release());
      this.#log.info({}, "the lease is given back");
    } catch (error) {
      this.#log.warn({ err: error }, "the lease could not be given back: others will wait for its end");
    }
  }

  /** As client-go does. Of a lost lease nothing is told: that would be a write. */
  #record(lease: Lease, what: string): void {
    this.#options.events?.normal(lease, { reason: "LeaderElection", note: `${this.identity} ${what}` });
  }

  #end(state: "lost" | "stopped"): void {
    this.#state = state;
    this.#options.metrics?.leading(false);
  }

  #see(lease: Lease | undefined): void {
    this.#observation.see(lease);
    const { holder } = this.#observation;
    if (holder === undefined || holder === this.#reported) return;
    this.#reported = holder;
    this.#log.info({ holder }, "the lease has a new holder");
    try {
      this.#onNewLeader?.(holder);
    } catch (error) {
      this.#log.error({ err: error }, "onNewLeader failed");
    }
  }

  /** Each kind of failure once in a row, since it comes back with every try. */
  #tellFailure(error: unknown, message: string): void {
    // A Lease that is not there is made; that fails where the namespace is not there.
    this.#obstacle = isForbidden(error) || isNotFound(error) ? error : undefined;
    if (isForbidden(error) && !this.#hasToldOfRole) {
      this.#hasToldOfRole = true;
      const advice = `this process may not use Leases in ${this.#options.namespace}; a role with this marker would let it: ${rbacMarker}`;
      this.#log.error({ err: error, rbacMarker }, advice);
      return;
    }
    const text = messageOf(error);
    if (text === this.#lastFailure) this.#log.debug({ err: error }, message);
    else this.#log.warn({ err: error }, message);
    this.#lastFailure = text;
  }
}
