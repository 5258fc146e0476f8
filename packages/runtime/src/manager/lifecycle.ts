import type { Clock } from "@kubewright/api";
import { onAbort } from "@kubewright/client";
import type { LeaderElector } from "../election/leader-elector.ts";
import { RuntimeError } from "../errors.ts";
import type { CrashOrigin, ProcessHost } from "../host.ts";
import { withoutExpectedStack } from "../observability/log/log-value.ts";
import type { Logger } from "../observability/log/logger.ts";
import type { Runnable } from "./runnable.ts";
import { RunnableGroup } from "./runnable-group.ts";
import { StopDeadline } from "./stop-deadline.ts";

/** A part of the manager itself, which ends soon when it is told to. */
export interface Part {
  /** Resolves when it does what it is for. */
  start(options: { readonly signal: AbortSignal }): Promise<void>;
  /** Lets what is under way end for so long. */
  stop(options: { readonly timeoutMs: number }): Promise<void>;
}

export interface LifecycleOptions {
  readonly servers: Part;
  readonly caches: Part;
  /** Absent: this process leads without asking. */
  readonly elector: LeaderElector | undefined;
  /** Called before the lease is given back in good order: events that tell of the work that led may still be sent afterwards. */
  readonly openEventFence: () => void;
  /** Sends what waits to be sent, for so long at most. */
  readonly flushEvents: (timeoutMs: number) => Promise<void>;
  /** Frees what else there is. The last thing that happens. */
  readonly close: () => Promise<void>;
  readonly gracefulStopTimeoutMs: number;
  readonly clock: Clock;
  readonly log: Logger;
  readonly process: Pick<ProcessHost, "onStopSignal" | "onCrash" | "keepAlive" | "exit">;
  /** Otherwise they are left to others. */
  readonly handleSignals: boolean;
  readonly handleCrashes: boolean;
}

/** How long each of the last steps of a stop may take: answers that are under way, the lease, events that wait. */
const lastStepMs = 5_000;

/** How long all of a stop may take, at most, after an error that nobody caught: what else it broke is not known. */
const crashStopMs = 5_000;

/** Of errors that nobody caught, more are not logged: the log itself may be what fails. */
const maxCrashLines = 10;

/**
 * The life of a manager: what starts after what, and what ends after what.
 *
 * Up: servers, caches until they are synced, runnables that need not lead, the election, runnables that need to. Down: runnables
 * that need not lead, those that need to, caches, servers, the lease, events.
 */
export class Lifecycle {
  /** Resolves when this process leads, or would if it had to. */
  readonly elected: Promise<void>;
  readonly #options: LifecycleOptions;
  readonly #others: RunnableGroup;
  readonly #leaders: RunnableGroup;
  /** Aborts when the stop begins. */
  readonly #stop = new AbortController();
  /** Aborts when the work has ended and the lease is not needed any more. */
  readonly #resign = new AbortController();
  #election: Promise<void> | undefined;
  #failure: { readonly error: unknown } | undefined;
  #deadline: StopDeadline | undefined;
  #graceMs: number;
  #crashes = 0;
  #isStarted = false;
  #isUp = false;
  #onElected: () => void = () => {};

  constructor(options: LifecycleOptions) {
    this.#options = options;
    this.#graceMs = options.gracefulStopTimeoutMs;
    const onFailure = (error: unknown, name: string) => this.#fail(error, name);
    this.#others = new RunnableGroup({ onFailure });
    this.#leaders = new RunnableGroup({ onFailure });
    this.elected = new Promise((resolve) => {
      this.#onElected = resolve;
    });
  }

  /** Whether all that need not lead is up, and nothing is on its way down. */
  get isUp(): boolean {
    return this.#isUp && !this.#stop.signal.aborted;
  }

  /** Throws RuntimeError `STOPPED` once the stop has begun. */
  add(runnable: Runnable): void {
    if (this.#stop.signal.aborted) {
      throw new RuntimeError(
        "STOPPED",
        `${runnable.name ?? "a runnable"} was added to a manager that stops, or is stopped`,
      );
    }
    const group = (runnable.needsLeaderElection ?? true) ? this.#leaders : this.#others;
    group.add(runnable);
  }

