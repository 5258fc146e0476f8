import type { ConnectOptions } from "@kubewright/client";
import { RuntimeError } from "../../errors.ts";
import { type ProgramHost, systemProgram } from "../../host.ts";
import { isOneAddress, parseListenAddress, sharedAddressProblem } from "../../observability/health/listen-address.ts";
import { formatNames, levelNames } from "../../observability/log/create-logger.ts";
import type { LogLevel } from "../../observability/log/log-line.ts";
import { describeFlag, type OptionOrigins } from "../../option-origin.ts";
import type {
  CacheSettings,
  LeaderElectionSettings,
  ManagerOptions,
  MetricsSettings,
  ServerSettings,
} from "../manager-options.ts";
import { refuseInvalidLeaseName } from "../refuse-invalid-lease-name.ts";
import type { FlagDefinitions, FlagValues } from "./flag-definition.ts";
import { FlagError } from "./flag-error.ts";
import { flagUsage } from "./flag-usage.ts";
import { readNamespaces } from "./namespace-list.ts";
import { isHelp, parseFlags } from "./parse-flags.ts";

/** What a program says of its flags. */
export interface ManagerFlags<F extends FlagDefinitions = FlagDefinitions> {
  /** The name of the Lease for `--leader-elect`: what all replicas have in common and nobody else has, as `memcached.cache.example.com`. */
  readonly leaderElectionId: string;
  /** What flags of every operator say where nobody gives them. */
  readonly defaults?: ManagerFlagDefaults;
  /** Flags of the program's own, beside those. @default none */
  readonly flags?: F;
}

/** The flags that every operator has; `kubeconfig` and `metrics-cert-path` have no default. */
export interface ManagerFlagDefaults {
  /** Namespaces to look at, with commas between them; `WATCH_NAMESPACE` goes before it. @default "": all */
  readonly namespace?: string;
  /** @default false */
  readonly "leader-elect"?: boolean;
  /** @default ":8081" */
  readonly "health-probe-bind-address"?: string;
  /** @default "0": nowhere */
  readonly "metrics-bind-address"?: string;
  /** @default true */
  readonly "metrics-secure"?: boolean;
  /** @default "info" */
  readonly "log-level"?: LogLevel | "silent";
  /** @default "console" on a terminal, "json" elsewhere */
  readonly "log-format"?: "json" | "console";
}

/** What the flags of a program say. */
export interface FlaggedOptions<F extends FlagDefinitions = FlagDefinitions> {
  /** For `Manager.create`. */
  readonly options: FlaggedManagerOptions;
  /** The program's own. */
  readonly flags: FlagValues<F>;
}

/** Options of a manager, of which each one that flags are for is there. */
export interface FlaggedManagerOptions extends ManagerOptions {
  readonly connection: ConnectOptions;
  readonly cache: CacheSettings;
  readonly health: ServerSettings;
  readonly metrics: MetricsSettings;
  readonly leaderElection: LeaderElectionSettings | false;
  readonly origins: OptionOrigins;
}

/**
 * Options for `Manager.create` as the command line says, by the flags of Kubebuilder's operators, and the values of the program's own flags.
 *
 * Throws FlagError for `--help` and for arguments that make no sense, and RuntimeError `INVALID_SETUP` for a flag that cannot be defined.
 * `runOperator` calls it, and shows these errors as users want to see them.
 */
export function managerOptionsFromFlags<const F extends FlagDefinitions = Record<never, never>>(
  settings: ManagerFlags<F>,
  host: Pick<ProgramHost, "command" | "args" | "env"> = systemProgram(),
): FlaggedOptions<F> {
  const { leaderElectionId, defaults = {}, flags: own } = settings;
  const common = commonFlags(defaults);
  refuseInvalidLeaseName(leaderElectionId, "leaderElectionId");
  refuseInvalid(own ?? {}, common);
  const definitions = { ...own, ...common };
  const example = "--metrics-bind-address=:8080 --metrics-secure=false --log-level=debug";
  const usage = () => flagUsage({ command: host.command, definitions, example });
  const values = parseFlags(host.args, definitions, usage);
  const flags = Object.fromEntries(Object.entries(values).filter(([name]) => !Object.hasOwn(common, name)));
  const { WATCH_NAMESPACE: watched } = host.env;
  const given = values as FlagValues<CommonFlags>;
  const namespaces =
    given.namespace === undefined && watched !== undefined
      ? readNamespaces("WATCH_NAMESPACE", watched)
      : readNamespaces("--namespace", given.namespace ?? defaults.namespace ?? "");
  return {
    options: optionsOf(given, { leaderElectionId, namespaces }),
    flags: flags as FlagValues<F>,
  };
}

type CommonFlags = ReturnType<typeof commonFlags>;

