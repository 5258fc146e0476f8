import { formatKey, isBeingDeleted, type KubeObject, Selector } from "@kubewright/api";
import { type Client, ClientError, type Interceptor } from "@kubewright/client";
import { expect, test } from "vitest";
import { RuntimeError } from "../src/errors.ts";
import type { ObjectEvent } from "../src/informer/object-event.ts";
import { CacheRig, type CacheRigOptions, turn, Widget, widget } from "./cache-rig.ts";
import { seededRandom } from "./fixture/seeded-random.ts";

const finalizer = "example.com/keep";
const namespaces = ["a", "b", "c"];
const names = ["p", "q", "r", "s"];

/** What the server had under a key from a revision on; undefined when there was nothing. */
interface Moment {
  readonly revision: number;
  readonly object: KubeObject | undefined;
}

/** Checks what reads show against the server's history, from the last own write of each key on. */
class Judge {
  readonly problems: string[] = [];
  /** By key: up to which revision this process must know the object. */
  readonly #floors = new Map<string, number>();
  readonly #rig: CacheRig;
  readonly #holds: (object: KubeObject) => boolean;

  constructor(rig: CacheRig, holds: (object: KubeObject) => boolean) {
    this.#rig = rig;
    this.#holds = holds;
  }

  /** A write or a deletion of one object was answered, which the server did at the last event of `uid` that `isIt`. */
  raise(
    uid: string | undefined,
    isIt: (event: { revision: number; object: KubeObject; type: string }) => boolean,
  ): void {
    const event = this.#rig.server.history(Widget).findLast((e) => e.object.metadata.uid === uid && isIt(e));
    if (event === undefined) return;
    const key = formatKey(event.object.metadata);
    this.#floors.set(key, Math.max(this.#floors.get(key) ?? 0, event.revision));
  }

  /** The keys that were written, with what is to be known of each. */
  floors(): ReadonlyMap<string, number> {
    return new Map(this.#floors);
  }

  /** `shown` was read, not before `floor` was to be known. `isAsked` is the read's own selection. */
  check(
    what: string,
    key: string,
    floor: number,
    shown: KubeObject | undefined,
    isAsked = (_: KubeObject) => true,
  ): void {
    const moments = this.#momentsOf(key);
    const ends = moments.map((_, index) => moments[index + 1]?.revision ?? Number.POSITIVE_INFINITY);
    const isPossible = moments.some(({ object }, index) => {
      if (ends[index]! <= floor) return false;
      const seen = object !== undefined && this.#holds(object) && isAsked(object) ? object : undefined;
      return (
        seen?.metadata.resourceVersion === shown?.metadata.resourceVersion && seen?.metadata.uid === shown?.metadata.uid
      );
    });
    if (!isPossible) {
      const state = shown === undefined ? "nothing" : `${shown.metadata.resourceVersion} of ${shown.metadata.uid}`;
      this.problems.push(`${what} ${key} shows ${state}, although ${floor} was written`);
    }
  }

  #momentsOf(key: string): Moment[] {
    const events = this.#rig.server.history(Widget).filter(({ object }) => formatKey(object.metadata) === key);
    const moments = events.map(({ revision, object, type }) => ({
      revision,
      object: type === "DELETED" ? undefined : object,
    }));
    return [{ revision: 0, object: undefined }, ...moments];
  }
}

/** What a handler is told, checked against what it was told before. */
class ToldWorld {
  readonly problems: string[] = [];
  /** Of all objects that were ever there. */
  readonly uids = new Set<string>();
  readonly #there = new Map<string, KubeObject>();

  tell({ type, object }: ObjectEvent): void {
    const key = formatKey(object.metadata);
    const { uid } = object.metadata;
    const before = this.#there.get(key)?.metadata.uid;
    if (before !== (type === "added" ? undefined : uid)) this.problems.push(`${type} of ${key} ${uid}, was ${before}`);
    if (type === "deleted") this.#there.delete(key);
    else this.#there.set(key, object);
    this.uids.add(uid!);
  }

  get objects(): Iterable<KubeObject> {
    return this.#there.values();
  }
}

