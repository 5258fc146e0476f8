import type { Clock, Scheduled } from "@kubewright/api";
import type { Logger } from "@kubewright/runtime";
import type { PortListener } from "./port-listener.ts";
import type { Target } from "./port-targets.ts";
import type { TargetPicker } from "./target-picker.ts";
import { TcpListener } from "./tcp-listener.ts";
import { UdpListener } from "./udp-listener.ts";

/** A port that cannot be opened is tried again after so long. */
const retryMs = 30_000;
/** Below, only the administrator may open ports, on most machines. */
const firstFreePort = 1024;

export interface ForwardedPortOptions {
  readonly host: string;
  readonly port: number;
  readonly protocol: "TCP" | "UDP";
  /** Whether another port does when this one cannot be opened. */
  readonly mayMove: boolean;
  /** Has the targets; others may share it. */
  readonly picker: TargetPicker;
  readonly clock: Clock;
  readonly log: Logger;
  /** Called when the port cannot be opened, once for each cause. `instead` is the port in its place, if there is one. */
  onTrouble?(error: Error, instead: number | undefined): void;
}

/**
 * A port at which the endpoints of a service answer.
 *
 * While there are none nothing listens, so that clients are refused. TCP connections that are open go on when their endpoint gets no new
 * ones any more, and when the port closes.
 */
export class ForwardedPort {
  readonly #options: ForwardedPortOptions;
  readonly #listener: PortListener;
  #port: number;
  /** Opening and closing happen one after the other. */
  #work: Promise<void> = Promise.resolve();
  #isWanted = false;
  #isOpen = false;
  #retry: Scheduled | undefined;
  #trouble = "";

  constructor(options: ForwardedPortOptions) {
    this.#options = options;
    this.#port = options.port;
    this.#listener = options.protocol === "UDP" ? new UdpListener(options) : new TcpListener(options);
  }

  /** Where it listens, or would. */
  get port(): number {
    return this.#port;
  }

  /** Whether there are connections that it has taken. */
  get isBusy(): boolean {
    return this.#listener.isBusy;
  }

  /** The picker has changed. Resolves when the port is open if there are targets, and closed if there are none. */
  async update(): Promise<void> {
    this.#listener.targetsChanged();
    await this.#want(this.#options.picker.hasTargets);
  }

  /** Resolves when nobody waits any more for an answer of such a target. */
  async drained(isMeant: (target: Target) => boolean): Promise<void> {
    await this.#listener.drained(isMeant);
  }

  /** Takes no more connections. */
  async close(): Promise<void> {
    await this.#want(false);
  }

  /** Also ends those that are open. */
  async destroy(): Promise<void> {
    const closed = this.close();
    this.#listener.destroy();
    await closed;
  }

  #want(isWanted: boolean): Promise<void> {
    this.#isWanted = isWanted;
    if (!isWanted) this.#retry?.cancel();
    this.#work = this.#work.then(() => this.#apply());
    return this.#work;
  }

  async #apply(): Promise<void> {
    if (this.#isWanted === this.#isOpen) return;
    if (!this.#isWanted) {
      this.#listener.close();
      this.#isOpen = false;
      return;
    }
    this.#retry?.cancel();
    let cause: Error | undefined;
    for (const port of this.#candidates()) {
      try {
        this.#port = await this.#listener.open(this.#options.host, port);
        this.#isOpen = true;
        this.#tell(cause, this.#port);
        return;
      } catch (error) {
        cause ??= error as Error;
      }
    }
    this.#tell(cause, undefined);
    this.#retry = this.#options.clock.schedule(retryMs, () => void this.#want(this.#isWanted));
  }

  /** Where it may listen, best first. Once it has had to take another port, that stays. */
  #candidates(): number[] {
    const { port, mayMove } = this.#options;
    if (!mayMove) return [port];
    return this.#port !== port ? [this.#port, 0] : port < firstFreePort ? [port, port + 8000, 0] : [port, 0];
  }

  #tell(error: Error | undefined, instead: number | undefined): void {
    const trouble = error === undefined ? "" : `${(error as NodeJS.ErrnoException).code} ${instead}`;
    const isNews = trouble !== "" && trouble !== this.#trouble;
    this.#trouble = trouble;
    if (error !== undefined && isNews) this.#options.onTrouble?.(error, instead);
  }
}
