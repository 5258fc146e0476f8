import { type Clock, type ExactObjectKey, type Kind, keyOf, type ObjectKey, parseKey } from "@kubewright/api";
import { ApiClient, type ApiRequest, type Client, type Interceptor, intercept, systemClock } from "@kubewright/client";
import {
  createReconcileClient,
  InformerCache,
  type InformerCacheOptions,
  type Logger,
  type ReconcileFunction,
  type Reconciler,
  type Result,
  silentLogger,
} from "@kubewright/runtime";
import { TestingError } from "../errors.ts";
import { messageOf } from "../eventually/check-window.ts";
import { ObjectSet } from "./object-set.ts";
import { type Change, ObservedWorld } from "./observed-world.ts";
import { reconcileOnce } from "./reconcile-once.ts";
import { type RecordedEvent, RecordedEvents } from "./recorded-events.ts";
import { formatServerCall, type ServerCall, serverCallOf } from "./server-call.ts";
import { type GivenObject, Stage } from "./stage.ts";
import { within } from "./within.ts";

/** What a reconciler finds, and how it is run. */
export interface World {
  /** Of any API server; it stays open. */
  readonly client: Client;
  /**
   * What exists at first. Made in this order, each with its status, and with deletion asked for where it has a `deletionTimestamp`.
   * @default nothing
   */
  readonly objects?: readonly GivenObject[];
  /** What to reconcile: a name in the namespace of the run, `"namespace/name"`, or a key as it is. @default the first of `objects` */
  readonly key?: ObjectKey | string;
  /** Where objects go that name none. @default a fresh one, so that runs at the same time do not meet */
  readonly namespace?: string;
  /** Kinds that the controller watches, as with `owns`, besides those of `objects`: they are in the cache, and all changes are seen. */
  readonly kinds?: readonly Kind[];
  /** One reconcile, or as many as it takes until one changes nothing or fails. Delays are not waited for. @default "once" */
  readonly until?: "once" | "settled";
  /** How often it has been tried in vain before, as the reconciler is told. @default 0 */
  readonly retries?: number;
  /** How many it may take to settle. @default 20 */
  readonly maxReconciles?: number;
  /** What the cache holds. @default all of the kinds that are read: of the namespaces of the run, if every object has one */
  readonly cache?: Omit<InformerCacheOptions, "client" | "clock" | "log">;
  /** Gets the cache before it is used: for its indexes. */
  readonly prepareCache?: (cache: InformerCache) => void;
  /** Between the reconciler and the server, as `injectFaults`. @default none */
  readonly interceptors?: readonly Interceptor[];
  /** Of writes that name none. @default "run" */
  readonly fieldManager?: string;
  /** How long one reconcile may take, and before that the cache to be complete. @default 30_000 */
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
  /** @default nothing is logged */
  readonly log?: Logger;
  /** @default the host's */
  readonly clock?: Clock;
}

/** What a run led to. */
export interface RunOutcome {
  /** Of the last reconcile; absent when it failed. */
  readonly result?: Result;
  /** What the last reconcile threw. */
  readonly error?: unknown;
  /** How many there were. */
  readonly reconciles: number;
  /** All that the run had to do with, as it is after it. */
  readonly objects: ObjectSet;
  readonly changes: readonly Change[];
  readonly events: readonly RecordedEvent[];
  /** What was asked of the server, in order: `"apply deployments.apps sample"`. Reads from the cache ask nothing. */
  readonly requests: readonly string[];
}

/**
 * Runs a reconciler on a small world, and tells what became of it.
 *
 * The objects are on a real API server, the reconciler gets the client that a manager would give it, and everything is removed at the
 * end. What the reconciler throws is in the outcome. Throws TestingError `SCENARIO` when the world cannot be made, cannot be removed, or
 * does not settle.
 */
export async function run(reconciler: Reconciler | ReconcileFunction, world: World): Promise<RunOutcome> {
  const stage = new Stage(world.client, world.namespace);
  const observed = new ObservedWorld(world.client);
  // Not try and finally: where both fail, both are told.
  await using _cleanUp = {
    async [Symbol.asyncDispose]() {
      const { changes } = await observed.look();
      await stage.clear(changes.flatMap(({ type, after }) => (type === "created" ? [after!] : [])));
    },
  };
  return await play(reconciler, world, stage, observed);
}

