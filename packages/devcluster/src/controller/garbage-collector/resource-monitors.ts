import {
  type Clock,
  formatGroupResource,
  formatGroupVersionResource,
  type Kind,
  metadataOf,
  type Scheduled,
} from "@kubewright/api";
import { type Client, onAbort, sleep } from "@kubewright/client";
import type { HandlerRegistration, Informer, InformerCache, Logger, ObjectEvent } from "@kubewright/runtime";
import { type DeletableResource, deletableResources } from "../deletable-resources.ts";
import type { OwnerGraph } from "./owner-graph.ts";

export interface ResourceMonitorsOptions {
  readonly client: Pick<Client, "discovery">;
  readonly cache: InformerCache;
  readonly graph: OwnerGraph;
  readonly clock: Clock;
  readonly log: Logger;
  readonly signal: AbortSignal;
  /** Told when the server serves other kinds than before. */
  readonly onKindsChanged: () => void;
}

interface Monitor {
  /** Whatever the version. */
  readonly resource: string;
  readonly kind: Kind;
  readonly informer: Informer;
  readonly registration: HandlerRegistration;
  /** When the server was first seen not to serve it any more. */
  unservedAt?: number;
}

/** How often the server is asked what it serves. */
const everyMs = 30_000;
/** And when after a definition of a kind changed: at once, and later, for servers that take a while to serve it. */
const afterDefinitionMs = [0, 100, 2_000];
/** How soon it is asked again when it does not answer at the start. */
const retryMs = 1_000;
/** Kinds whose objects say what else is served. */
const customResources = "customresourcedefinitions.apiextensions.k8s.io";
const definitions: ReadonlySet<string> = new Set([customResources, "apiservices.apiregistration.k8s.io"]);
const ignored: ReadonlySet<string> = new Set(["events.", "events.events.k8s.io"]);

/** Watches the metadata of everything that can be deleted, and tells the graph. Kinds may come and go. */
export class ResourceMonitors {
  readonly #options: ResourceMonitorsOptions;
  readonly #monitors = new Map<string, Monitor>();
  readonly #timers = new Set<Scheduled>();
  #syncing: Promise<void> | undefined;
  /** Something has changed since the server was asked. */
  #isOutdated = false;

  constructor(options: ResourceMonitorsOptions) {
    this.#options = options;
    onAbort(options.signal, () => this.#stop());
  }

  /** Begins to watch. Resolves when all that exists was seen, or when that takes too long. */
  async start(): Promise<void> {
    const { signal, clock } = this.#options;
    await this.#firstSync();
    this.#schedule(everyMs, () => this.#regularly());
    const synced = [...this.#monitors.values()].map(({ registration }) => registration.whenSynced({ signal }));
    await new Promise<void>((resolve) => {
      const timer = clock.schedule(everyMs, resolve);
      void Promise.allSettled(synced).then(() => {
        timer.cancel();
        resolve();
      });
    });
  }

  async #firstSync(): Promise<void> {
    const { signal, clock, log } = this.#options;
    for (;;) {
      try {
        await this.#sync();
        return;
      } catch (error) {
        signal.throwIfAborted();
        log.warn({ err: error }, "cannot learn what the server serves, trying again");
        await sleep(retryMs, { clock, signal });
      }
    }
  }

  #regularly(): void {
    this.#schedule(everyMs, () => this.#regularly());
    this.#syncSoon();
  }

  #syncSoon(): void {
    this.#isOutdated = this.#syncing !== undefined;
    this.#syncing ??= this.#sync()
      .catch((error: unknown) => {
        const { log, signal } = this.#options;
        if (!signal.aborted) log.warn({ err: error }, "cannot learn what the server serves now");
      })
      .finally(() => {
        this.#syncing = undefined;
        if (this.#isOutdated) this.#syncSoon();
      });
  }

  /** Has a monitor for each resource that is served now, and no other. */
  async #sync(): Promise<void> {
    const { client, signal, cache, log, onKindsChanged } = this.#options;
    const resources = await deletableResources(client, ["delete", "list", "watch"], { signal });
    if (signal.aborted || resources.length === 0) return;
    const served = new Map(resources.map((resource) => [formatGroupVersionResource(resource.mapping), resource]));
    const inAnyVersion = new Set(resources.map(({ mapping }) => formatGroupResource(mapping)));
    let hasChanged = false;
    for (const [name, monitor] of this.#monitors) {
      if (served.has(name)) delete monitor.unservedAt;
      else if (inAnyVersion.has(monitor.resource) || this.#hasHeard(monitor)) {
        hasChanged = true;
        this.#monitors.delete(name);
        monitor.registration.remove();
        await cache.removeInformer(metadataOf(monitor.kind));
        const { resource } = monitor;
        if (!inAnyVersion.has(resource)) log.info({ resource }, "the server no longer serves this resource");
      }
    }
    for (const [name, resource] of served) {
      const { group, resource: plural } = resource.mapping;
      if (this.#monitors.has(name) || ignored.has(`${plural}.${group}`)) continue;
      hasChanged = true;
      this.#monitors.set(name, this.#monitor(resource));
    }
    if (hasChanged) onKindsChanged();
  }

  /** Whether the informer of a kind that is not served has told that its last objects are gone, or has had enough time for it. */
  #hasHeard(monitor: Monitor): boolean {
    const now = this.#options.clock.monotonic();
    monitor.unservedAt ??= now;
    const isTold = monitor.informer.states.every(({ phase }) => phase === "missing");
    return isTold || now - monitor.unservedAt >= everyMs;
  }

  #monitor({ kind, mapping }: DeletableResource): Monitor {
    const resource = formatGroupResource(mapping);
    const informer = this.#options.cache.informer(metadataOf(kind));
    const registration = informer.addHandler((event) => {
      this.#tell(kind, event);
      if (definitions.has(resource) && !this.#isKnown(resource, event)) this.#definitionChanged();
    });
    return { resource, kind, informer, registration };
  }

  /** Whether a definition was there already when the server said what it serves. Custom resources have the names of their definitions. */
  #isKnown(definitionResource: string, event: ObjectEvent): boolean {
    if (event.type !== "added" || !event.isInitial) return false;
    const { name } = event.object.metadata;
    if (definitionResource !== customResources) return true;
    return [...this.#monitors.values()].some(({ resource }) => resource === name);
  }

  #tell(kind: Kind, event: ObjectEvent): void {
    const { graph } = this.#options;
    if (event.type === "deleted") graph.remove(event.object.metadata.uid ?? "");
    else graph.put(kind, event.object as Parameters<OwnerGraph["put"]>[1]);
  }

  #definitionChanged(): void {
    for (const delayMs of afterDefinitionMs) this.#schedule(delayMs, () => this.#syncSoon());
  }

  #schedule(delayMs: number, callback: () => void): void {
    const timer = this.#options.clock.schedule(delayMs, () => {
      this.#timers.delete(timer);
      callback();
    });
    this.#timers.add(timer);
  }

  #stop(): void {
    for (const timer of this.#timers) timer.cancel();
    this.#timers.clear();
    for (const { registration } of this.#monitors.values()) registration.remove();
  }
}
