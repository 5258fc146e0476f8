import { type Clock, KindRegistry } from "@kubewright/api";
import { type Client, isInCluster, systemClock, systemHost, systemRandom } from "@kubewright/client";
import { InformerCache } from "../cache/informer-cache.ts";
import { createReconcileClient, type ReconcileClient } from "../cache/reconcile-client.ts";
import type { Fence } from "../election/fence.ts";
import { LeaderElector } from "../election/leader-elector.ts";
import { withFence } from "../election/with-fence.ts";
import { RuntimeError } from "../errors.ts";
import { type ProcessHost, systemProcess } from "../host.ts";
import { EventBroadcaster } from "../observability/event/event-broadcaster.ts";
import type { EventRecorder } from "../observability/event/event-recorder.ts";
import { ping } from "../observability/health/health-check.ts";
import { HealthChecks } from "../observability/health/health-checks.ts";
import { ObservabilityServer } from "../observability/health/observability-server.ts";
import { createLogger, refuseUnknownLogging } from "../observability/log/create-logger.ts";
import type { Logger } from "../observability/log/logger.ts";
import { safeLogger } from "../observability/log/safe-logger.ts";
import { Metrics } from "../observability/metric/metrics.ts";
import { flagOf } from "../option-origin.ts";
import { type ManagerClient, managerClient } from "./manager-client.ts";
import type { LeaderElectionSettings, ManagerOptions, ServerSettings } from "./manager-options.ts";
import { refuseInvalidLeaseName } from "./refuse-invalid-lease-name.ts";

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
  /** Lets events pass whether or not the lease is held. */
  readonly openEventFence: () => void;
  readonly close: () => Promise<void>;
}

/** Rejects with RuntimeError `INVALID_SETUP` for options that cannot work, and as `connect` does; nothing is left open then. */
export async function createManagerParts(options: ManagerOptions): Promise<ManagerParts> {
  refuseInvalid(options);
  const { clock = systemClock, random = systemRandom, process = systemProcess(), logLevel, logFormat } = options;
  const { requestDurations = false } = options.metrics || {};
  const log =
    options.log === undefined
      ? createLogger({
          process,
          clock,
          ...(logLevel !== undefined && { level: logLevel }),
          ...(logFormat !== undefined && { format: logFormat }),
        })
      : safeLogger(options.log);
  const surroundings = { clock, random, process, log, metrics: new Metrics({ clock, requestDurations }) };
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
  const { registries = [], secure = false, certificateFolder } = options.metrics || {};
  const eventFence = new OpenableFence();
  const events = new EventBroadcaster({
    client: withFence(client, eventFence),
    log,
    process,
    clock,
    random,
    metrics: metrics.events(),
  });
  const elector = await electorOf(options, leaseClient, surroundings, events.recorder("leader-election"));
  eventFence.pass(elector?.fence);
  const cache = new InformerCache({ ...caching, client, clock, random, log, metrics });
  const fenced = elector === undefined ? client : withFence(client, elector.fence);
  const health = new HealthChecks({ name: "healthz", log, clock });
  const ready = new HealthChecks({ name: "readyz", log, clock });
  health.add("ping", ping);
  if (elector !== undefined) {
    health.add("leaderElection", elector.healthCheck());
    ready.add("leaderElection", elector.readyCheck());
  }
  return {
    ...surroundings,
    client: createReconcileClient({ client: fenced, cache, liveKinds, clock, log, metrics: metrics.consistency() }),
    cache,
    kinds: new KindRegistry(options.kinds),
    health,
    ready,
    server: new ObservabilityServer({
      metrics: {
        bindAddress: addressOf(options.metrics, ":8080"),
        registry: metrics.registry,
        further: registries,
        ...(secure && { secure: { client, certificateFolder } }),
      },
      health: { bindAddress: addressOf(options.health, ":8081"), health, ready },
      origins: options.origins,
      log,
      clock,
    }),
    events,
    elector,
    needsFieldManager,
    openEventFence: () => eventFence.pass(undefined),
    close,
  };
}

/** Lets pass what another one does; everything, where that is none. */
class OpenableFence implements Fence {
  #fence: Fence | undefined;

  get remainingMs(): number {
    return this.#fence?.remainingMs ?? Number.POSITIVE_INFINITY;
  }

  check(): void {
    this.#fence?.check();
  }

  pass(fence: Fence | undefined): void {
    this.#fence = fence;
  }
}

async function electorOf(
  options: ManagerOptions,
  client: Client,
  { clock, random, process, log, metrics }: Surroundings,
  events: EventRecorder,
): Promise<LeaderElector | undefined> {
  const { leaderElection = false } = options;
  if (leaderElection === false) return undefined;
  const { id, namespace, ...settings } = leaderElection;
  refuseInvalidLeaseName(id, "leaderElection.id");
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
    events,
  });
}

async function ownNamespace(
  { id }: LeaderElectionSettings,
  { connection = {}, origins }: ManagerOptions,
  client: Client,
): Promise<string> {
  const { host = systemHost(), serviceAccountDirectory, inCluster } = connection;
  const { POD_NAMESPACE: told = "" } = host.env;
  if (told !== "") return told;
  const isPod =
    inCluster !== false &&
    (await isInCluster({
      host,
      ...(serviceAccountDirectory !== undefined && { serviceAccountDirectory }),
    }));
  if (isPod) return client.namespace;
  const flag = flagOf("leaderElection.id", id, origins);
  const advice =
    flag === undefined ? "give leaderElection.namespace, or do without an election" : `or do without ${flag}`;
  throw new RuntimeError(
    "INVALID_SETUP",
    `${flag ?? "leaderElection"} needs a namespace for the Lease ${JSON.stringify(id)}, since POD_NAMESPACE is not set and this process runs in no pod whose namespace could be used: set POD_NAMESPACE, ${advice}`,
  );
}

function addressOf(settings: Partial<ServerSettings> | false | undefined, fallback: string): string {
  return settings === false ? "0" : (settings?.bindAddress ?? fallback);
}

function refuseInvalid({ gracefulStopTimeoutMs = 0, logLevel, logFormat }: ManagerOptions): void {
  refuseUnknownLogging({ logLevel, logFormat });
  if (gracefulStopTimeoutMs >= 0) return;
  throw new RuntimeError(
    "INVALID_SETUP",
    `gracefulStopTimeoutMs is ${gracefulStopTimeoutMs}, but must be milliseconds from 0, or Infinity`,
  );
}
