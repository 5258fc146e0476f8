import { type Clock, ManualClock, type Scheduled } from "@kubewright/api";
import { Lease } from "@kubewright/api/coordination/v1";
import { ConfigMap } from "@kubewright/api/core/v1";
import {
  ApiClient,
  type ApiRequest,
  type ApiResponse,
  ClientError,
  onAbort,
  responseOf,
  type Transport,
} from "@kubewright/client";
import type { LeaderElectorOptions } from "../src/election/election-options.ts";
import { LeaderElector } from "../src/election/leader-elector.ts";
import { MemoryServer } from "./fixture/memory-server.ts";

/** What happens to one request on its way. Times are the world's. */
export interface Journey {
  /** Until it can be handed over: a free connection, say. @default 0 */
  readonly waitMs?: number;
  /** @default 1 */
  readonly thereMs?: number;
  /** @default 1 */
  readonly backMs?: number;
  /** `refused`: fails at once; `lost`: never arrives; `unanswered`: arrives, and the answer is lost. */
  readonly fault?: "refused" | "lost" | "unanswered";
}

/** Processes, each with a clock of its own, and one API server, in a time that the test makes pass. */
export class World {
  /** The true time, which nobody sees. */
  readonly clock: ManualClock = new ManualClock();
  readonly server: MemoryServer = new MemoryServer({ kinds: [Lease, ConfigMap], clock: this.clock });
  readonly processes: SimulatedProcess[] = [];
  /** Whose the lease is on the server, at this very moment. */
  holder: string | undefined;
  /** What the network does; the test may replace it at any time. */
  journey: (request: ApiRequest, process: SimulatedProcess) => Journey = () => ({});
  /** Called whenever something has happened. */
  onStep: () => void = () => {};

  process(name: string, options: { readonly rate?: number } = {}): SimulatedProcess {
    const process = new SimulatedProcess(this, name, options.rate ?? 1);
    this.processes.push(process);
    return process;
  }

  /** Lets the time pass, and everything happen that falls into it. */
  async pass(ms: number): Promise<void> {
    let isOver = false;
    this.clock.schedule(ms, () => {
      isOver = true;
    });
    while (!isOver) {
      await turn();
      this.onStep();
      this.clock.advanceToNext();
    }
    await turn();
    this.onStep();
  }

  async lease(): Promise<Lease> {
    return await this.server.client().get(Lease, "system/operator");
  }
}

/** A process as an operating system runs it: it can be stopped, and its monotonic clock then goes on. */
export class SimulatedProcess implements Clock, Transport {
  readonly name: string;
  readonly client: ApiClient;
  /** Fenced writes that were handed over while the lease was another's. */
  readonly violations: string[] = [];
  /** Writes of anything but the lease that were handed over. */
  writes = 0;
  wallOffsetMs = 0;
  readonly #world: World;
  readonly #rate: number;
  #pausedUntilMs = 0;

  constructor(world: World, name: string, rate: number) {
    this.#world = world;
    this.name = name;
    this.#rate = rate;
    this.client = new ApiClient({ transport: this, discovery: world.server.client().discovery, clock: this });
  }

  elector(options: Partial<LeaderElectorOptions> = {}): LeaderElector {
    const place = { client: this.client, namespace: "system", name: "operator" };
    return new LeaderElector({ ...place, identity: this.name, clock: this, random: () => 0.5, ...options });
  }

  /** Nothing of it runs for so long. */
  pause(ms: number): void {
    this.#pausedUntilMs = this.#world.clock.monotonic() + ms;
  }

  now(): number {
    return this.#world.clock.now() + this.wallOffsetMs;
  }

  monotonic(): number {
    return 1_000_000 + this.#world.clock.monotonic() * this.#rate;
  }

  schedule(delayMs: number, callback: () => void): Scheduled {
    let timer = this.#world.clock.schedule(delayMs / this.#rate, () => run());
    const run = (): void => {
      const leftMs = this.#pausedUntilMs - this.#world.clock.monotonic();
      if (leftMs > 0) timer = this.#world.clock.schedule(leftMs, run);
      else callback();
    };
    return { cancel: () => timer.cancel() };
  }

