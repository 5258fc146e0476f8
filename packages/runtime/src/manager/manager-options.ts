import type { Clock, Kind } from "@kubewright/api";
import type { Client, ConnectOptions } from "@kubewright/client";
import type { Registry } from "prom-client";
import type { InformerCacheOptions } from "../cache/cache-options.ts";
import type { ControllerSettings } from "../controller/controller.ts";
import type { LeaderElectorOptions } from "../election/election-options.ts";
import type { ProcessHost } from "../host.ts";
import type { LogLevel } from "../observability/log/log-line.ts";
import type { Logger } from "../observability/log/logger.ts";
import type { OptionOrigins } from "../option-origin.ts";

export interface ManagerOptions {
  /** How to reach the cluster. Not together with `client`. @default what `connect` finds: a kubeconfig, or the pod it runs in */
  readonly connection?: ConnectOptions;
  /** Reaches the cluster. Whoever made it closes it. @default one is made, and closed at the end */
  readonly client?: Client;
  /**
   * The name under which the server records what reconcilers write.
   * @default the controller's name; with `client`, or a `fieldManager` in `connection`, theirs
   */
  readonly fieldManager?: string;
  /** What is read into memory, and how much of it. */
  readonly cache?: CacheSettings;
  /** Kinds to know, beside those that controllers name. */
  readonly kinds?: Iterable<Kind>;
  /** @default one that writes to standard error, by `logLevel` and `logFormat` */
  readonly log?: Logger;
  /** @default "info" */
  readonly logLevel?: LogLevel | "silent";
  /** @default "console" on a terminal, "json" elsewhere */
  readonly logFormat?: "json" | "console";
  /** Of several processes with the same lease, one works. @default false: this process works without asking */
  readonly leaderElection?: LeaderElectionSettings | false;
  /** Where `/metrics` is served, and what of. @default { bindAddress: ":8080" } */
  readonly metrics?: MetricsSettings | false;
  /** Where `/healthz` and `/readyz` are served. @default { bindAddress: ":8081" } */
  readonly health?: ServerSettings | false;
  /** How long the work may take to end, in a stop. 0: it is not waited for. Infinity: for as long as it takes. @default 30_000 */
  readonly gracefulStopTimeoutMs?: number;
  /** For all controllers, unless one has its own. */
  readonly controllers?: ControllerDefaults;
  /** Stop on SIGINT and SIGTERM, and exit with 1 on the second one. @default true */
  readonly handleSignals?: boolean;
  /**
   * Log an error that nobody caught or awaited, stop in good order within 5 s, and let `start` reject with it; without, Node ends the
   * process at once, the lease is not given back and events are lost. Only while the manager runs. @default as `handleSignals`
   */
  readonly handleCrashes?: boolean;
  /** The flags that errors at start are to name in place of options; `managerOptionsFromFlags` says them. @default none */
  readonly origins?: OptionOrigins;
  /** @default the real process */
  readonly process?: ProcessHost;
  /** @default the host's */
  readonly clock?: Clock;
  /** From 0 up to, not including, 1. @default the host's */
  readonly random?: () => number;
}

export interface CacheSettings extends Omit<InformerCacheOptions, "client" | "clock" | "random" | "log" | "metrics"> {
  /** Kinds that reconcilers read from the server each time. Controllers can watch them nevertheless. @default none */
  readonly liveKinds?: readonly Kind[];
}

export interface LeaderElectionSettings
  extends Pick<
    LeaderElectorOptions,
    "identity" | "leaseDurationMs" | "renewDeadlineMs" | "retryPeriodMs" | "releaseOnStop" | "labels"
  > {
  /** The name of the Lease: what all replicas have in common and nobody else has, as `memcached.cache.example.com`. */
  readonly id: string;
  /** Where the Lease is. @default POD_NAMESPACE, or in a pod, its namespace */
  readonly namespace?: string;
}

export interface ServerSettings {
  /** `host:port`; without a host on all addresses, with port 0 on any that is free. "0" alone: nowhere. */
  readonly bindAddress: string;
}

export interface MetricsSettings extends Partial<ServerSettings> {
  /**
   * Serve over HTTPS, and only those whom the cluster knows by their bearer token and allows to `get` the path `/metrics`. The operator needs
   * the right to create TokenReviews and SubjectAccessReviews. @default false: over HTTP, to anyone who can reach the port
   */
  readonly secure?: boolean;
  /** For `secure`: where `tls.crt` and `tls.key` are; read again when they are replaced. @default a certificate is made that signs itself */
  readonly certificateFolder?: string | undefined;
  /**
   * Registries of prom-client whose metrics are served, too, as its own `register`, to which metrics belong that name no registry. Where
   * two have a metric of the same name, the manager's is served, or the first one. @default none
   */
  readonly registries?: readonly Registry[];
  /** Whether to measure how long requests to the API server take. @default false */
  readonly requestDurations?: boolean;
}

export interface ControllerDefaults
  extends Pick<
    ControllerSettings,
    "maxConcurrentReconciles" | "reconcileTimeoutMs" | "cacheSyncTimeoutMs" | "needsLeaderElection"
  > {
  /** For the controllers of single kinds: `{ "Deployment.apps": 5, Pod: 10 }`. */
  readonly maxConcurrentReconcilesByKind?: Readonly<Record<string, number>>;
}
