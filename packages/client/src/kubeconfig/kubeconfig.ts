/** A cluster as a kubeconfig describes it; fields that are not listed here are kept. */
export interface KubeconfigCluster {
  readonly server?: string;
  readonly "tls-server-name"?: string;
  readonly "insecure-skip-tls-verify"?: boolean;
  readonly "certificate-authority"?: string;
  /** Base64 of PEM. */
  readonly "certificate-authority-data"?: string;
  readonly "proxy-url"?: string;
  readonly "disable-compression"?: boolean;
  readonly extensions?: readonly KubeconfigExtension[];
}

/** A user as a kubeconfig describes one. Secret. */
export interface KubeconfigUser {
  readonly "client-certificate"?: string;
  /** Base64 of PEM. */
  readonly "client-certificate-data"?: string;
  readonly "client-key"?: string;
  /** Base64 of PEM. */
  readonly "client-key-data"?: string;
  readonly token?: string;
  readonly tokenFile?: string;
  readonly as?: string;
  readonly "as-uid"?: string;
  readonly "as-groups"?: readonly string[];
  readonly "as-user-extra"?: Readonly<Record<string, readonly string[]>>;
  readonly username?: string;
  readonly password?: string;
  readonly "auth-provider"?: { readonly name?: string; readonly config?: Readonly<Record<string, string>> };
  readonly exec?: KubeconfigExec;
  readonly extensions?: readonly KubeconfigExtension[];
}

/** A credential plugin as a kubeconfig describes it. */
export interface KubeconfigExec {
  readonly apiVersion?: string;
  readonly command?: string;
  readonly args?: readonly string[];
  readonly env?: readonly { readonly name?: string; readonly value?: string }[];
  readonly installHint?: string;
  readonly provideClusterInfo?: boolean;
  readonly interactiveMode?: string;
}

/** A cluster, a user on it, and a namespace. */
export interface KubeconfigContext {
  readonly cluster?: string;
  readonly user?: string;
  readonly namespace?: string;
  readonly extensions?: readonly KubeconfigExtension[];
}

export interface KubeconfigExtension {
  readonly name?: string;
  readonly extension?: unknown;
}

/** A named cluster, user or context, and where it stands. */
export interface KubeconfigEntry<T> {
  readonly name: string;
  /** Paths in it are absolute if `file` is known. */
  readonly value: T;
  /** Absent when the kubeconfig did not come from a file. */
  readonly file?: string;
  /** `users[2].user`. */
  readonly field: string;
}

/** What a kubeconfig consists of, in the form of the class's constructor. */
export interface KubeconfigParts {
  readonly currentContext?: string;
  readonly clusters: readonly KubeconfigEntry<KubeconfigCluster>[];
  readonly users: readonly KubeconfigEntry<KubeconfigUser>[];
  readonly contexts: readonly KubeconfigEntry<KubeconfigContext>[];
  /** Fields of the whole that are none of these: `preferences`, `extensions` … */
  readonly rest: Readonly<Record<string, unknown>>;
  readonly files: readonly string[];
}

/** One kubeconfig, or several merged. Showing it reveals no secret; `toObject` and `user` do. */
export class Kubeconfig {
  /** The context to use unless another is asked for. */
  readonly currentContext: string | undefined;
  /** The files it was read from, absolute. */
  readonly files: readonly string[];
  readonly #clusters: ReadonlyMap<string, KubeconfigEntry<KubeconfigCluster>>;
  readonly #users: ReadonlyMap<string, KubeconfigEntry<KubeconfigUser>>;
  readonly #contexts: ReadonlyMap<string, KubeconfigEntry<KubeconfigContext>>;
  readonly #rest: Readonly<Record<string, unknown>>;

  constructor(parts: KubeconfigParts) {
    this.currentContext = parts.currentContext;
    this.files = parts.files;
    this.#clusters = firstByName(parts.clusters);
    this.#users = firstByName(parts.users);
    this.#contexts = firstByName(parts.contexts);
    this.#rest = parts.rest;
  }

