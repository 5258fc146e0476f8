import { defineKind, type Kind, type KubeObject, ManualClock } from "@kubewright/api";
import { Deployment } from "@kubewright/api/apps/v1";
import { Lease } from "@kubewright/api/coordination/v1";
import { ConfigMap, Secret } from "@kubewright/api/core/v1";
import type { ApiClient, ApiRequest, Interceptor } from "@kubewright/client";
import type { CrashOrigin, ProcessHost } from "../src/host.ts";
import { Manager } from "../src/manager/manager.ts";
import type { ManagerOptions } from "../src/manager/manager-options.ts";
import type { Runnable } from "../src/manager/runnable.ts";
import type { Logger } from "../src/observability/log/logger.ts";
import { MemoryServer } from "./fixture/memory-server.ts";

export interface Memcached extends KubeObject {
  spec: { size: number };
}
export const Memcached = defineKind<Memcached>({
  group: "cache.example.com",
  version: "v1",
  kind: "Memcached",
  plural: "memcacheds",
  scope: "Namespaced",
});

export interface Line {
  readonly level: string;
  readonly message: string;
  readonly fields: Record<string, unknown>;
}

/** A process without signals and exits but those that a test makes. */
export class HandProcess implements ProcessHost {
  readonly exits: number[] = [];
  readonly isTerminal = false;
  readonly hostname: string;
  readonly #callbacks = new Set<(signal: string) => void>();
  readonly #crashCallbacks = new Set<(error: unknown, origin: CrashOrigin) => void>();
  #holds = 0;
  #ids = 0;

  constructor(hostname = "host") {
    this.hostname = hostname;
  }

  get listeners(): number {
    return this.#callbacks.size + this.#crashCallbacks.size;
  }

  get isKeptAlive(): boolean {
    return this.#holds > 0;
  }

