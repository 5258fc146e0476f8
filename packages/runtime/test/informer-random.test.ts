import { formatKey, internalError, StatusError, tooManyRequestsError } from "@kubewright/api";
import { type ApiRequest, ClientError, responseOf } from "@kubewright/client";
import { expect, test } from "vitest";
import type { HandlerRegistration, ObjectEvent } from "../src/informer/object-event.ts";
import { InformerRig, show, turn, Widget } from "./fixture/informer-rig.ts";
import { seededRandom } from "./fixture/seeded-random.ts";

/** What a handler knows from events alone; throws for an event that cannot follow those before. */
class View {
  readonly objects = new Map<string, Widget>();
  registration: HandlerRegistration | undefined;
  isRemoved = false;
  problem: string | undefined;

  take(event: ObjectEvent<Widget>): void {
    const { type, object } = event;
    const key = formatKey(object.metadata);
    const before = this.objects.get(key);
    if (this.isRemoved) this.problem ??= `${type} of ${key} after the removal`;
    if ((type === "added") !== (before === undefined))
      this.problem ??= `${type} of ${key}, which was ${before && show(before)}`;
    if (event.type === "updated" && event.old !== before)
      this.problem ??= `update of ${key} from another state than the last`;
    if (event.type === "updated" && !event.isResync && version(event.old) >= version(object)) {
      this.problem ??= `${key} went back from ${version(event.old)} to ${version(object)}`;
    }
    if (type === "deleted") this.objects.delete(key);
    else this.objects.set(key, object);
  }

  get known(): string[] {
    return [...this.objects.values()].map(exactly).sort();
  }
}

const version = ({ metadata }: Widget): number => Number(metadata.resourceVersion);
const exactly = (widget: Widget): string => `${show(widget)} ${widget.metadata.uid} ${widget.metadata.resourceVersion}`;

const faults = [
  () => new ClientError("CONNECTION_FAILED", "refused"),
  () => tooManyRequestsError("busy", 3),
  () => internalError("etcd"),
];

async function run(seed: number): Promise<void> {
  const random = seededRandom(seed);
  const pick = <X>(...choices: readonly X[]): X => choices[Math.floor(random() * choices.length)]!;
  let fault: (() => unknown) | undefined;
  const breakSome = (request: ApiRequest): unknown =>
    fault !== undefined && request.method === "GET" ? fault() : undefined;
  const rig = new InformerRig({
    ...pick({}, { namespaces: ["a", "b", "c"] }),
    hasWatchList: pick(true, false),
    pageSize: pick(1, 2, 500),
    freezeObjects: true,
    resyncMs: pick(0, 5_000),
    random,
    interceptors: [
      async (request, next) => {
        // Others get their turn between a request and its answer.
        if (pick(true, false)) await turn();
        const error = breakSome(request);
        if (error instanceof StatusError) {
          return responseOf({
            status: error.code,
            headers: { "content-type": "application/json" },
            body: JSON.stringify(error.status),
          });
        }
        if (error !== undefined) throw error;
        return await next(request);
      },
    ],
  });
  const views: View[] = [];
  const follow = (): void => {
    const view = new View();
    view.registration = rig.informer.addHandler((event) => view.take(event));
    views.push(view);
  };
  const unfollow = (): void => {
    const view = views.find(({ isRemoved }) => !isRemoved);
    view?.registration?.remove();
    if (view !== undefined) view.isRemoved = true;
  };
  const key = (): string => `${pick("a", "b", "c")}/${pick("p", "q", "r", "s")}`;
  const actions: (() => unknown)[] = [
    ...Array.from({ length: 8 }, () => () => rig.write(key(), Math.floor(random() * 1_000))),
    ...Array.from({ length: 4 }, () => () => rig.remove(key()).catch(() => {})),
    () => rig.server.hold(),
    () => rig.server.release(),
    () => rig.server.release(),
    () => rig.server.endWatches(),
    () => rig.server.endWatches(new ClientError("CONNECTION_LOST", "reset")),
    () => rig.server.compact(),
    () => rig.server.bookmark(),
    follow,
    unfollow,
    () => {
      fault = pick(undefined, undefined, ...faults);
    },
    () => rig.pass(pick(100, 1_000, 5_000), 500),
    () => rig.pass(pick(1_000, 40_000), 1_000),
    turn,
  ];
  follow();
  rig.informer.start();
  for (let step = 0; step < 120; step++) await pick(...actions)();

  fault = undefined;
  rig.server.release();
  await rig.pass(120_000, 500);
  const stored = (await rig.server.client().list(Widget)).items.map(exactly).sort();
  expect([...rig.informer.store.list()].map(exactly).sort(), `store, seed ${seed}`).toEqual(stored);
  for (const [index, view] of views.entries()) {
    expect(view.problem, `handler ${index}, seed ${seed}`).toBeUndefined();
    if (!view.isRemoved) expect(view.known, `handler ${index}, seed ${seed}`).toEqual(stored);
  }
  expect(rig.informer.isSynced).toBe(true);
  expect(rig.informer.states.map(({ phase }) => phase)).not.toContain("backing-off");
  await rig.informer.stop();
  expect(rig.clock.pending).toBe(0);
  expect(rig.server.openWatches).toBe(0);
}

test.each(Array.from({ length: 60 }, (_, seed) => seed))(
  "whatever happens on the way, store and handlers end up as the server is: seed %i",
  run,
);