async function play(
  reconciler: Reconciler | ReconcileFunction,
  world: World,
  stage: Stage,
  observed: ObservedWorld,
): Promise<RunOutcome> {
  const { client, clock = systemClock, log = silentLogger, maxReconciles = 20, retries = 0 } = world;
  for (const object of world.objects ?? []) await stage.make(object);
  const key = await keyIn(stage, world.key);
  for (const object of stage.made) await observed.includeObject(object);
  for (const kind of world.kinds ?? []) {
    for (const namespace of await stage.namespaces()) await observed.includeKind(kind, namespace);
  }

  await using cache = new InformerCache({ ...(world.cache ?? (await cacheOf(stage))), client, clock, log });
  world.prepareCache?.(cache);
  for (const kind of await observed.kinds()) cache.informer(kind);
  cache.start();
  const limit = { timeoutMs: world.timeoutMs ?? 30_000, signal: world.signal, clock };
  await within(
    limit,
    () => notSynced(cache, limit.timeoutMs),
    (signal) => cache.whenSynced({ signal }),
  );

  const requests: string[] = [];
  const recorded = recordingClient(world, stage, async (call) => {
    requests.push(formatServerCall(call, stage.namespace));
    if (call.isWrite) await observed.includeCall(call);
  });
  const events = new RecordedEvents();
  const context = { key, client: createReconcileClient({ client: recorded, cache, clock, log }), log, events, retries };
  let before = await observed.look();
  for (let reconciles = 1; ; reconciles++) {
    const ended = await reconcileOnce(reconciler, { ...context, reconcileId: `run-${reconciles}` }, limit);
    const { objects, changes, state } = await observed.look();
    if (world.until !== "settled" || "error" in ended || state === before.state) {
      return { ...ended, reconciles, objects: new ObjectSet(objects), changes, events: events.list, requests };
    }
    before = { objects, changes, state };
    if (reconciles < maxReconciles) continue;
    const last = requests.slice(-5).join("; ");
    throw new TestingError("SCENARIO", `it still changes something after ${reconciles} reconciles, last: ${last}`);
  }
}

function notSynced(cache: InformerCache, timeoutMs: number): TestingError {
  const missing = cache.states.filter(({ isSynced }) => !isSynced);
  const why = missing.flatMap(({ kind, streams }) =>
    streams.map(({ phase, error }) => `${kind.kind} is ${phase}${error === undefined ? "" : `: ${messageOf(error)}`}`),
  );
  const message = `the cache is not complete after ${timeoutMs} ms: ${why.join("; ")}`;
  return new TestingError("SCENARIO", message, { cause: missing[0]?.streams[0]?.error });
}

/** A client of its own for the reconciler, so that its calls can be told from others; they go where those of the world's client go. */
function recordingClient(
  { client, clock, interceptors = [], fieldManager = "run" }: World,
  stage: Stage,
  record: (call: ServerCall) => Promise<void>,
): Client {
  const see: Interceptor = async (request, next) => {
    const call = serverCallOf(request);
    if (call !== undefined) await record(call);
    return await next(request);
  };
  const transport = { send: (request: ApiRequest) => client.request(request), close: async () => {} };
  return new ApiClient({
    transport: intercept(transport, [see, ...interceptors]),
    discovery: client.discovery,
    namespace: stage.namespace ?? client.namespace,
    fieldManager,
    ...(clock !== undefined && { clock }),
  });
}

async function keyIn(stage: Stage, key: World["key"]): Promise<ExactObjectKey> {
  if (typeof key === "object") return keyOf({ metadata: key });
  const [first] = stage.made;
  if (key === undefined && first !== undefined) return keyOf(first);
  if (key === undefined) {
    throw new TestingError(
      "SCENARIO",
      "there is nothing to reconcile: give an object, or the key of one that is not there",
    );
  }
  const { namespace, name } = parseKey(key);
  if (namespace !== undefined) return { namespace, name };
  const named = [...stage.made].find(({ metadata }) => metadata.name === name);
  return named === undefined ? { namespace: await stage.home(), name } : keyOf(named);
}

async function cacheOf(stage: Stage): Promise<{ namespaces?: readonly string[] }> {
  const homes = [...stage.made].map(({ metadata }) => metadata.namespace);
  const isConfined = homes.length === 0 ? stage.namespace !== undefined : !homes.includes(undefined);
  return isConfined ? { namespaces: await stage.namespaces() } : {};
}
