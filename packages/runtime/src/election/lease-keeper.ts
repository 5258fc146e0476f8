import { type Clock, isConflict } from "@kubewright/api";
import type { Lease } from "@kubewright/api/coordination/v1";
import { ClientError, onAbort, sleep } from "@kubewright/client";
import { RuntimeError } from "../errors.ts";
import type { LeaseFence } from "./fence.ts";
import type { LeaseClaim } from "./lease-claim.ts";
import type { LeaseLock } from "./lease-lock.ts";

export interface LeaseKeeperOptions {
  readonly lock: LeaseLock;
  readonly claim: LeaseClaim;
  readonly fence: LeaseFence;
  readonly clock: Clock;
  readonly random: () => number;
  readonly renewDeadlineMs: number;
  readonly retryPeriodMs: number;
  /** As it was stored when it was acquired. */
  readonly lease: Lease;
  /** Told of each state that was read. */
  readonly onRead: (lease: Lease | undefined) => void;
  readonly onRenewed: () => void;
  /** Told of each try that did not renew. */
  readonly onFailure: (error: unknown) => void;
}

type Outcome =
  | "renewed"
  /** Someone changed the lease since we wrote it: it must be read again, at once. */
  | "outdated"
  | "failed";

/**
 * Renews a lease that was acquired, until it is lost or to be given back.
 *
 * A try that gets no answer for a while is not waited for: the next one goes out beside it, on another connection, with a state that is read anew.
 * Each answer counts when it comes, and at most one of the writes can succeed from one state. So neither a dead connection
 * nor a slow server uses up the time.
 */
export class LeaseKeeper {
  readonly #options: LeaseKeeperOptions;
  /** How long an answer is waited for before the next try begins. */
  readonly #patienceMs: number;
  readonly #end: AbortController = new AbortController();
  /** The state to write to; undefined when it has to be read, since a write may have changed it. */
  #lease: Lease | undefined;
  #writesUnderWay = 0;
  #renewals = 0;
  #lost: RuntimeError | undefined;
  #failure: unknown;

  constructor(options: LeaseKeeperOptions) {
    this.#options = options;
    this.#patienceMs = options.renewDeadlineMs / 4;
    this.#lease = options.lease;
  }