function commonFlags(defaults: ManagerFlagDefaults) {
  const logFormat = defaults["log-format"];
  return {
    kubeconfig: {
      type: "string",
      placeholder: "FILE",
      description: "how to reach the cluster (default: as kubectl does, or the cluster that this runs in)",
    },
    namespace: {
      type: "string",
      placeholder: "NAMES",
      description: `the namespaces to look at, with commas between them (default: WATCH_NAMESPACE, or ${defaults.namespace || "all"})`,
    },
    "leader-elect": {
      type: "boolean",
      default: defaults["leader-elect"] ?? false,
      description: "work only while this process has the lease, which one of several replicas has",
    },
    "health-probe-bind-address": {
      type: "string",
      placeholder: "ADDRESS",
      default: defaults["health-probe-bind-address"] ?? ":8081",
      description: "where /healthz and /readyz are served; 0: nowhere",
    },
    "metrics-bind-address": {
      type: "string",
      placeholder: "ADDRESS",
      default: defaults["metrics-bind-address"] ?? "0",
      description: "where /metrics is served; 0: nowhere",
    },
    "metrics-secure": {
      type: "boolean",
      default: defaults["metrics-secure"] ?? true,
      description: "serve metrics over HTTPS, to those whom the cluster allows to read them; false: over HTTP, to all",
    },
    "metrics-cert-path": {
      type: "string",
      placeholder: "FOLDER",
      description: "where tls.crt and tls.key for the metrics are (default: a certificate is made that signs itself)",
    },
    "log-level": {
      type: "string",
      choices: levelNames,
      default: defaults["log-level"] ?? "info",
      description: "the least level that is logged",
    },
    "log-format": {
      type: "string",
      choices: formatNames,
      ...(logFormat !== undefined && { default: logFormat }),
      description: `how lines are logged${logFormat === undefined ? " (default: console on a terminal, json elsewhere)" : ""}`,
    },
  } as const satisfies FlagDefinitions;
}

function optionsOf(
  values: FlagValues<CommonFlags>,
  { leaderElectionId, namespaces }: { readonly leaderElectionId: string; readonly namespaces: readonly string[] },
): FlaggedManagerOptions {
  const { kubeconfig = "", "metrics-cert-path": certificateFolder = "", "log-format": logFormat } = values;
  const { "health-probe-bind-address": healthAddress, "metrics-bind-address": metricsAddress } = values;
  refuseInvalidAddresses(values);
  return {
    connection: kubeconfig === "" ? {} : { kubeconfig },
    cache: namespaces.length === 0 ? {} : { namespaces },
    health: { bindAddress: healthAddress },
    metrics: {
      bindAddress: metricsAddress,
      secure: values["metrics-secure"],
      ...(certificateFolder !== "" && { certificateFolder }),
    },
    leaderElection: values["leader-elect"] && { id: leaderElectionId },
    logLevel: values["log-level"],
    ...(logFormat !== undefined && { logFormat }),
    origins: {
      "connection.kubeconfig": { flag: "--kubeconfig", value: kubeconfig },
      "health.bindAddress": { flag: "--health-probe-bind-address", value: healthAddress },
      "metrics.bindAddress": { flag: "--metrics-bind-address", value: metricsAddress },
      "metrics.certificateFolder": { flag: "--metrics-cert-path", value: certificateFolder },
      "leaderElection.id": { flag: "--leader-elect", value: leaderElectionId },
    },
  };
}

function refuseInvalidAddresses(values: FlagValues<CommonFlags>): void {
  const { "health-probe-bind-address": health, "metrics-bind-address": metrics, "metrics-secure": isSecure } = values;
  const healthFlag = describeFlag("--health-probe-bind-address", health);
  const metricsFlag = describeFlag("--metrics-bind-address", metrics);
  try {
    parseListenAddress(health, healthFlag);
    parseListenAddress(metrics, metricsFlag);
  } catch (error) {
    throw error instanceof RuntimeError ? new FlagError(`${error.message}; --help shows all flags`) : error;
  }
  if (!isSecure || !isOneAddress(metrics, health)) return;
  const problem = sharedAddressProblem(metricsFlag, healthFlag);
  throw new FlagError(`${problem}; choose another one, or --metrics-secure=false; --help shows all flags`);
}

function refuseInvalid(own: FlagDefinitions, common: FlagDefinitions): void {
  for (const name of Object.keys(own)) {
    const cause = isHelp(name) || Object.hasOwn(common, name) ? "every operator has a flag of this name" : undefined;
    const advice = /^[a-z0-9][a-z0-9-]*$/.test(name) ? cause : "its name is to be of small letters, digits and dashes";
    if (advice === undefined) continue;
    throw new RuntimeError("INVALID_SETUP", `the flag ${JSON.stringify(name)} cannot be defined: ${advice}`);
  }
  for (const [name, definition] of Object.entries({ ...own, ...common })) {
    const { default: value, choices } = definition.type === "string" ? definition : {};
    if (value === undefined || choices === undefined || choices.includes(value)) continue;
    const known = choices.join(", ");
    throw new RuntimeError(
      "INVALID_SETUP",
      `the default of --${name} is ${JSON.stringify(value)}, but must be one of ${known}`,
    );
  }
}