async function run(seed: number): Promise<void> {
  const random = seededRandom(seed);
  const pick = <X>(...choices: readonly X[]): X => choices[Math.floor(random() * choices.length)]!;
  // Others get their turn before the server has a request, and before its answer arrives.
  const dawdle: Interceptor = async (request, next) => {
    while (random() < 0.3) await turn();
    const response = await next(request);
    while (random() < 0.4) await turn();
    return response;
  };
  const scope: CacheRigOptions = {
    ...pick({}, { namespaces: ["a", "b"] }),
    ...pick({}, { labelSelector: "in=yes" }),
  };
  const rig = new CacheRig({
    ...scope,
    interceptors: [dawdle],
    hasWatchList: pick(true, false),
    pageSize: pick(2, 500),
  });
  const selector = Selector.parse((scope.labelSelector as string | undefined) ?? "");
  const holds = ({ metadata }: KubeObject): boolean =>
    selector.matches(metadata.labels ?? {}) && (scope.namespaces?.includes(metadata.namespace!) ?? true);
  const judge = new Judge(rig, holds);
  const told = new ToldWorld();
  /** The uids of objects that were written so that the informer was to hold them. */
  const held = new Set<string>();
  const isCached = (namespace: string): boolean => scope.namespaces?.includes(namespace) ?? true;

  const key = (): { namespace: string; name: string } => ({ namespace: pick(...namespaces), name: pick(...names) });
  const labels = (): Record<string, string> => ({ in: pick("yes", "yes", "no"), color: pick("red", "blue") });
  const finalizers = (): string[] => pick<string[]>([], [], [finalizer]);
  const make = (): Widget =>
    widget(formatKey(key()), Math.floor(random() * 100), { labels: labels(), finalizers: finalizers() });

  /** One write through `client`, told to the judge when it is answered. */
  const write = async (client: Client, isOwn: boolean): Promise<void> => {
    const answered = ({ metadata }: KubeObject): void => {
      if (!isOwn) return;
      const isGone = metadata.deletionTimestamp !== undefined && (metadata.finalizers ?? []).length === 0;
      if (!isGone && holds({ metadata } as KubeObject)) held.add(metadata.uid!);
      judge.raise(metadata.uid, ({ revision, type }) =>
        isGone ? type === "DELETED" : revision === Number(metadata.resourceVersion),
      );
    };
    const existing = async (): Promise<Widget | undefined> => {
      const at = key();
      if (!isCached(at.namespace) || client === rig.outsider) return await rig.outsider.find(Widget, at);
      return await client.find(Widget, at, { timeoutMs: 5_000 });
    };
    switch (
      pick("create", "create", "update", "status", "merge", "json", "apply", "relabel", "delete", "finalize", "all")
    ) {
      case "create":
        return answered(await client.create(make()));
      case "update": {
        const object = await existing();
        if (object === undefined) return;
        object.spec.size = Math.floor(random() * 100);
        return answered(await client.update(object));
      }
      case "status": {
        const object = await existing();
        if (object === undefined) return;
        object.status = { phase: pick("A", "B") };
        return answered(await client.status.update(object));
      }
      case "merge":
        return answered(await client.patch(Widget, key(), { merge: { spec: { size: Math.floor(random() * 3) } } }));
      case "json":
        return answered(
          await client.patch(Widget, key(), { json: [{ op: "replace", path: "/spec/size", value: pick(1, 2) }] }),
        );
      case "apply": {
        const { namespace, name } = key();
        return answered(await client.apply(widget(`${namespace}/${name}`, pick(1, 2), { labels: labels() })));
      }
      case "relabel":
        return answered(await client.patch(Widget, key(), { merge: { metadata: { labels: labels() } } }));
      case "delete": {
        const { uid, object } = await client.delete(Widget, key());
        if (object !== undefined) return answered(object);
        if (isOwn) judge.raise(uid, ({ type }) => type === "DELETED");
        return;
      }
      case "finalize":
        return answered(await client.patch(Widget, key(), { merge: { metadata: { finalizers: null } } }));
      case "all": {
        const namespace = pick(...namespaces);
        const deleted = await client.deleteAllOf(Widget, { namespace, ...pick({}, { labelSelector: "color=red" }) });
        if (!isOwn) return;
        for (const object of deleted) {
          if (isBeingDeleted(object)) answered(object);
          // The first event of its end: others may have gone on with it since.
          else judge.raise(object.metadata.uid, (event) => event === firstEnd(rig, object));
        }
      }
    }
  };

  const readOne = async (): Promise<void> => {
    const at = key();
    if (!isCached(at.namespace)) return;
    const text = formatKey(at);
    const floor = judge.floors().get(text) ?? 0;
    judge.check("get", text, floor, await rig.client.find(Widget, at));
  };
  const readAll = async (): Promise<void> => {
    const namespace = pick(undefined, ...namespaces.filter(isCached));
    const color = pick(undefined, "red");
    const floors = judge.floors();
    const { items } = await rig.client.list(Widget, {
      ...(namespace !== undefined && { namespace }),
      ...(color !== undefined && { labelSelector: `color=${color}` }),
    });
    const isAsked = ({ metadata }: KubeObject): boolean => color === undefined || metadata.labels?.color === color;
    const shown = new Map(items.map((item) => [formatKey(item.metadata), item]));
    if (shown.size !== items.length) judge.problems.push("list shows an object twice");
    for (const each of namespaces.filter(isCached)) {
      if (namespace !== undefined && namespace !== each) continue;
      for (const name of names) {
        const text = `${each}/${name}`;
        judge.check("list", text, floors.get(text) ?? 0, shown.get(text), isAsked);
      }
    }
  };

  const pending = new Set<Promise<void>>();
  const launch = (work: Promise<void>): void => {
    const settled: Promise<void> = work
      .catch((error: unknown) => {
        const isExpected = !(error instanceof RuntimeError) || error.code === "CACHE_SYNC_TIMEOUT";
        if (!isExpected || error instanceof TypeError) judge.problems.push(String(error));
      })
      .finally(() => pending.delete(settled));
    pending.add(settled);
  };
  const own = (): void => {
    const client = pick<Client>(rig.client, rig.client, rig.client.live);
    // What a write that has been answered led to is read at once.
    launch(write(client, true).then(() => pick(readOne, readAll)()));
  };
  const actions: (() => unknown)[] = [
    own,
    own,
    own,
    own,
    own,
    own,
    () => write(rig.outsider, false).catch(() => {}),
    () => write(rig.outsider, false).catch(() => {}),
    () => write(rig.outsider, false).catch(() => {}),
    () => launch(readOne()),
    () => launch(readAll()),
    () => rig.server.hold(),
    () => rig.server.release(),
    () => rig.server.release(),
    () => rig.server.endWatches(pick(undefined, new ClientError("CONNECTION_LOST", "reset"))),
    () => rig.server.compact(),
    () => rig.server.bookmark(),
    () => rig.pass(pick(100, 1_000)),
    turn,
    turn,
    turn,
  ];
  const hasHandler = pick(true, false);
  if (hasHandler) {
    rig.cache.informer(Widget).addHandler((event) => told.tell(event));
    await rig.start();
  }
  if (!hasHandler) rig.cache.start();
  for (let step = 0; step < 250; step++) await pick(...actions)();

  rig.server.release();
  await rig.pass(40_000, 1_000);
  // Two bookmarks: what the first one leads to asks the server for a version, which the second one reaches.
  for (let round = 0; round < 3; round++) {
    rig.server.bookmark();
    await turn();
    await rig.pass(1_000);
  }
  expect(judge.problems.slice(0, 3), `seed ${seed}`).toEqual([]);
  expect(pending.size, `calls that did not end, seed ${seed}`).toBe(0);
  const exactly = (object: KubeObject): string => `${formatKey(object.metadata)} ${object.metadata.resourceVersion}`;
  const stored = (await rig.outsider.list(Widget)).items.filter(holds).map(exactly).sort();
  expect((await rig.client.list(Widget)).items.map(exactly).sort(), `cache, seed ${seed}`).toEqual(stored);
  if (hasHandler) {
    expect(told.problems, `told, seed ${seed}`).toEqual([]);
    expect([...told.objects].map(exactly).sort(), `told, seed ${seed}`).toEqual(stored);
    expect(
      [...held].filter((uid) => !told.uids.has(uid)),
      `untold, seed ${seed}`,
    ).toEqual([]);
  }
  expect(rig.overlaySize, `overlay, seed ${seed}`).toBe(0);
}

function firstEnd(rig: CacheRig, { metadata }: KubeObject): unknown {
  return rig.server
    .history(Widget)
    .find(
      ({ object, type, revision }) =>
        object.metadata.uid === metadata.uid &&
        revision > Number(metadata.resourceVersion) &&
        (type === "DELETED" || object.metadata.deletionTimestamp !== undefined),
    );
}

test.each(Array.from({ length: 40 }, (_, seed) => seed))("no read shows older state than was written (seed %i)", run);