  send(request: ApiRequest): Promise<ApiResponse> {
    const { waitMs = 0, thereMs = 1, backMs = 1, fault } = this.#world.journey(request, this);
    return new Promise((resolve, reject) => {
      let isOver = false;
      const settle = (how: () => void): void => {
        if (isOver) return;
        isOver = true;
        deadline.cancel();
        forget();
        how();
      };
      const fail = (code: "TIMEOUT" | "CONNECTION_FAILED"): void =>
        settle(() => reject(new ClientError(code, `${request.method} ${request.path}: ${code}`)));
      const deadline = this.schedule(request.timeoutMs ?? Number.POSITIVE_INFINITY, () => fail("TIMEOUT"));
      const forget = onAbort(request.signal, (reason) => settle(() => reject(reason)));
      const handOver = (): void => {
        if (isOver) return;
        try {
          request.beforeSend?.();
        } catch (error) {
          settle(() => reject(error));
          return;
        }
        this.#noteWrite(request);
        // From here on, it is the network's: it arrives whatever becomes of the process.
        if (fault !== "lost") this.#world.clock.schedule(thereMs, () => void arrive());
      };
      const arrive = async (): Promise<void> => {
        const answer = await this.#ask(request);
        if (fault === "unanswered") return;
        this.#world.clock.schedule(backMs, () => this.schedule(0, () => settle(() => resolve(responseOf(answer)))));
      };
      if (fault === "refused") this.schedule(waitMs, () => fail("CONNECTION_FAILED"));
      else this.schedule(waitMs, handOver);
    });
  }

  async close(): Promise<void> {}

  async #ask(request: ApiRequest): Promise<{ status: number; headers: Record<string, string>; body: string }> {
    const { method, path, headers = {}, body } = request;
    const response = await this.#world.server.send({ method, path, headers, ...(body !== undefined && { body }) });
    const text = await response.body.text();
    const isLeaseWrite = method !== "GET" && path.includes("/leases") && response.status < 300;
    if (isLeaseWrite) this.#world.holder = (JSON.parse(text) as Lease).spec?.holderIdentity || undefined;
    return { status: response.status, headers: { "content-type": "application/json" }, body: text };
  }

  #noteWrite({ method, path }: ApiRequest): void {
    if (method === "GET" || path.includes("/leases")) return;
    this.writes++;
    if (this.#world.holder !== this.name) {
      this.violations.push(`${this.name} writes at ${this.#world.clock.monotonic()}, ${this.#world.holder} leads`);
    }
  }
}

/** Lets everything run that waits for nothing but promises. */
export function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** How a promise stands, without waiting for it. */
export interface Watched<T> {
  state: "pending" | "resolved" | "rejected";
  value?: T;
  error?: Error & { readonly code?: string };
}

export function watched<T>(promise: Promise<T>): Watched<T> {
  const watch: Watched<T> = { state: "pending" };
  promise.then(
    (value) => Object.assign(watch, { state: "resolved", value }),
    (error: unknown) => Object.assign(watch, { state: "rejected", error }),
  );
  return watch;
}

/** Whether a request renews a lease, or takes one over. */
export const isRenewal = ({ method }: ApiRequest): boolean => method === "PUT";

/** An elector that runs in a process, and what became of it. */
export interface Candidate {
  readonly process: SimulatedProcess;
  readonly elector: LeaderElector;
  readonly run: Watched<void>;
  readonly leaders: string[];
  /** Of the work; undefined until elected. */
  leading: AbortSignal | undefined;
  stop(): void;
}

/** Runs an elector in a process of its own. */
export function startCandidate(world: World, name: string, options: Partial<LeaderElectorOptions> = {}): Candidate {
  const process = world.process(name);
  const elector = process.elector(options);
  const controller = new AbortController();
  const leaders: string[] = [];
  const run = watched(
    elector.run({
      signal: controller.signal,
      onElected: (leading) => {
        candidate.leading = leading;
      },
      onNewLeader: (identity) => leaders.push(identity),
    }),
  );
  const stop = () => controller.abort(new Error("stop"));
  const candidate: Candidate = { process, elector, run, leaders, leading: undefined, stop };
  return candidate;
}

/** Whether a fenced write of the process would leave it now. */
export function fencePasses({ elector }: Candidate): boolean {
  try {
    elector.fence.check();
    return true;
  } catch {
    return false;
  }
}
