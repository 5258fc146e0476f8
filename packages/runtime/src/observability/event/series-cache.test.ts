import { ManualClock } from "@kubewright/api";
import { Event } from "@kubewright/api/events/v1";
import { describe, expect, test } from "vitest";
import { SeriesCache } from "./series-cache.ts";

const event = Event.of({ metadata: { name: "web.1", namespace: "shop" }, eventTime: "2026-01-01T00:00:00.000000Z" });

describe("SeriesCache", () => {
  test("forgets what was seen longest ago, and tells its last count", () => {
    const told: string[] = [];
    const clock = new ManualClock();
    const onTell = ({ key, count }: { key: string; count: number }) => told.push(`${key} ${count}`) > 0;
    const cache = new SeriesCache({ clock, capacity: 2, onTell });
    cache.add("a", event);
    cache.add("b", event);
    for (let i = 0; i < 3; i++) cache.repeat("a");
    cache.repeat("b");
    cache.repeat("b");
    cache.repeat("a");
    expect(told.splice(0)).toEqual(["a 2", "b 2"]);
    cache.add("c", event);
    expect(told).toEqual(["b 3"]);
    expect([cache.repeat("b"), cache.repeat("a"), cache.size]).toEqual([false, true, 2]);
    // Of the series that is left; an event alone has none.
    expect(clock.pending).toBe(1);
  });

  test("tells a count at its end that nobody took before", () => {
    let isFull = true;
    const told: number[] = [];
    const clock = new ManualClock();
    const onTell = ({ count }: { count: number }) => !isFull && told.push(count) > 0;
    const cache = new SeriesCache({ clock, capacity: 2, onTell });
    cache.add("a", event);
    cache.repeat("a");
    isFull = false;
    clock.advance(360_000);
    expect(told).toEqual([2]);
    expect([cache.size, clock.pending]).toEqual([0, 0]);
  });

  test("leaves no timer for what it is told to forget", () => {
    const clock = new ManualClock();
    const cache = new SeriesCache({ clock, capacity: 2, onTell: () => true });
    const entry = cache.add("a", event);
    cache.repeat("a");
    cache.forget(entry);
    expect([cache.size, clock.pending, cache.repeat("a")]).toEqual([0, 0, false]);
  });
});
