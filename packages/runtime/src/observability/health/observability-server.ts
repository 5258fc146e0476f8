import type { Clock } from "@kubewright/api";
import { type Client, systemClock } from "@kubewright/client";
import type { Registry } from "prom-client";
import { RuntimeError } from "../../errors.ts";
import { describeOption, type OptionOrigins } from "../../option-origin.ts";
import { RequestGuard } from "../access/request-guard.ts";
import { ServingCertificate } from "../access/serving-certificate.ts";
import { type Logger, silentLogger } from "../log/logger.ts";
import { collectProcessMetrics } from "../metric/process-metrics.ts";
import type { HealthChecks } from "./health-checks.ts";
import { HealthEndpoint } from "./health-endpoint.ts";
import { type HttpHandler, HttpListener, readOnly, sendText, urlOf } from "./http-listener.ts";
import { isOneAddress, parseListenAddress, sharedAddressProblem } from "./listen-address.ts";

export interface ObservabilityServerOptions {
  /** @default none are served */
  readonly metrics?: MetricsServing;
  /** @default none is served */
  readonly health?: HealthServing;
  /** More paths at the address of the metrics; see `mount`. */
  readonly handlers?: Readonly<Record<string, HttpHandler>>;
  /** The flags that errors are to name in place of `metrics.bindAddress`, `metrics.certificateFolder` and `health.bindAddress`. */
  readonly origins?: OptionOrigins | undefined;
  readonly log?: Logger;
  /** @default the host's */
  readonly clock?: Clock;
}

export interface MetricsServing {
  /** Where `/metrics` is: `":8080"`, `"127.0.0.1:0"`; `"0"` for nowhere. */
  readonly bindAddress: string;
  /** What is shown, together with metrics of the process while the server runs. */
  readonly registry: Registry;
  /** Shown, too, but for metrics whose names are in one before. @default none */
  readonly further?: readonly Registry[];
  /** HTTPS, and only for those whom the cluster knows and lets read the path. @default HTTP, for anyone */
  readonly secure?: SecureServing | undefined;
}

export interface SecureServing {
  /** Asks the cluster who it is, and whether they may. */
  readonly client: Pick<Client, "create">;
  /** Where `tls.crt` and `tls.key` are; read again when they are replaced. @default a certificate is made that signs itself */
  readonly certificateFolder?: string | undefined;
}

export interface HealthServing {
  /** Where `/healthz` and `/readyz` are; `"0"` for nowhere. May be the address of the metrics. */
  readonly bindAddress: string;
  /** Whether the process is to be kept: `/healthz`. */
  readonly health: HealthChecks;
  /** Whether it does its work: `/readyz`. */
  readonly ready: HealthChecks;
}

/** Serves metrics and health over HTTP; metrics over HTTPS, too. */
export class ObservabilityServer implements AsyncDisposable {
  readonly #options: ObservabilityServerOptions;
  readonly #log: Logger;
  readonly #clock: Clock;
  readonly #guard: RequestGuard | undefined;
  readonly #mounted = new Map<string, HttpHandler>();
  readonly #metrics: HttpListener | undefined;
  readonly #health: HttpListener | undefined;
  #processMetrics: Disposable | undefined;