  /**
   * Several as one: of two entries with the same name, and of two settings, the first counts, whole. The files are taken
   * in the order of the KUBECONFIG list.
   */
  static merge(configs: readonly Kubeconfig[]): Kubeconfig {
    const currentContext = configs.find((config) => config.currentContext !== undefined)?.currentContext;
    return new Kubeconfig({
      ...(currentContext === undefined ? {} : { currentContext }),
      clusters: configs.flatMap((config) => [...config.#clusters.values()]),
      users: configs.flatMap((config) => [...config.#users.values()]),
      contexts: configs.flatMap((config) => [...config.#contexts.values()]),
      rest: mergeSettings(configs.map((config) => config.#rest)),
      files: configs.flatMap((config) => config.files),
    });
  }

  /** Whether there is nothing in it that could lead to a cluster. */
  get isEmpty(): boolean {
    return this.#clusters.size + this.#users.size + this.#contexts.size === 0 && this.currentContext === undefined;
  }

  get clusterNames(): string[] {
    return [...this.#clusters.keys()];
  }

  get userNames(): string[] {
    return [...this.#users.keys()];
  }

  get contextNames(): string[] {
    return [...this.#contexts.keys()];
  }

  cluster(name: string): KubeconfigEntry<KubeconfigCluster> | undefined {
    return this.#clusters.get(name);
  }

  /** Secret: never logged. */
  user(name: string): KubeconfigEntry<KubeconfigUser> | undefined {
    return this.#users.get(name);
  }

  context(name: string): KubeconfigEntry<KubeconfigContext> | undefined {
    return this.#contexts.get(name);
  }

  /** The content of a kubeconfig file that says the same, unknown fields included. Secret: never logged. */
  toObject(): Record<string, unknown> {
    return {
      apiVersion: "v1",
      kind: "Config",
      ...this.#rest,
      clusters: [...this.#clusters.values()].map(({ name, value }) => ({ name, cluster: value })),
      users: [...this.#users.values()].map(({ name, value }) => ({ name, user: value })),
      contexts: [...this.#contexts.values()].map(({ name, value }) => ({ name, context: value })),
      "current-context": this.currentContext ?? "",
    };
  }
}

/** Names a field of an entry and its file, for errors: `users[2].user.token in /home/me/.kube/config`. */
export function locationOf(entry: KubeconfigEntry<unknown>, field = ""): string {
  return `${entry.field}${field === "" ? "" : `.${field}`} in ${entry.file ?? "the kubeconfig"}`;
}

/** Whether a text field says anything: empty is the same as absent. */
export function isSet(text: string | undefined): text is string {
  return text !== undefined && text !== "";
}

/** Settings of several files: the first counts, but extensions and preferences are merged one by one. */
function mergeSettings(settings: readonly Readonly<Record<string, unknown>>[]): Record<string, unknown> {
  const merged: Record<string, unknown> = {};
  for (const [name, value] of settings.flatMap((each) => Object.entries(each))) {
    if (value === null || value === undefined) continue;
    const earlier = merged[name];
    if (earlier === undefined) merged[name] = value;
    else if (name === "extensions") merged[name] = mergeExtensions(earlier, value);
    else if (name === "preferences" && isMapping(earlier) && isMapping(value)) {
      merged[name] = mergeSettings([earlier, value]);
    }
  }
  return merged;
}

function mergeExtensions(earlier: unknown, later: unknown): unknown {
  if (!Array.isArray(earlier) || !Array.isArray(later)) return earlier;
  const names = new Set(earlier.map((extension) => extension?.name));
  return [...earlier, ...later.filter((extension) => !names.has(extension?.name))];
}

function isMapping(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function firstByName<T>(entries: readonly KubeconfigEntry<T>[]): ReadonlyMap<string, KubeconfigEntry<T>> {
  const byName = new Map<string, KubeconfigEntry<T>>();
  for (const entry of entries) if (!byName.has(entry.name)) byName.set(entry.name, entry);
  return byName;
}
