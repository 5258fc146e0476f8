import { type Clock, KindRegistry } from "@kubewright/api";
import { type Client, isInCluster, systemClock, systemRandom } from "@kubewright/client";
import { InformerCache } from "../cache/informer-cache.ts";
import { createReconcileClient, type ReconcileClient } from "../cache/reconcile-client.ts";
import type { Fence } from "../election/fence.ts";
import { LeaderElector } from "../election/leader-elector.ts";
import { withFence } from "../election/with-fence.ts";
import { RuntimeError } from "../errors.ts";
import { type ProcessHost, systemProcess } from "../host.ts";
import { EventBroadcaster } from "../observability/event/event-broadcaster.ts";
import { ping } from "../observability/health/health-check.ts";
import { HealthChecks } from "../observability/health/health-checks.ts";
import { ObservabilityServer } from "../observability/health/observability-server.ts";
import { createLogger } from "../observability/log/create-logger.ts";
import type { Logger } from "../observability/log/logger.ts";
import { Metrics } from "../observability/metric/metrics.ts";
import { type ManagerClient, managerClient } from "./manager-client.ts";
import type { LeaderElectionSettings, ManagerOptions } from "./manager-options.ts";

/** What every part is made with. */
export interface Surroundings {
  readonly clock: Clock;
  readonly random: () => number;
  readonly process: ProcessHost;
  readonly log: Logger;
  readonly metrics: Metrics;
}

/** What a manager is made of. Nothing of it is started. */
export interface ManagerParts extends Surroundings {
  readonly client: ReconcileClient;
  readonly cache: InformerCache;
  readonly kinds: KindRegistry;
  readonly health: HealthChecks;
  readonly ready: HealthChecks;
  readonly server: ObservabilityServer;
  readonly events: EventBroadcaster;
  readonly elector: LeaderElector | undefined;
  /** See `ManagerClient`. */
  readonly needsFieldManager: boolean;
  /** Lets events through that are sent after the lease was given back in good order. */
  readonly openEventFence: () => void;
  readonly close: () => Promise<void>;
}

/** Rejects with RuntimeError `INVALID_SETUP` for options that cannot work, and as `connect` does; nothing is left open then. */
export async function createManagerParts(options: ManagerOptions): Promise<ManagerParts> {
  refuseInvalid(options);
  const { clock = systemClock, random = systemRandom, process = systemProcess(), logLevel, logFormat } = options;
  const log =
    options.log ??
    createLogger({
      process,
      clock,
      ...(logLevel !== undefined && { level: logLevel }),
      ...(logFormat !== undefined && { format: logFormat }),
    });
  const surroundings = { clock, random, process, log, metrics: new Metrics({ clock }) };
  const reached = await managerClient(options, { ...surroundings, clock: options.clock });
  try {
    return await assemble(options, reached, surroundings);
  } catch (error) {
    await reached.close();
    throw error;
  }
}

async function assemble(
  options: ManagerOptions,
  reached: ManagerClient,
  surroundings: Surroundings,
): Promise<ManagerParts> {
  const { clock, random, process, log, metrics } = surroundings;
  const { client, leaseClient, needsFieldManager, close } = reached;
  const { liveKinds = [], ...caching } = options.cache ?? {};
  const elector = await electorOf(options, leaseClient, surroundings);
  const cache = new InformerCache({ ...caching, client, clock, random, log, metrics });
  const fenced = elector === undefined ? client : withFence(client, elector.fence);
  const eventFence = new OpenableFence(elector?.fence);
  const health = new HealthChecks({ name: "healthz", log, clock });
  const ready = new HealthChecks({ name: "readyz", log, clock });
  health.add("ping", ping);
  if (elector !== undefined) health.add("leaderElection", elector.healthCheck());
  return {
    ...surroundings,
    client: createReconcileClient({ client: fenced, cache, liveKinds, clock, log, metrics: metrics.consistency() }),
    cache,
    kinds: new KindRegistry(options.kinds),
    health,
    ready,
    server: new ObservabilityServer({
      metrics: { bindAddress: addressOf(options.metrics, ":8080"), registry: metrics.registry },
      health: { bindAddress: addressOf(options.health, ":8081"), health, ready },
      log,
      clock,
    }),
    events: new EventBroadcaster({
      client: withFence(client, eventFence),
      log,
      process,
      clock,
      random,
      metrics: metrics.events(),
    }),
    elector,
    needsFieldManager,
    openEventFence: () => eventFence.open(),
    close,
  };
}

/** Passes where another does, and always once it is opened. */
class OpenableFence implements Fence {
  #fence: Fence | undefined;

  constructor(fence: Fence | undefined) {
    this.#fence = fence;
  }

  get remainingMs(): number {
    return this.#fence?.remainingMs ?? Number.POSITIVE_INFINITY;
  }

  check(): void {
    this.#fence?.check();
  }

  open(): void {
    this.#fence = undefined;
  }
}

async function electorOf(
  options: ManagerOptions,
  client: Client,
  { clock, random, process, log, metrics }: Surroundings,
): Promise<LeaderElector | undefined> {
  const { leaderElection = false } = options;
  if (leaderElection === false) return undefined;
  const { id, namespace, ...settings } = leaderElection;
  return new LeaderElector({
    ...settings,
    client,
    name: id,
    namespace: namespace ?? (await ownNamespace(leaderElection, options, client)),
    clock,
    random,
    process,
    log,
    metrics: metrics.election(id),
  });
}

async function ownNamespace(
  { id }: LeaderElectionSettings,
  { connection = {} }: ManagerOptions,
  client: Client,
): Promise<string> {
  const { host, serviceAccountDirectory, inCluster } = connection;
  const isPod =
    inCluster !== false &&
    (await isInCluster({
      ...(host !== undefined && { host }),
      ...(serviceAccountDirectory !== undefined && { serviceAccountDirectory }),
    }));
  if (isPod) return client.namespace;
  throw new RuntimeError(
    "INVALID_SETUP",
    `leaderElection needs a namespace for the Lease ${JSON.stringify(id)}, since this process runs in no pod whose namespace could be used: ` +
      `give leaderElection.namespace, or turn it off with leaderElection: false`,
  );
}

function addressOf(settings: ManagerOptions["metrics"], fallback: string): string {
  return settings === false ? "0" : (settings?.bindAddress ?? fallback);
}

function refuseInvalid({ gracefulStopTimeoutMs = 0 }: ManagerOptions): void {
  if (gracefulStopTimeoutMs >= 0) return;
  throw new RuntimeError(
    "INVALID_SETUP",
    `gracefulStopTimeoutMs is ${gracefulStopTimeoutMs}, but must be milliseconds from 0, or Infinity`,
  );
}
