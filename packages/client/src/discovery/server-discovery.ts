import { type Clock, formatApiVersion, type GroupVersion, type GroupVersionKind } from "@kubewright/api";
import type { CallOptions } from "../call-options.ts";
import { ClientError, type ClientErrorCode } from "../errors.ts";
import { onAbort } from "../on-abort.ts";
import { decode } from "../transport/decode.ts";
import type { ApiRequest, Transport } from "../transport/transport.ts";
import { discoveryAccept, isAggregatedDocument, versionsInAggregated } from "./aggregated-document.ts";
import type { Discovery, ResourceMapping } from "./discovery.ts";
import { groupVersionsInLegacy, mappingsInLegacy } from "./legacy-document.ts";
import { ResourceCatalog } from "./resource-catalog.ts";
import type { ServedVersion } from "./served-version.ts";

export interface ServerDiscoveryOptions {
  readonly send: Transport["send"];
  readonly clock: Clock;
}

/** What one of the two roots of discovery last answered. */
interface Root {
  readonly versions: readonly ServedVersion[];
  readonly etag?: string;
}

type Find = (catalog: ResourceCatalog) => ResourceMapping | undefined;

interface Snapshot {
  readonly catalog: ResourceCatalog;
  /** Which load it came from; grows. */
  readonly load: number;
}

const requestTimeoutMs = 30_000;

/** Something unknown makes us ask the server again, so often in so long for each: a kind that stays missing must not flood it. */
const missLimit = { count: 5, withinMs: 15_000 };

/** Documents of a server without aggregated discovery that are asked for at once. */
const parallelRequests = 8;

/** Failures that the server behind one group can cause; others mean that the API server itself is not reached. */
const oneGroupOnly: ReadonlySet<ClientErrorCode> = new Set<ClientErrorCode>([
  "CONNECTION_LOST",
  "TIMEOUT",
  "UNEXPECTED_RESPONSE",
]);

/**
 * Asks a server what it serves: one document for each of `/api` and `/apis` if it has aggregated discovery, one per group and version if not.
 *
 * Callers that ask at the same time share one answer. A group whose server is down is left out, or kept as it was, and
 * the others work.
 */
export class ServerDiscovery implements Discovery {
  readonly #send: Transport["send"];
  readonly #clock: Clock;
  /** Kept when everything else is forgotten, for their ETags. */
  readonly #roots: Map<string, Root> = new Map();
  #snapshot: Snapshot | undefined;
  #loading: Promise<Snapshot> | undefined;
  #loads = 0;
  /** For what was not found: when that made us ask, oldest first, on the monotonic clock. */
  readonly #misses = new Map<string, number[]>();

  constructor(options: ServerDiscoveryOptions) {
    this.#send = options.send;
    this.#clock = options.clock;
  }

