import { defineKind, formatKey, type Kind, type ObjectKey } from "@kubewright/api";
import { expect, test } from "vitest";
import { WorkQueue } from "../src/queue/work-queue.ts";
import { enqueueObject, enqueueOwner, type TriggerHandler } from "../src/trigger/handler.ts";
import { kindSource } from "../src/trigger/kind-source.ts";
import { generationChanged, type Predicate } from "../src/trigger/predicate.ts";
import { InformerRig, turn, Widget } from "./fixture/informer-rig.ts";

const Shop: Kind = defineKind({ group: "example.com", version: "v1", kind: "Shop", plural: "shops" });

/** An informer, a source on it and the queue that it fills. */
async function setUp(handler: TriggerHandler<Widget>, predicates: readonly Predicate<Widget>[] = []) {
  const rig = new InformerRig();
  rig.server.serve({ ...Shop, scope: "Namespaced" });
  const { clock, log, informer } = rig;
  const queue = new WorkQueue<ObjectKey>({ id: formatKey, clock });
  const controller = new AbortController();
  const source = kindSource({ kind: Widget, informer, handler, predicates });
  const { discovery } = rig.server.client();
  await rig.writeAll("town/a", "town/b");
  const started = source.start({ sink: queue, signal: controller.signal, log, clock, discovery });
  await rig.start();
  await started;
  /** What is to be done, and how urgent it is. */
  const taken = (): string[] => {
    const found: string[] = [];
    for (let one = queue.tryTake(); one !== undefined; one = queue.tryTake()) {
      found.push(`${formatKey(one.item)}: ${one.priority}`);
      queue.done(one.item);
    }
    return found;
  };
  return { rig, source, taken, stop: () => controller.abort(new Error("enough")) };
}

test("an informer's objects come into the queue: what exists with low priority, changes before it", async () => {
  const { rig, source, taken, stop } = await setUp(enqueueObject());
  expect(source.states).toMatchObject([{ phase: "watching", isSynced: true }]);
  await rig.write("town/b", 5);
  expect(taken()).toEqual(["town/b: 0", "town/a: -100"]);
  await rig.write("town/c");
  await rig.remove("town/a");
  expect(taken()).toEqual(["town/c: 0", "town/a: 0"]);
  stop();
  await rig.write("town/d");
  expect(taken()).toEqual([]);
});

test("updates of metadata alone do not pass generationChanged", async () => {
  const { rig, taken } = await setUp(enqueueObject(), [generationChanged()]);
  taken();
  await rig.write("town/a", 1, { colour: "red" });
  expect(taken()).toEqual([]);
  await rig.write("town/a", 2, { colour: "red" });
  expect(taken()).toEqual(["town/a: 0"]);
});

test("owners come into the queue, in the scope that discovery knows of", async () => {
  const { rig, taken } = await setUp(enqueueOwner(Shop));
  expect(taken()).toEqual([]);
  const ownerReferences = [{ apiVersion: "example.com/v1beta1", kind: "Shop", name: "s", uid: "1", controller: true }];
  await rig.server.client().create(Widget.of({ metadata: { namespace: "town", name: "owned", ownerReferences } }));
  await turn();
  expect(taken()).toEqual(["town/s: 0"]);
});
