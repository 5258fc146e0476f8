import type { KubeObject } from "@kubewright/api";
import { expect, test } from "vitest";
import type { ObjectEvent } from "../object-event.ts";
import { withMissed } from "./missed-objects.ts";

const make = (name: string, uid: string): KubeObject => ({
  apiVersion: "v1",
  kind: "Widget",
  metadata: { namespace: "a", name, uid },
});
const added = (object: KubeObject): ObjectEvent => ({ type: "added", object, isInitial: false });
const deleted = (object: KubeObject): ObjectEvent => ({ type: "deleted", object, isStateUnknown: true });
const show = ({ type, object: { metadata } }: ObjectEvent): string => `${type} ${metadata.name} ${metadata.uid}`;

test("events are the same when nothing was missed", () => {
  const events = [added(make("x", "1"))];
  expect(withMissed(events, [])).toBe(events);
});

test("a missed object comes after the one before it, and before the one that is there now", () => {
  const events = [deleted(make("x", "1")), added(make("x", "4")), deleted(make("y", "5")), added(make("z", "7"))];
  const missed = [make("x", "2"), make("y", "6"), make("x", "3")];
  expect(withMissed(events, missed).map(show)).toEqual([
    "deleted x 1",
    "added x 2",
    "deleted x 2",
    "added x 3",
    "deleted x 3",
    "added x 4",
    "deleted y 5",
    "added z 7",
    "added y 6",
    "deleted y 6",
  ]);
});