  onStopSignal(callback: (signal: string) => void): Disposable {
    this.#callbacks.add(callback);
    return { [Symbol.dispose]: () => void this.#callbacks.delete(callback) };
  }

  onCrash(callback: (error: unknown, origin: CrashOrigin) => void): Disposable {
    this.#crashCallbacks.add(callback);
    return { [Symbol.dispose]: () => void this.#crashCallbacks.delete(callback) };
  }

  keepAlive(): Disposable {
    this.#holds++;
    return { [Symbol.dispose]: () => void this.#holds-- };
  }

  crash(error: unknown, origin: CrashOrigin): void {
    for (const callback of this.#crashCallbacks) callback(error, origin);
  }

  signal(name: string): void {
    for (const callback of this.#callbacks) callback(name);
  }

  exit(code: number): void {
    this.exits.push(code);
  }

  writeLine(): void {}

  uuid(): string {
    return `${this.hostname}-${++this.#ids}`;
  }
}

/** A server in memory, and managers for it, on one clock that the test moves. */
export class World {
  readonly clock = new ManualClock();
  readonly server: MemoryServer;
  /** Of the test itself. */
  readonly client: ApiClient;

  constructor(options: { readonly kinds?: readonly Kind[] } = {}) {
    const { kinds = [Memcached, Deployment, ConfigMap, Secret, Lease] } = options;
    this.server = new MemoryServer({ kinds, clock: this.clock });
    this.client = this.server.client();
  }

  /** Serves neither metrics nor health unless told to. `intercept` sees the manager's requests. */
  async manager(options: ManagerOptions & { readonly intercept?: Interceptor } = {}): Promise<Managed> {
    const { intercept, ...rest } = options;
    const process = (rest.process as HandProcess | undefined) ?? new HandProcess();
    const lines: Line[] = [];
    const client = this.server.client(intercept === undefined ? {} : { interceptors: [intercept] });
    const manager = await Manager.create({
      client,
      clock: this.clock,
      random: () => 0.5,
      log: recordingLogger(lines),
      metrics: false,
      health: false,
      ...rest,
      process,
    });
    const isServing = [rest.metrics, rest.health].some((settings) => settings !== undefined && settings !== false);
    return new Managed(this, manager, { process, lines, isServing });
  }

  /** Lets everything happen that needs no time. */
  async settle(): Promise<void> {
    for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
  }

  /** Waits for something that needs the real network. */
  async until(isSo: () => boolean): Promise<void> {
    while (!isSo()) await new Promise((resolve) => setImmediate(resolve));
  }

  /** Lets time pass, second by second. */
  async pass(ms: number): Promise<void> {
    await this.settle();
    for (let left = ms; left > 0; left -= 1000) {
      this.clock.advance(Math.min(left, 1000));
      await this.settle();
    }
  }
}

/** A manager, and what became of it. */
export class Managed {
  readonly manager: Manager;
  readonly process: HandProcess;
  readonly lines: readonly Line[];
  readonly #world: World;
  readonly #isServing: boolean;
  #outcome: { readonly error?: unknown } | undefined;

  constructor(
    world: World,
    manager: Manager,
    details: { readonly process: HandProcess; readonly lines: readonly Line[]; readonly isServing: boolean },
  ) {
    const { process, lines } = details;
    this.#world = world;
    this.#isServing = details.isServing;
    this.manager = manager;
    this.process = process;
    this.lines = lines;
  }

  /** How `start` ended; undefined while it has not. */
  get outcome(): { readonly error?: unknown } | undefined {
    return this.#outcome;
  }

  /** Starts it, and waits for what needs no time, or until its servers listen or it failed. */
  async start(options: { readonly signal?: AbortSignal } = {}): Promise<void> {
    this.manager.start(options).then(
      () => {
        this.#outcome = {};
      },
      (error: unknown) => {
        this.#outcome = { error };
      },
    );
    if (this.#isServing) {
      const { manager } = this;
      await this.#world.until(
        () => this.#outcome !== undefined || (manager.healthPort ?? manager.metricsPort) !== undefined,
      );
    }
    await this.#world.settle();
  }

  messages(level?: string): string[] {
    return this.lines.filter((line) => level === undefined || line.level === level).map(({ message }) => message);
  }

  /** What `/readyz` says of a check. */
  async ready(check = "caches"): Promise<string> {
    const response = await fetch(`http://127.0.0.1:${this.manager.healthPort}/readyz/${check}`);
    return (await response.text()).trim();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const stopped = this.manager.stop();
    await this.#world.pass(60_000);
    await stopped;
  }
}

export function recordingLogger(lines: Line[], fixed: Record<string, unknown> = {}): Logger {
  const at = (level: string) => (fields: object, message: string) =>
    void lines.push({ level, message, fields: { ...fixed, ...fields } });
  return {
    debug: at("debug"),
    info: at("info"),
    warn: at("warn"),
    error: at("error"),
    child: (fields) => recordingLogger(lines, { ...fixed, ...fields }),
  };
}

/** Holds back the requests that match, until it is opened; or fails them. */
export class RequestGate {
  readonly #matches: (request: ApiRequest) => boolean;
  #whenOpen: Promise<void> | undefined;
  #open: () => void = () => {};
  #error: (() => unknown) | undefined;

  constructor(matches: (request: ApiRequest) => boolean) {
    this.#matches = matches;
  }

  readonly intercept: Interceptor = async (request, next) => {
    if (this.#matches(request)) {
      if (this.#error !== undefined) throw this.#error();
      await this.#whenOpen;
    }
    return await next(request);
  };

  close(): void {
    this.#whenOpen = new Promise((resolve) => {
      this.#open = resolve;
    });
  }

  open(): void {
    this.#error = undefined;
    this.#whenOpen = undefined;
    this.#open();
  }

  fail(error: () => unknown): void {
    this.#error = error;
  }
}

/** Runs until it is told to stop, and tells of both. */
export function forever(name: string, told: string[]): Runnable {
  return {
    name,
    async start({ signal }) {
      told.push(`${name} starts`);
      await untilAborted(signal);
      told.push(`${name} ends`);
    },
  };
}

export function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => signal.addEventListener("abort", () => resolve()));
}