  /** Throws RuntimeError `INVALID_SETUP` for an address that is none. Nothing is opened yet. */
  constructor(options: ObservabilityServerOptions) {
    this.#options = options;
    this.#log = options.log ?? silentLogger;
    this.#clock = options.clock ?? systemClock;
    const { bindAddress: metricsAddress = "0", secure } = options.metrics ?? {};
    const { bindAddress: healthAddress = "0" } = options.health ?? {};
    const surroundings = { log: this.#log, clock: this.#clock };
    this.#guard = secure && new RequestGuard({ client: secure.client, ...surroundings });
    const certificate =
      secure && new ServingCertificate({ folder: secure.certificateFolder, origins: options.origins, ...surroundings });
    const routeMetrics = (path: string) => this.#routeMetrics(path);
    const metricsOption = describeOption("metrics.bindAddress", metricsAddress, options.origins);
    const healthOption = describeOption("health.bindAddress", healthAddress, options.origins);
    this.#metrics = this.#listener(metricsOption, metricsAddress, routeMetrics, certificate);
    const isShared = isOneAddress(metricsAddress, healthAddress);
    if (isShared && secure !== undefined) {
      throw new RuntimeError("INVALID_SETUP", sharedAddressProblem(metricsOption, healthOption));
    }
    this.#health = isShared
      ? this.#metrics
      : this.#listener(healthOption, healthAddress, (path) => this.#routeHealth(path));
    for (const [path, handler] of Object.entries(options.handlers ?? {})) this.mount(path, handler);
  }

  /** The port of the metrics while they are served. */
  get metricsPort(): number | undefined {
    return this.#metrics?.port;
  }

  /** The port of health and readiness while they are served. */
  get healthPort(): number | undefined {
    return this.#health?.port;
  }

  /**
   * Lets `handler` answer at the address of the metrics: at `path`, or below it when it ends with a slash.
   *
   * Throws RuntimeError `INVALID_ARGUMENT` for a path that is taken. Where no metrics are served, nothing is served.
   */
  mount(path: string, handler: HttpHandler): void {
    const isTaken = this.#mounted.has(path) || path === "/metrics";
    if (!path.startsWith("/") || isTaken) {
      const problem = isTaken ? "something is served there" : "a path begins with a slash";
      throw new RuntimeError("INVALID_ARGUMENT", `cannot serve ${JSON.stringify(path)} beside the metrics: ${problem}`);
    }
    this.#mounted.set(path, handler);
  }

  /** Begins to listen. Rejects with RuntimeError `INVALID_SETUP` when an address is taken; nothing is open then. */
  async start(): Promise<void> {
    try {
      for (const listener of this.#listeners()) await listener.listen();
    } catch (error) {
      await this.stop({ timeoutMs: 0 });
      throw error;
    }
    const { registry } = this.#options.metrics ?? {};
    if (this.#metrics !== undefined && registry !== undefined) {
      this.#processMetrics ??= collectProcessMetrics(registry, { clock: this.#clock });
    }
    for (const [name, listener] of [
      ["metrics", this.#metrics],
      ["health probe", this.#health],
    ] as const) {
      if (listener !== undefined) this.#log.info({ name, addr: listener.address }, "starting server");
    }
  }

  /** Ends listening, answers what is under way, and cuts it off after `timeoutMs` (5 000). Harmless when done twice. */
  async stop(options: { readonly timeoutMs?: number } = {}): Promise<void> {
    const { timeoutMs = 5000 } = options;
    this.#processMetrics?.[Symbol.dispose]();
    this.#processMetrics = undefined;
    await Promise.all([...this.#listeners()].map((listener) => listener.close(timeoutMs)));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
  }

  *#listeners(): Generator<HttpListener> {
    if (this.#metrics !== undefined) yield this.#metrics;
    if (this.#health !== undefined && this.#health !== this.#metrics) yield this.#health;
  }

  #listener(
    described: string,
    text: string,
    route: (path: string) => HttpHandler | undefined,
    certificate?: ServingCertificate,
  ): HttpListener | undefined {
    const address = parseListenAddress(text, described);
    if (address === undefined) return undefined;
    return new HttpListener({ address, described, route, certificate, log: this.#log, clock: this.#clock });
  }

  #routeMetrics(path: string): HttpHandler | undefined {
    const { registry, further = [] } = this.#options.metrics ?? {};
    const isMetrics = path === "/metrics" && registry !== undefined;
    const handler = isMetrics ? readOnly(metricsHandler(registry, further)) : this.#routeMounted(path);
    if (handler !== undefined) return this.#guard?.protect(handler) ?? handler;
    return this.#health === this.#metrics ? this.#routeHealth(path) : undefined;
  }

  /** The longest prefix wins, as Go's multiplexer has it. */
  #routeMounted(path: string): HttpHandler | undefined {
    const exact = this.#mounted.get(path);
    if (exact !== undefined) return exact;
    const prefixes = [...this.#mounted.keys()].filter((mounted) => mounted.endsWith("/") && path.startsWith(mounted));
    const longest = prefixes.sort((a, b) => b.length - a.length)[0];
    return longest === undefined ? undefined : this.#mounted.get(longest);
  }

  #routeHealth(path: string): HttpHandler | undefined {
    const { health, ready } = this.#options.health ?? {};
    for (const [root, checks] of [
      ["/healthz", health],
      ["/readyz", ready],
    ] as const) {
      const isBelow = path === root || path.startsWith(`${root}/`);
      if (isBelow && checks !== undefined) return readOnly(healthHandler(root, new HealthEndpoint(checks)));
    }
    return undefined;
  }
}

function metricsHandler(registry: Registry, further: readonly Registry[]): HttpHandler {
  return async (request, response) => {
    const text = await textOf([registry, ...further]);
    sendText(request, response, 200, text, registry.contentType);
  };
}

/** The text of all of them: a name twice would make it invalid, as anything after its end mark would. */
async function textOf(registries: readonly Registry[]): Promise<string> {
  const [first = "", ...others] = await Promise.all(registries.map((registry) => registry.metrics()));
  if (others.length === 0) return first;
  const blocks = new Map<string, string>();
  for (const block of [first, ...others].flatMap((text) => text.replace(endMark, "").split(/^(?=# HELP )/m))) {
    const name = /^# HELP (\S+)/.exec(block)?.[1];
    if (name !== undefined && !blocks.has(name)) blocks.set(name, block);
  }
  return [...blocks.values(), endMark.exec(first)?.[0] ?? ""].join("");
}

/** Of the OpenMetrics form. */
const endMark = /^# EOF\n$/m;

function healthHandler(root: string, endpoint: HealthEndpoint): HttpHandler {
  return async (request, response) => {
    const { searchParams } = urlOf(request);
    const path = decodePath((request.url ?? "").replace(/[?#].*$/s, "").slice(root.length));
    if (path === undefined) {
      sendText(request, response, 400, "400 Bad Request\n");
      return;
    }
    const { status, body } = await endpoint.answer(path, searchParams);
    sendText(request, response, status, body);
  };
}

function decodePath(path: string): string | undefined {
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
}
