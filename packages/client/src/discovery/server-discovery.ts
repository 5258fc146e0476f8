import { type Clock, formatApiVersion, type GroupVersion, type GroupVersionKind } from "@kubewright/api";
import { ClientError, type ClientErrorCode } from "../errors.ts";
import { decode } from "../transport/decode.ts";
import type { ApiRequest, Transport } from "../transport/transport.ts";
import { DISCOVERY_ACCEPT, isAggregatedDocument, versionsInAggregated } from "./aggregated-document.ts";
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

interface Snapshot {
  readonly catalog: ResourceCatalog;
  /** Which load it came from; grows. */
  readonly load: number;
}

const TIMEOUT_MS = 30_000;

/** Something unknown makes us ask the server again, so often in so long: a kind that stays missing must not flood it. */
const MISSES = { count: 5, withinMs: 15_000 };

/** Documents of a server without aggregated discovery that are asked for at once. */
const PARALLEL = 8;

/** Failures that the server behind one group can cause; others mean that the API server itself is not reached. */
const ONE_GROUP_ONLY: ReadonlySet<ClientErrorCode> = new Set<ClientErrorCode>(["TIMEOUT", "UNEXPECTED_RESPONSE"]);

/**
 * Asks a server what it serves: one document if it has aggregated discovery, one per group and version if not.
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
  /** When misses made us ask, oldest first, on the monotonic clock. */
  #misses: number[] = [];

  constructor(options: ServerDiscoveryOptions) {
    this.#send = options.send;
    this.#clock = options.clock;
  }

  async resourceFor(kind: GroupVersionKind): Promise<ResourceMapping> {
    return await this.#look(
      (catalog) => catalog.byKind(kind),
      (catalog) => `the server does not serve ${formatApiVersion(kind)} ${kind.kind}: ${catalog.hintFor(kind)}`,
    );
  }

  async kindFor(wanted: { group: string; version?: string; resource: string }): Promise<ResourceMapping> {
    return await this.#look(
      (catalog) => catalog.byResource(wanted),
      (catalog) => {
        const { group, version, resource } = wanted;
        const name = [resource, version, group].filter(Boolean).join(".");
        return `the server does not serve the resource ${name}: ${catalog.hintFor({ group, kind: resource })}`;
      },
    );
  }

  async resourceNamed(name: string): Promise<ResourceMapping> {
    return await this.#look(
      (catalog) => catalog.byName(name),
      () => `the server has no resource type ${JSON.stringify(name)}: is its CustomResourceDefinition installed?`,
    );
  }

  async resources(): Promise<readonly ResourceMapping[]> {
    const { catalog } = await this.#current();
    return catalog.resources;
  }

  invalidate(): void {
    this.#snapshot = undefined;
    // An answer under way may be older than what the caller knows.
    this.#loading = undefined;
    this.#loads++;
  }

  async #look(
    find: (catalog: ResourceCatalog) => ResourceMapping | undefined,
    describe: (catalog: ResourceCatalog) => string,
  ): Promise<ResourceMapping> {
    const loadsBefore = this.#loads;
    let snapshot = await this.#current();
    let found = find(snapshot.catalog);
    if (found === undefined && snapshot.load <= loadsBefore && this.#mayAskAgain()) {
      snapshot = await this.#load();
      found = find(snapshot.catalog);
    }
    if (found === undefined) throw new ClientError("UNKNOWN_KIND", describe(snapshot.catalog));
    return found;
  }

  /** Counts as asking when it says yes, unless an answer is under way anyway. */
  #mayAskAgain(): boolean {
    if (this.#loading !== undefined) return true;
    const now = this.#clock.monotonic();
    this.#misses = this.#misses.filter((at) => now - at < MISSES.withinMs);
    if (this.#misses.length >= MISSES.count) return false;
    this.#misses.push(now);
    return true;
  }

  async #current(): Promise<Snapshot> {
    return this.#snapshot ?? (await this.#load());
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
      accept: DISCOVERY_ACCEPT,
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
    for (let at = 0; at < groupVersions.length; at += PARALLEL) {
      const some = groupVersions.slice(at, at + PARALLEL);
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
      if (error instanceof ClientError && !ONE_GROUP_ONLY.has(error.code)) throw error;
      return { ...groupVersion, resources: [], problem: error instanceof Error ? error.message : String(error) };
    }
  }
}

function get(path: string, headers: Readonly<Record<string, string>>): ApiRequest {
  return { method: "GET", path, headers, timeoutMs: TIMEOUT_MS };
}

/** `now`, in which versions that could not be asked have the resources they had `before`. */
function keepKnown(now: readonly ServedVersion[], before: readonly ServedVersion[]): ServedVersion[] {
  return now.map((served) => {
    if (served.problem === undefined || served.resources.length > 0) return served;
    const known = before.find(({ group, version }) => group === served.group && version === served.version);
    return known === undefined ? served : { ...served, resources: known.resources };
  });
}
