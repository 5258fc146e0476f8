import { writeFile } from "node:fs/promises";
import { type Clock, isNotFound } from "@kubewright/api";
import { Namespace, Node, ServiceAccount } from "@kubewright/api/core/v1";
import type { Faults } from "@kubewright/apiserver";
import { ApiClient, type Client, type Interceptor, intercept, withNamespace } from "@kubewright/client";
import type { Manager } from "@kubewright/runtime";
import { installDefinitions } from "../definition/install-definitions.ts";
import { TestingError } from "../errors.ts";
import type { TestCluster } from "./cluster/test-cluster.ts";
import { whoIs } from "./cluster/who-is.ts";
import type {
  ClientIdentity,
  Environment,
  EnvironmentClientOptions,
  EnvironmentEventually,
  StartManagerOptions,
  TestNamespace,
} from "./environment.ts";
import { createEventually } from "./environment-eventually.ts";
import type { ClusterChoice, ResolvedOptions } from "./environment-options.ts";
import { invalid } from "./invalid-option.ts";
import { ManualPace } from "./pace/manual-pace.ts";
import { RunningManagers } from "./running-managers.ts";

/** The environment around a cluster. */
export class ClusterEnvironment implements Environment {
  readonly cluster: ClusterChoice;
  readonly eventually: EnvironmentEventually;
  readonly #cluster: TestCluster;
  readonly #options: ResolvedOptions;
  readonly #managers: RunningManagers;
  readonly #admin: Client;
  readonly #clients: Client[] = [];
  /** Names of those that may still be there. */
  readonly #namespaces = new Set<string>();
  #closed: Promise<void> | undefined;

  constructor(cluster: TestCluster, options: ResolvedOptions) {
    this.cluster = options.cluster;
    this.#cluster = cluster;
    this.#options = options;
    this.#managers = new RunningManagers(cluster.pace);
    this.#admin = this.client();
    this.eventually = this.#eventuallyOn(this.#admin);
  }

  /** Resolves when its kinds are served and pods can be made and find a node. */
  async prepare(): Promise<void> {
    const { pace } = this.#cluster;
    const { crds, faults, cluster } = this.#options;
    if (cluster !== "existing") await this.#untilReady();
    if (crds.length > 0) await pace.during(installDefinitions(this.#admin, crds, { clock: pace.clock }));
    for (const rule of faults) this.faults.add(rule);
  }

  get description(): string {
    return this.#cluster.description;
  }

  get clock(): Clock {
    return this.#cluster.pace.clock;
  }

  get faults(): Faults {
    const { faults } = this.#cluster;
    if (faults !== undefined) return faults;
    throw invalid("faults", `${this.description} cannot fail on purpose; take cluster: "embedded"`);
  }

  client(options: EnvironmentClientOptions = {}): Client {
    return this.#clientWith(options, []);
  }

  async kubeconfig(identity: ClientIdentity = {}): Promise<string> {
    this.#checkOpen();
    return await this.#cluster.kubeconfig(whoIs(identity));
  }

  async writeKubeconfig(path: string, identity?: ClientIdentity): Promise<void> {
    await writeFile(path, await this.kubeconfig(identity), { mode: 0o600 });
  }

  async namespace(prefix = "test"): Promise<TestNamespace> {
    this.#checkOpen();
    const labels = { "app.kubernetes.io/managed-by": "kubewright-testing" };
    const { metadata } = await this.#admin.create(Namespace.of({ metadata: { generateName: `${prefix}-`, labels } }));
    const { name } = metadata;
    this.#namespaces.add(name);
    // Where accounts are made, no pod can be before the namespace has one.
    if ((await this.#admin.find(ServiceAccount, "default/default")) !== undefined) {
      await this.eventually(ServiceAccount, { namespace: name, name: "default" });
    }
    const client = withNamespace(this.#admin, name, { clock: this.clock });
    return {
      name,
      client,
      eventually: this.#eventuallyOn(client),
      [Symbol.asyncDispose]: () => this.#deleteNamespace(name),
    };
  }

  async startManager(setup: (manager: Manager) => unknown, options: StartManagerOptions = {}): Promise<Manager> {
    const { identity, fieldManager = "manager", interceptors = [] } = options;
    return await this.#managers.start(this.#clientWith({ ...identity, fieldManager }, interceptors), setup, options);
  }

  async advance(ms: number): Promise<void> {
    this.#checkOpen();
    const { pace } = this.#cluster;
    if (!(pace instanceof ManualPace)) {
      throw invalid("clock", 'time goes by of itself; start the environment with clock: "manual" to advance it');
    }
    await pace.advance(ms);
  }

  async loadImage(path: string): Promise<{ readonly references: readonly string[] }> {
    this.#checkOpen();
    if (this.#options.nodes.process === undefined || this.#cluster.loadImage === undefined) {
      throw invalid("nodes", "there is no node that could run an image; start the environment with { process: 1 }");
    }
    return await this.#cluster.loadImage(path);
  }

  close(): Promise<void> {
    this.#closed ??= this.#close();
    return this.#closed;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  #clientWith(
    { namespace, fieldManager = "test", ...identity }: EnvironmentClientOptions,
    interceptors: readonly Interceptor[],
  ): Client {
    this.#checkOpen();
    const client = new ApiClient({
      transport: intercept(this.#cluster.transport(whoIs(identity)), interceptors),
      clock: this.clock,
      fieldManager,
      ...(namespace !== undefined && { namespace }),
    });
    this.#clients.push(client);
    return client;
  }

  async #close(): Promise<void> {
    // Whatever fails, the rest is ended, too.
    const failures: unknown[] = [];
    const attempt = async (step: () => Promise<unknown>): Promise<void> => {
      await step().catch((error: unknown) => failures.push(error));
    };
    await attempt(async () => this.#managers[Symbol.asyncDispose]());
    if (this.#cluster.persists) {
      for (const name of [...this.#namespaces]) await attempt(() => this.#deleteNamespace(name));
    }
    for (const client of this.#clients.splice(0)) await attempt(() => client.close());
    await attempt(async () => this.#cluster[Symbol.asyncDispose]());
    if (failures.length === 1) throw failures[0];
    if (failures.length > 1) throw new AggregateError(failures, "the environment did not end well");
  }

  async #untilReady(): Promise<void> {
    const { controllers } = this.#options;
    const works = (name: string): boolean =>
      !controllers.includes(`-${name}`) && (controllers.includes("*") || controllers.includes(name));
    if (works("serviceaccount-controller")) await this.eventually(ServiceAccount, "default/default");
    if (!works("node-lifecycle-controller")) return;
    const { items } = await this.#admin.list(Node);
    for (const { metadata } of items) {
      await this.eventually(Node, { name: metadata.name }, ({ spec }) => (spec?.taints ?? []).length === 0);
    }
  }

  async #deleteNamespace(name: string): Promise<void> {
    if (!this.#namespaces.delete(name) || (this.#closed !== undefined && !this.#cluster.persists)) return;
    await this.#admin.delete(Namespace, { name }).catch((error: unknown) => {
      if (!isNotFound(error)) throw error;
    });
  }

  #eventuallyOn(client: Client): EnvironmentEventually {
    return createEventually({ client, pace: this.#cluster.pace, log: () => this.#managers.logLines });
  }

  #checkOpen(): void {
    if (this.#closed !== undefined) throw new TestingError("CLOSED", "the environment was closed");
  }
}
