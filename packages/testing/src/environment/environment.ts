import type { Clock, Kind, KubeObject } from "@kubewright/api";
import type { Faults } from "@kubewright/apiserver";
import type { Client, Interceptor, KeyLike } from "@kubewright/client";
import type { Manager, ManagerOptions } from "@kubewright/runtime";
import type { Check, Passed } from "../eventually/check-window.ts";
import type { ObjectCheck } from "../eventually/eventually-in.ts";
import type { Expected } from "../match/expected.ts";
import type { ClusterChoice } from "./environment-options.ts";

/** Whose rights count: a user's, a service account's, or, where neither is named, those of someone who may do everything. */
export interface ClientIdentity {
  readonly user?: string;
  /** Of the user, besides `system:authenticated`, which everyone is in. @default none */
  readonly groups?: readonly string[];
  /** `"namespace/name"`. */
  readonly serviceAccount?: string;
}

export interface EnvironmentClientOptions extends ClientIdentity {
  /** Of keys and objects that name none. @default "default" */
  readonly namespace?: string;
  /** Of writes that name none. @default "test" */
  readonly fieldManager?: string;
}

export interface StartManagerOptions
  extends Omit<ManagerOptions, "client" | "connection" | "clock" | "handleSignals" | "handleCrashes" | "process"> {
  /** Whose rights the manager has: `{ serviceAccount: "shop/operator" }`. @default all */
  readonly identity?: ClientIdentity;
  /** Between the manager and the server, as `injectFaults`: they see all that this manager sends, and nothing else. @default none */
  readonly interceptors?: readonly Interceptor[];
}

export interface AwaitOptions {
  /** How long it may take, of the cluster's time. @default 30_000 */
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
}

/**
 * Waits for what becomes true. With the manual clock, the cluster's time goes by meanwhile as fast as it can.
 *
 * Throws TestingError `NOT_EVENTUALLY` when time is up. About an object, its message shows where it differs from what is expected, its
 * conditions, the events of it and of all that belongs to it, its pods with their last log lines, and what managers logged.
 */
export interface EnvironmentEventually {
  /** The object, as soon as it exists and is as expected: has these fields, or passes the check. Each state that the server tells of is looked at. */
  <T extends KubeObject>(
    kind: Kind<T>,
    key: KeyLike,
    expected?: Expected<NoInfer<T>> | ObjectCheck<NoInfer<T>>,
    options?: AwaitOptions,
  ): Promise<T>;
  /** What the check gives, as soon as it passes. It is asked every 50 ms. */
  <T>(check: Check<T>, options?: AwaitOptions): Promise<Passed<T>>;
  /** Resolves as soon as this very object is gone, also if another one has its name. */
  gone(object: KubeObject, options?: AwaitOptions): Promise<void>;
  /** Resolves as soon as there is no such object. */
  gone(kind: Kind, key: KeyLike, options?: AwaitOptions): Promise<void>;
  /** The object that took the place of this one: the same name, another uid. */
  replaced<T extends KubeObject>(object: T, options?: AwaitOptions): Promise<T>;
}

/** A namespace for one test. Disposing of it asks for its deletion, with all that is in it, and does not wait for it. */
export interface TestNamespace extends AsyncDisposable {
  readonly name: string;
  /** May do everything, but only here: keys and objects are in this namespace, lists and watches see only it. */
  readonly client: Client;
  /** About objects of this namespace. */
  readonly eventually: EnvironmentEventually;
}

/** A cluster for tests. */
export interface Environment extends AsyncDisposable {
  readonly cluster: ClusterChoice;
  /** Where it is, for people: `the kube-apiserver at https://127.0.0.1:41233`. */
  readonly description: string;
  /** The cluster's. */
  readonly clock: Clock;
  /** What goes wrong on purpose. Throws TestingError `INVALID_OPTION` unless the cluster is embedded. */
  readonly faults: Faults;
  /** Waits for what becomes true, on a client that may do everything. */
  readonly eventually: EnvironmentEventually;

  /** A client of its own, closed with the environment. */
  client(options?: EnvironmentClientOptions): Client;
  /** A kubeconfig as YAML text, for other programs. The embedded cluster listens from the first call on. */
  kubeconfig(identity?: ClientIdentity): Promise<string>;
  /** Writes a kubeconfig that only the owner of the file may read. */
  writeKubeconfig(path: string, identity?: ClientIdentity): Promise<void>;
  /**
   * A fresh namespace whose name nobody else has, with its service account if the cluster makes one. What is left of them in a cluster that
   * outlives the environment is deleted at its end.
   */
  namespace(prefix?: string): Promise<TestNamespace>;
  /**
   * Runs an operator, until the environment is closed: `setup` adds its controllers to a manager that has the environment's clock, no
   * ports, and a log that is shown when something that is waited for does not come. Closing the environment rejects with what made the
   * manager end before that.
   */
  startManager(setup: (manager: Manager) => unknown, options?: StartManagerOptions): Promise<Manager>;
  /** Lets so much time go by, and all happen that is due in it. Throws TestingError `INVALID_OPTION` unless the clock is manual. */
  advance(ms: number): Promise<void>;
  /** Makes the images of an archive (`docker save`) runnable. Throws TestingError `INVALID_OPTION` unless there are process nodes. */
  loadImage(path: string): Promise<{ readonly references: readonly string[] }>;
  /** Ends everything; `await using` does it by itself. Harmless when done before. */
  close(): Promise<void>;
}
