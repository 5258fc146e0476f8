import type { Interceptor, Logger, Manager } from "@kubewright/operator";
import type { Environment } from "@kubewright/testing";
import { cachedKinds, setupMemcachedController } from "../../src/controller/memcached-controller.ts";

/** The operator under test, and whatever it does that it should not have to. */
export class ObservedManager {
  /** Warnings and errors that were logged. */
  readonly complaints: string[] = [];
  /** Requests that were not answered as asked: `PATCH /apis/…: 409`. */
  readonly refusals: string[] = [];
  /** How many requests there were, watches not counted. */
  requests = 0;
  readonly #manager: Manager;

  static async start(environment: Environment, namespace: string): Promise<ObservedManager> {
    const { clock } = environment;
    const observed: { by?: ObservedManager } = {};
    const manager = await environment.startManager((manager) => setupMemcachedController(manager, { clock }), {
      cache: { namespaces: [namespace], byKind: cachedKinds },
      fieldManager: "memcached",
      interceptors: [async (request, next) => await observed.by!.#intercept(request, next)],
      log: complaining((line) => observed.by?.complaints.push(line)),
    });
    observed.by = new ObservedManager(manager);
    return observed.by;
  }

  private constructor(manager: Manager) {
    this.#manager = manager;
  }

  /** How many objects the cache holds. */
  async cached(): Promise<number> {
    const { cache } = this.#manager;
    const lists = await Promise.all(cache.states.map(({ kind }) => cache.list(kind)));
    return lists.reduce((sum, { items }) => sum + items.length, 0);
  }

  /** How many objects wait to be reconciled, or to be tried again. */
  async waiting(): Promise<number> {
    const metric = this.#manager.metrics.registry.getSingleMetric("workqueue_depth");
    const values = (await metric?.get())?.values ?? [];
    return values.reduce((sum, { value }) => sum + value, 0);
  }

  async stop(): Promise<void> {
    await this.#manager.stop();
  }

  readonly #intercept: Interceptor = async (request, next) => {
    if (request.isStream !== true) this.requests++;
    const response = await next(request);
    if (response.status >= 300) this.refusals.push(`${request.method} ${request.path}: ${response.status}`);
    return response;
  };
}

function complaining(tell: (line: string) => void, fields: object = {}): Logger {
  const write = (more: object, message: string): void => tell(`${message} ${JSON.stringify({ ...fields, ...more })}`);
  return {
    debug() {},
    info() {},
    warn: write,
    error: write,
    child: (more) => complaining(tell, { ...fields, ...more }),
  };
}
