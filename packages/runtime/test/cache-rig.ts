import { type CustomResource, defineKind, formatKey, type Kind, type KubeObject, ManualClock } from "@kubewright/api";
import type { ApiClient, Interceptor } from "@kubewright/client";
import { onTestFinished } from "vitest";
import type { InformerCacheOptions } from "../src/cache/cache-options.ts";
import { InformerCache, kindCachesOf } from "../src/cache/informer-cache.ts";
import {
  createReconcileClient,
  type ReconcileClient,
  type ReconcileClientOptions,
} from "../src/cache/reconcile-client.ts";
import { MemoryServer } from "./fixture/memory-server.ts";
import { RecordingLogger } from "./fixture/recording-logger.ts";

export interface Widget extends CustomResource<{ size?: number }, { phase?: string }> {}

export const Widget: Kind<Widget> = defineKind<Widget>({
  group: "example.com",
  version: "v1",
  kind: "Widget",
  plural: "widgets",
  scope: "Namespaced",
});

/** The same kind, without the part that saves a question to discovery. */
export const BareWidget: Kind<Widget> = defineKind<Widget>({ group: "example.com", version: "v1", kind: "Widget" });

export interface Place extends KubeObject {
  spec?: { size?: number };
}

export const Place: Kind<Place> = defineKind<Place>({
  group: "example.com",
  version: "v1",
  kind: "Place",
  plural: "places",
  scope: "Cluster",
});

export interface CacheRigOptions
  extends Partial<Omit<InformerCacheOptions, "client">>,
    Pick<ReconcileClientOptions, "liveKinds" | "sendUnchanged"> {
  /** Of the reconciler's client. */
  readonly interceptors?: readonly Interceptor[];
  readonly consistency?: ReconcileClientOptions["metrics"];
  readonly hasWatchList?: boolean;
}

/** Lets everything run that waits for nothing but promises. */
export function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** A memory server, a cache that is not started, the client of reconcilers over it, and an outsider. Stopped when the test is over. */
export class CacheRig {
  readonly clock: ManualClock = new ManualClock();
  readonly log: RecordingLogger = new RecordingLogger();
  readonly server: MemoryServer;
  readonly cache: InformerCache;
  readonly client: ReconcileClient;
  /** Writes of which the cache hears only by its watches. */
  readonly outsider: ApiClient;

  constructor(options: CacheRigOptions = {}) {
    const { interceptors = [], consistency, hasWatchList = true, liveKinds, sendUnchanged, ...caching } = options;
    const { clock, log } = this;
    this.server = new MemoryServer({ kinds: [Widget, Place], clock, hasWatchList });
    this.outsider = this.server.client();
    this.cache = new InformerCache({ client: this.server.client(), clock, log, random: () => 0, ...caching });
    this.client = createReconcileClient({
      client: this.server.client({ interceptors }),
      cache: this.cache,
      clock,
      log,
      ...(consistency !== undefined && { metrics: consistency }),
      ...(liveKinds !== undefined && { liveKinds }),
      ...(sendUnchanged !== undefined && { sendUnchanged }),
    });
    onTestFinished(() => this.cache.stop());
  }

  /** With an informer of widgets that is synced. */
  static async started(options: CacheRigOptions = {}): Promise<CacheRig> {
    const rig = new CacheRig(options);
    await rig.start();
    return rig;
  }

  async start(): Promise<void> {
    this.cache.informer(Widget);
    this.cache.start();
    await turn();
  }

  /** How many objects the cache knows more of than its informers. */
  get overlaySize(): number {
    return [...kindCachesOf(this.cache).all()].reduce((sum, { overlay }) => sum + overlay.size, 0);
  }

  /** Of a widget that reads show, or undefined. */
  async size(key: string): Promise<number | undefined> {
    return (await this.client.find(Widget, key))?.spec.size;
  }

  /** `a/x=1` of what lists show, sorted. */
  async sizes(options: { readonly namespace?: string; readonly labelSelector?: string } = {}): Promise<string[]> {
    return (await this.client.list(Widget, options)).items.map(show).sort();
  }

  /** Requests that were made since the last look, watches and lists of informers aside. */
  asked(): string[] {
    const lines = this.server.requests.splice(0).filter((line) => !line.includes("watch=true"));
    return lines.map((line) =>
      line
        .replace("/apis/example.com/v1/", "")
        .replace("?fieldManager=test&", "?")
        .replace(/[?&]fieldManager=test/, ""),
    );
  }

  /** Watch events that were held back arrive. */
  async release(): Promise<void> {
    this.server.release();
    await turn();
  }

  /** Lets time pass in small steps, so that what a timer leads to can set the next one. */
  async pass(ms: number, stepMs = 500): Promise<void> {
    await turn();
    for (let left = ms; left > 0; left -= stepMs) {
      this.clock.advance(Math.min(left, stepMs));
      await turn();
    }
  }
}

/** Keeps answers from a client, after the server has done what was asked. */
export class AnswerGate {
  #opened: Promise<void> | undefined;
  #open: () => void = () => {};

  readonly interceptor: Interceptor = async (request, next) => {
    const response = await next(request);
    if (request.method !== "GET") await this.#opened;
    return response;
  };

  close(): void {
    this.#opened = new Promise((resolve) => {
      this.#open = resolve;
    });
  }

  open(): void {
    this.#opened = undefined;
    this.#open();
  }
}

export function widget(key: string, size = 1, metadata: Partial<Widget["metadata"]> = {}): Widget {
  const [namespace = "", name = ""] = key.split("/");
  return Widget.of({ metadata: { namespace, name, ...metadata }, spec: { size } });
}

export function show(object: Widget): string {
  return `${formatKey(object.metadata)}=${object.spec.size}`;
}

/** What a promise is rejected with. */
export async function failure(promise: Promise<unknown>): Promise<Error & { code?: unknown }> {
  return await promise.then(
    () => Promise.reject(new Error("it did not fail")),
    (error: unknown) => error as Error,
  );
}