  /** Begins the stop. Harmless when done twice. */
  stop(reason: string): void {
    if (this.#stop.signal.aborted) return;
    this.#options.log.info({ reason }, "stopping manager");
    this.#stop.abort(new RuntimeError("STOPPED", `the manager is stopped: ${reason}`));
  }

  /** Runs everything until the stop, and resolves when all has ended. Rejects with what made it stop, if that was a failure. */
  async run(signal: AbortSignal | undefined): Promise<void> {
    if (this.#isStarted) {
      const error = alreadyStarted(this.#stop.signal.aborted);
      this.#options.log.error({ err: withoutExpectedStack(error) }, "the manager cannot start");
      throw error;
    }
    this.#isStarted = true;
    const forgetSignal = onAbort(signal, () => this.stop("its signal aborted"));
    const held = this.#holdProcess();
    try {
      await this.#start();
      await aborted(this.#stop.signal);
    } catch (error) {
      // A port that is taken, say: where that was noticed helps nobody.
      this.#fail(error, "manager", withoutExpectedStack(error));
    }
    try {
      await this.#end();
    } finally {
      forgetSignal();
      for (const hold of held) hold[Symbol.dispose]();
    }
    if (this.#failure !== undefined) throw this.#failure.error;
  }

  /** Ends a manager that was never started. */
  async dispose(): Promise<void> {
    if (this.#isStarted) return;
    this.#isStarted = true;
    this.stop("it is not needed any more");
    for (const group of [this.#others, this.#leaders]) group.stop(this.#stop.signal.reason);
    await this.#options.close();
  }

  #holdProcess(): Disposable[] {
    const { process, handleSignals, handleCrashes } = this.#options;
    return [
      process.keepAlive(),
      ...(handleSignals ? [process.onStopSignal((name) => this.#onStopSignal(name))] : []),
      ...(handleCrashes ? [process.onCrash((error, origin) => this.#onCrash(error, origin))] : []),
    ];
  }

  async #start(): Promise<void> {
    const { servers, caches, elector, log } = this.#options;
    const { signal } = this.#stop;
    const steps: (() => Promise<void> | void)[] = [
      () => log.info({}, "starting manager"),
      () => servers.start({ signal }),
      () => caches.start({ signal }),
      () => this.#others.start(),
      () => (elector === undefined ? this.#lead() : this.#runFor(elector)),
    ];
    for (const step of steps) {
      if (signal.aborted) return;
      await step();
    }
    this.#isUp = true;
  }

  #lead(): void {
    this.#leaders.start();
    this.#onElected();
  }

  #runFor(elector: LeaderElector): void {
    const run = async (): Promise<void> => {
      try {
        await elector.run({ signal: this.#resign.signal, onElected: (leading) => this.#leadUntilEnd(leading) });
      } catch (error) {
        this.#fail(error, "leader election");
      }
    };
    this.#election = run();
  }

  /** Resolves when nothing works any more that needs the lease; only then it is given back. */
  async #leadUntilEnd(leading: AbortSignal): Promise<void> {
    // In the same turn in which the lease is lost, not some turns later.
    const forget = onAbort(leading, (reason) => isLost(reason) && this.#fail(reason, "leader election"));
    if (!this.#stop.signal.aborted) this.#lead();
    await aborted(this.#stop.signal);
    await this.#leaders.ended();
    forget();
  }

  #onStopSignal(name: string): void {
    if (!this.#stop.signal.aborted) {
      this.stop(`got ${name}`);
      return;
    }
    this.#options.log.warn({ signal: name }, "second signal: exiting at once");
    this.#options.process.exit(1);
  }

  #onCrash(error: unknown, origin: CrashOrigin): void {
    if (++this.#crashes > maxCrashLines) return;
    this.#options.log.error({ err: error }, crashMessages[origin]);
    if (isLost(error)) this.#fail(error, "leader election");
    if (this.#stop.signal.aborted) return;
    this.#failure = { error };
    this.#graceMs = Math.min(this.#graceMs, crashStopMs);
    this.stop("an error was not caught");
  }

  /** `err` is what is logged of it. */
  #fail(error: unknown, name: string, err: unknown = error): void {
    const { log } = this.#options;
    if (this.#stop.signal.aborted && (error === this.#stop.signal.reason || error === this.#failure?.error)) return;
    if (isLost(error)) {
      this.#failure ??= { error };
      this.#stopAtOnce(error);
      this.stop("the lease is lost");
    } else if (this.#stop.signal.aborted) {
      log.error({ err, runnable: name }, "failed while the manager stops");
    } else {
      this.#failure = { error };
      log.error({ err, runnable: name }, "failed, which stops the manager");
      this.stop(`${name} failed`);
    }
  }

  #stopAtOnce(reason: unknown): void {
    this.#others.stop(reason);
    this.#leaders.stop(reason);
    this.#deadline?.expire();
  }

  async #end(): Promise<void> {
    const { clock, caches, servers, flushEvents, close, log } = this.#options;
    const reason = this.#failure?.error ?? this.#stop.signal.reason;
    const deadline = new StopDeadline(clock, isLost(reason) ? 0 : this.#graceMs);
    this.#deadline = deadline;
    const timeLeft = () => Math.min(lastStepMs, deadline.remainingMs);
    log.info({}, "stopping other runnables");
    this.#others.stop(reason);
    const hasTime = await deadline.allows(this.#others.ended());
    log.info({}, "stopping leader-elected runnables");
    this.#leaders.stop(reason);
    if (hasTime) await deadline.allows(this.#leaders.ended());
    // Those that lead had no time to end in, where others took it all.
    const left = hasTime ? this.#leaders.running : this.#others.running;
    log.info({}, "stopping caches");
    await this.#settle(caches.stop({ timeoutMs: timeLeft() }));
    log.info({}, "stopping HTTP servers");
    await this.#settle(servers.stop({ timeoutMs: timeLeft() }));
    await this.#resignInTime(reason);
    await this.#settle(flushEvents(timeLeft()));
    await this.#settle(close());
    this.#report(left);
  }

  async #resignInTime(reason: unknown): Promise<void> {
    // What still works keeps the lease from others, for as long as it works.
    const isIdle = this.#leaders.running.length === 0;
    if (isIdle && !isLost(this.#failure?.error)) this.#options.openEventFence();
    this.#resign.abort(reason);
    // With time of its own: others would wait for the end of a lease that nobody needs, because something else took all the time.
    if (this.#election !== undefined && isIdle)
      await new StopDeadline(this.#options.clock, lastStepMs).allows(this.#election);
  }

  /** Waits, and logs what fails: the rest must end nevertheless. */
  async #settle(work: Promise<void>): Promise<void> {
    try {
      await work;
    } catch (error) {
      this.#options.log.error({ err: error }, "failed while the manager stops");
    }
  }

  #report(left: readonly string[]): void {
    const { log } = this.#options;
    if (left.length === 0 || this.#graceMs === 0 || isLost(this.#failure?.error)) {
      log.info({}, "manager stopped");
      return;
    }
    const error = new RuntimeError(
      "STOP_TIMEOUT",
      `${left.join(", ")} did not end within ${this.#graceMs / 1000} s of the stop: ` +
        "end when the signal aborts, or give it more time with gracefulStopTimeoutMs",
    );
    if (this.#failure === undefined) this.#failure = { error };
    log.error({ err: error, running: left }, "manager stopped, but not all of its work");
  }
}

const crashMessages: Readonly<Record<CrashOrigin, string>> = {
  unhandledRejection: "a promise failed that nobody awaited: is an await missing, in a reconciler perhaps?",
  uncaughtException: "an error was thrown where nobody catches it: in a callback of a timer or an event, perhaps",
};

function isLost(error: unknown): boolean {
  return error instanceof RuntimeError && error.code === "LEASE_LOST";
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => onAbort(signal, () => resolve()));
}

function alreadyStarted(isStopped: boolean): RuntimeError {
  return isStopped
    ? new RuntimeError("STOPPED", "this manager was stopped: make another one")
    : new RuntimeError("INVALID_SETUP", "this manager was started already: call start() once");
}