  /** Resolves when `signal` aborts, and rejects with RuntimeError `LEASE_LOST` as soon as the lease is lost. */
  async keep(signal: AbortSignal): Promise<void> {
    const { clock } = this.#options;
    const forget = onAbort(signal, (reason) => this.#end.abort(reason));
    const expiry = this.#watchExpiry();
    try {
      for (let delayMs = this.#untilRenewalMs; ; delayMs = await this.#try()) {
        await sleep(delayMs, { clock, signal: this.#end.signal });
      }
    } catch (error) {
      if (this.#lost !== undefined) throw this.#lost;
      if (!signal.aborted) throw error;
    } finally {
      forget();
      expiry[Symbol.dispose]();
    }
  }

  /** Gives the lease back, if it still is ours. Nothing passes the fence from the beginning on. Resolves to the state it leaves behind. */
  async release(): Promise<Lease | undefined> {
    const { lock, claim, fence, clock } = this.#options;
    fence.close("it was given back");
    const endMs = clock.monotonic() + this.#options.renewDeadlineMs / 2;
    let lease = this.#lease;
    for (;;) {
      const timeoutMs = Math.max(1, Math.min(this.#patienceMs, endMs - clock.monotonic()));
      try {
        lease ??= await lock.read({ timeoutMs });
        if (lease === undefined || !claim.isIn(lease)) return lease;
        return await lock.write(claim.released(lease, clock.now()), { timeoutMs });
      } catch (error) {
        const isUnclear = isConflict(error) || (error instanceof ClientError && error.code === "TIMEOUT");
        if (!isUnclear || clock.monotonic() >= endMs) throw error;
        lease = undefined;
      }
    }
  }

  /** Loses the lease when its time is over, even if nothing else happens. */
  #watchExpiry(): Disposable {
    const { clock, fence } = this.#options;
    const wait = () =>
      clock.schedule(fence.remainingMs, () => {
        if (fence.remainingMs > 0) timer = wait();
        else this.#lose();
      });
    let timer = wait();
    return { [Symbol.dispose]: () => timer.cancel() };
  }

  /** Counted from when the last renewal was sent: its answer may have taken long. */
  get #untilRenewalMs(): number {
    const { clock, fence, retryPeriodMs } = this.#options;
    return retryPeriodMs - (clock.monotonic() - (fence.heldMs ?? 0));
  }

  /** Resolves to the time to wait before the next try. */
  async #try(): Promise<number> {
    const { clock, random, retryPeriodMs } = this.#options;
    const outcome = await within(clock, this.#patienceMs, this.#renew());
    switch (outcome) {
      case "renewed":
        return this.#untilRenewalMs;
      case "failed":
        // More often than all is well: the time runs.
        return (retryPeriodMs / 2) * (1 + random() * 0.2);
      default:
        return 0;
    }
  }

  async #renew(): Promise<Outcome> {
    const { onFailure } = this.#options;
    const { signal } = this.#end;
    const known = this.#lease;
    this.#lease = undefined;
    try {
      this.#options.fence.check();
      return known === undefined ? await this.#readAndWrite(signal) : await this.#write(known, signal);
    } catch (error) {
      if (signal.aborted) return "failed";
      if (error instanceof RuntimeError && error.code === "LEASE_LOST") {
        this.#lose();
        return "failed";
      }
      this.#failure = error;
      onFailure(error);
      return known !== undefined && isConflict(error) ? "outdated" : "failed";
    }
  }

  async #readAndWrite(signal: AbortSignal): Promise<Outcome> {
    const { lock, claim, fence, onRead } = this.#options;
    const renewals = this.#renewals;
    const lease = await lock.read({ signal, timeoutMs: Math.ceil(fence.remainingMs) });
    onRead(lease);
    if (lease !== undefined && !claim.isIn(lease)) {
      const holder = lease.spec?.holderIdentity;
      fence.close(holder ? `${holder} holds it` : "someone released it");
    }
    fence.check();
    // A try before this one was answered after all.
    if (this.#renewals > renewals) return "renewed";
    return await this.#write(lease, signal);
  }

  async #write(lease: Lease | undefined, signal: AbortSignal): Promise<Outcome> {
    const { lock, claim, fence, clock } = this.#options;
    let sentMs = clock.monotonic();
    const beforeSend = () => {
      fence.check();
      sentMs = clock.monotonic();
    };
    this.#writesUnderWay++;
    let stored: Lease;
    try {
      const timeoutMs = Math.ceil(fence.remainingMs);
      stored = await lock.write(claim.holding(lease, clock.now()), { signal, timeoutMs, beforeSend });
    } finally {
      this.#writesUnderWay--;
    }
    const isHeld = fence.hold(sentMs);
    fence.check();
    if (!isHeld) return "failed";
    this.#renewals++;
    this.#failure = undefined;
    // Another write may have come after it, or still come.
    if (this.#writesUnderWay === 0) this.#lease = stored;
    this.#options.onRenewed();
    return "renewed";
  }

  #lose(): void {
    const { fence } = this.#options;
    if (this.#end.signal.aborted) return;
    this.#lost = fence.lost(this.#failure === undefined ? {} : { cause: this.#failure });
    fence.close();
    this.#end.abort(this.#lost);
  }
}

/** What `promise` gives, or undefined when that takes longer than `limitMs`. */
function within<T>(clock: Clock, limitMs: number, promise: Promise<T>): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    const timer = clock.schedule(limitMs, () => resolve(undefined));
    promise.then(resolve, reject).finally(() => timer.cancel());
  });
}