  async resourceFor(kind: GroupVersionKind, options: CallOptions = {}): Promise<ResourceMapping> {
    const known = this.#snapshot?.catalog.byKind(kind);
    if (known !== undefined) return known;
    return await this.#look(
      `kind ${formatApiVersion(kind)} ${kind.kind}`,
      options,
      (catalog) => catalog.byKind(kind),
      (catalog) => `the server does not serve ${formatApiVersion(kind)} ${kind.kind}: ${catalog.hintFor(kind)}`,
    );
  }

  async kindFor(
    wanted: { group: string; version?: string; resource: string },
    options: CallOptions = {},
  ): Promise<ResourceMapping> {
    const { group, version, resource } = wanted;
    const name = [resource, version, group].filter(Boolean).join(".");
    return await this.#look(
      `resource ${name}`,
      options,
      (catalog) => catalog.byResource(wanted),
      (catalog) => `the server does not serve the resource ${name}: ${catalog.hintFor({ group, kind: resource })}`,
    );
  }

  async resourceNamed(name: string, options: CallOptions = {}): Promise<ResourceMapping> {
    return await this.#look(
      `name ${name}`,
      options,
      (catalog) => catalog.byName(name),
      () => `the server has no resource type ${JSON.stringify(name)}: is its CustomResourceDefinition installed?`,
    );
  }

  async resources(options: CallOptions = {}): Promise<readonly ResourceMapping[]> {
    const { catalog } = this.#snapshot ?? (await this.#within(options, () => this.#load()));
    return catalog.resources;
  }

  invalidate(): void {
    this.#snapshot = undefined;
    // An answer under way may be older than what the caller knows.
    this.#loading = undefined;
    this.#loads++;
  }

  async #look(
    name: string,
    options: CallOptions,
    find: Find,
    describe: (catalog: ResourceCatalog) => string,
  ): Promise<ResourceMapping> {
    const known = this.#snapshot && find(this.#snapshot.catalog);
    return known ?? (await this.#within(options, () => this.#search(name, find, describe)));
  }

  /** An answer that was asked for before this search began may be older than what the caller knows: it does not settle it. */
  async #search(name: string, find: Find, describe: (catalog: ResourceCatalog) => string): Promise<ResourceMapping> {
    const loadsBefore = this.#loads;
    let snapshot = this.#snapshot;
    let mayAskAgain: boolean | undefined;
    for (;;) {
      if (snapshot !== undefined) {
        const found = find(snapshot.catalog);
        if (found !== undefined) return found;
        if (snapshot.load > loadsBefore) break;
        mayAskAgain ??= this.#mayAskAgain(name);
        if (!mayAskAgain) break;
      }
      snapshot = await this.#load();
    }
    throw new ClientError("UNKNOWN_KIND", describe(snapshot.catalog));
  }

  /** Counts as asking for `name` when it says yes. */
  #mayAskAgain(name: string): boolean {
    const now = this.#clock.monotonic();
    for (const [other, times] of this.#misses) {
      if (now - times.at(-1)! >= missLimit.withinMs) this.#misses.delete(other);
    }
    const recent = (this.#misses.get(name) ?? []).filter((at) => now - at < missLimit.withinMs);
    if (recent.length >= missLimit.count) return false;
    this.#misses.set(name, [...recent, now]);
    return true;
  }

  /** What `ask` gives, unless the caller's signal or time ends the wait before. */
  async #within<T>({ signal, timeoutMs = Number.POSITIVE_INFINITY }: CallOptions, ask: () => Promise<T>): Promise<T> {
    signal?.throwIfAborted();
    const ends: (() => void)[] = [];
    try {
      return await new Promise<T>((resolve, reject) => {
        ask().then(resolve, reject);
        ends.push(onAbort(signal, reject));
        if (!Number.isFinite(timeoutMs)) return;
        const deadline = this.#clock.schedule(timeoutMs, () => reject(tooLate(timeoutMs)));
        ends.push(() => deadline.cancel());
      });
    } finally {
      for (const end of ends) end();
    }
  }

  #load(): Promise<Snapshot> {
    if (this.#loading !== undefined) return this.#loading;
    const load = ++this.#loads;
    const loading = this.#ask(load).finally(() => {
      if (this.#loading === loading) this.#loading = undefined;
    });
    this.#loading = loading;
    return loading;
  }

  async #ask(load: number): Promise<Snapshot> {
    const [core, named] = await Promise.all([this.#askRoot("/api"), this.#askRoot("/apis")]);
    const snapshot = { catalog: new ResourceCatalog([...core.versions, ...named.versions]), load };
    if (load === this.#loads) this.#snapshot = snapshot;
    return snapshot;
  }

  async #askRoot(path: string): Promise<Root> {
    const known = this.#roots.get(path);
    const request = get(path, {
      accept: discoveryAccept,
      ...(known?.etag !== undefined && { "if-none-match": known.etag }),
    });
    const response = await this.#send(request);
    if (response.status === 304 && known !== undefined) {
      response.body.cancel();
      return known;
    }
    if (response.status === 404) {
      // A server of its own behind the aggregation layer has no core group.
      response.body.cancel();
      return { versions: [] };
    }
    const etag = response.headers.get("etag")?.[0];
    const document = (await decode(request, response)) as object;
    const before = known?.versions ?? [];
    const root: Root = isAggregatedDocument(document)
      ? { versions: keepKnown(versionsInAggregated(document), before), ...(etag !== undefined && { etag }) }
      : { versions: keepKnown(await this.#askEach(path, groupVersionsInLegacy(document)), before) };
    this.#roots.set(path, root);
    return root;
  }

  async #askEach(root: string, groupVersions: readonly GroupVersion[]): Promise<ServedVersion[]> {
    const served: ServedVersion[] = [];
    for (let at = 0; at < groupVersions.length; at += parallelRequests) {
      const some = groupVersions.slice(at, at + parallelRequests);
      served.push(...(await Promise.all(some.map((groupVersion) => this.#askVersion(root, groupVersion)))));
    }
    return served;
  }

  async #askVersion(root: string, groupVersion: GroupVersion): Promise<ServedVersion> {
    const request = get(`${root}/${formatApiVersion(groupVersion)}`, { accept: "application/json" });
    try {
      const document = (await decode(request, await this.#send(request))) as object;
      return { ...groupVersion, resources: mappingsInLegacy(groupVersion, document) };
    } catch (error) {
      if (error instanceof ClientError && !oneGroupOnly.has(error.code)) throw error;
      return { ...groupVersion, resources: [], problem: error instanceof Error ? error.message : String(error) };
    }
  }
}

function tooLate(timeoutMs: number): ClientError {
  return new ClientError(
    "TIMEOUT",
    `discovery: the server did not tell what it serves within ${timeoutMs} ms: is it overloaded or unreachable? timeoutMs sets the limit`,
  );
}

function get(path: string, headers: Readonly<Record<string, string>>): ApiRequest {
  return { method: "GET", path, headers, timeoutMs: requestTimeoutMs };
}

/** `now`, in which versions that could not be asked have the resources they had `before`. */
function keepKnown(now: readonly ServedVersion[], before: readonly ServedVersion[]): ServedVersion[] {
  return now.map((served) => {
    if (served.problem === undefined || served.resources.length > 0) return served;
    const known = before.find(({ group, version }) => group === served.group && version === served.version);
    return known === undefined ? served : { ...served, resources: known.resources };
  });
}
