import { describe, expect, test } from "vitest";
import { RuntimeError } from "../../errors.ts";
import { FlagError } from "./flag-error.ts";
import { type ManagerFlags, managerOptionsFromFlags } from "./manager-flags.ts";

const leaderElectionId = "memcached.example.com";

function read(args: string[], settings: Omit<ManagerFlags, "leaderElectionId"> = {}, env: Record<string, string> = {}) {
  return managerOptionsFromFlags({ leaderElectionId, ...settings }, { command: "node dist/main.js", args, env });
}

const defaults = {
  connection: {},
  cache: {},
  health: { bindAddress: ":8081" },
  metrics: { bindAddress: "0", secure: true },
  leaderElection: false,
  logLevel: "info",
};

describe("managerOptionsFromFlags", () => {
  test.each([
    [[], {}],
    [["--leader-elect"], { leaderElection: { id: leaderElectionId } }],
    [["--leader-elect=false"], {}],
    [["--kubeconfig=a/b"], { connection: { kubeconfig: "a/b" } }],
    [["--kubeconfig="], {}],
    [["--namespace=one, two"], { cache: { namespaces: ["one", "two"] } }],
    [["--namespace="], {}],
    [["--health-probe-bind-address", "127.0.0.1:0"], { health: { bindAddress: "127.0.0.1:0" } }],
    [["--metrics-bind-address=:8443"], { metrics: { bindAddress: ":8443", secure: true } }],
    [["--metrics-secure=false"], { metrics: { bindAddress: "0", secure: false } }],
    [["--metrics-cert-path=/certs"], { metrics: { bindAddress: "0", secure: true, certificateFolder: "/certs" } }],
    [["--metrics-cert-path="], {}],
    [["--log-level=debug", "--log-format=console"], { logLevel: "debug", logFormat: "console" }],
  ])("makes options of %j", (args, expected) => {
    expect(read(args)).toEqual({ options: { ...defaults, ...expected, origins: expect.anything() }, flags: {} });
  });

  test("takes the namespaces from WATCH_NAMESPACE, where no flag names them", () => {
    const env = { WATCH_NAMESPACE: "one,two" };
    const given = { defaults: { namespace: "three" } };
    expect(read([], given, env).options.cache).toEqual({ namespaces: ["one", "two"] });
    expect(read(["--namespace=four"], given, env).options.cache).toEqual({ namespaces: ["four"] });
    expect(read([], given, { WATCH_NAMESPACE: "" }).options.cache).toEqual({});
    expect(read([], given).options.cache).toEqual({ namespaces: ["three"] });
  });

  test("begins where the program says", () => {
    const { options } = read([], {
      defaults: {
        "leader-elect": true,
        "health-probe-bind-address": "0",
        "metrics-bind-address": ":8080",
        "metrics-secure": false,
        "log-level": "warn",
        "log-format": "json",
      },
    });
    expect(options).toEqual({
      ...defaults,
      health: { bindAddress: "0" },
      metrics: { bindAddress: ":8080", secure: false },
      leaderElection: { id: leaderElectionId },
      logLevel: "warn",
      logFormat: "json",
      origins: expect.anything(),
    });
  });

  test("gives the values of the program's own flags, and only those", () => {
    const flags = {
      "max-size": { type: "number", default: 5, description: "how many" },
      registry: { type: "string", description: "where images come from" },
    } as const;
    expect(read(["--registry=example.com", "--leader-elect"], { flags }).flags).toEqual({
      "max-size": 5,
      registry: "example.com",
    });
  });

  test.each(["help", "h", "leader-elect", "Max-Size", "-x", "a=b", ""])("takes no flag of the name %j", (name) => {
    const flags = { [name]: { type: "string", description: "" } } as const;
    const defined = () => read([], { flags });
    expect(defined).toThrow(RuntimeError);
    expect(defined).toThrow(expect.objectContaining({ code: "INVALID_SETUP" }));
  });

  test.each(["health-probe-bind-address", "metrics-bind-address"])("refuses a port alone as --%s", (name) => {
    const refused = () => read([`--${name}=8081`]);
    expect(refused).toThrow(FlagError);
    expect(refused).toThrow(
      `--${name}=8081 is no address to listen on; write it like ":8080", "127.0.0.1:8080", or "0" for none; --help`,
    );
  });

  test.each([
    [["--namespace=,"], {}, "--namespace=, has an empty name in its list"],
    [["--namespace=a,,b"], {}, "--namespace=a,,b has an empty name in its list"],
    [[], { WATCH_NAMESPACE: "," }, "WATCH_NAMESPACE=, has an empty name in its list"],
  ])("refuses %j with the environment %j", (args, env, message) => {
    const refused = () => read(args, {}, env);
    expect(refused).toThrow(FlagError);
    expect(refused).toThrow(message);
  });

  test("looks not at WATCH_NAMESPACE where a flag names the namespaces", () => {
    expect(read(["--namespace=one"], {}, { WATCH_NAMESPACE: "," }).options.cache).toEqual({ namespaces: ["one"] });
  });

  test("refuses one address for probes and secure metrics, and takes it for metrics that are not secure", () => {
    const both = ["--metrics-bind-address=:8443", "--health-probe-bind-address=:8443"];
    const refused = () => read(both);
    expect(refused).toThrow(FlagError);
    expect(refused).toThrow(
      "--metrics-bind-address=:8443 and --health-probe-bind-address=:8443 are one address, but secure metrics need one of their own: probes have no token; choose another one, or --metrics-secure=false; --help shows all flags",
    );
    expect(read([...both, "--metrics-secure=false"]).options.health).toEqual({ bindAddress: ":8443" });
    expect(read(["--metrics-bind-address=:0", "--health-probe-bind-address=:0"]).options.health).toEqual({
      bindAddress: ":0",
    });
  });

  test.each([["Not a name"], [""]])("takes %j not for the name of a lease, also without --leader-elect", (id) => {
    const read = () => managerOptionsFromFlags({ leaderElectionId: id }, { command: "", args: [], env: {} });
    expect(read).toThrow(RuntimeError);
    expect(read).toThrow(/^leaderElectionId /);
  });

  test("takes no default that is none of the choices", () => {
    const mode = { type: "string", choices: ["fast", "safe"], default: "slow", description: "" } as const;
    const message = 'the default of --mode is "slow", but must be one of fast, safe';
    expect(() => read([], { flags: { mode } })).toThrow(message);
    expect(() => read([], { defaults: { "log-level": "loud" as never } })).toThrow(
      'the default of --log-level is "loud", but must be one of debug, info, warn, error, silent',
    );
  });

  test("tells with --help of each flag, its default, and an example", () => {
    const flags = { "max-size": { type: "number", default: 5, description: "how many a Memcached may have" } } as const;
    let usage = "";
    try {
      read(["--help"], { flags, defaults: { "health-probe-bind-address": ":9081" } });
    } catch (error) {
      usage = (error as FlagError).message;
    }
    expect(usage).toBe(`Usage: node dist/main.js [flags]

Flags:
  --max-size number
        how many a Memcached may have (default: 5)
  --kubeconfig FILE
        how to reach the cluster (default: as kubectl does, or the cluster that this runs in)
  --namespace NAMES
        the namespaces to look at, with commas between them (default: WATCH_NAMESPACE, or all)
  --leader-elect
        work only while this process has the lease, which one of several replicas has (default: false)
  --health-probe-bind-address ADDRESS
        where /healthz and /readyz are served; 0: nowhere (default: ":9081")
  --metrics-bind-address ADDRESS
        where /metrics is served; 0: nowhere (default: "0")
  --metrics-secure
        serve metrics over HTTPS, to those whom the cluster allows to read them; false: over HTTP, to all (default: true)
  --metrics-cert-path FOLDER
        where tls.crt and tls.key for the metrics are (default: a certificate is made that signs itself)
  --log-level debug|info|warn|error|silent
        the least level that is logged (default: "info")
  --log-format json|console
        how lines are logged (default: console on a terminal, json elsewhere)
  -h, --help
        show this

Example:
  node dist/main.js --metrics-bind-address=:8080 --metrics-secure=false --log-level=debug
`);
  });
});
