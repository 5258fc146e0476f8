import { describe, expect, test } from "vitest";
import { onAbort } from "./on-abort.ts";

describe("onAbort", () => {
  test("tells all that wait for one signal, with its reason, once", () => {
    const controller = new AbortController();
    const told: unknown[] = [];
    onAbort(controller.signal, (reason) => told.push(["a", reason]));
    onAbort(controller.signal, (reason) => told.push(["b", reason]));
    controller.abort("enough");
    controller.abort("again");
    expect(told).toEqual([
      ["a", "enough"],
      ["b", "enough"],
    ]);
  });

  test("tells at once when the signal has aborted, and never without a signal", () => {
    const told: unknown[] = [];
    onAbort(AbortSignal.abort("enough"), (reason) => told.push(reason));
    onAbort(undefined, (reason) => told.push(reason))();
    expect(told).toEqual(["enough"]);
  });

  test("does not tell what was taken back, also during the abort", () => {
    const controller = new AbortController();
    const told: string[] = [];
    onAbort(controller.signal, () => told.push("before"))();
    onAbort(controller.signal, () => {
      told.push("first");
      forget();
    });
    const forget = onAbort(controller.signal, () => told.push("second"));
    controller.abort();
    expect(told).toEqual(["first"]);
  });

  test("tells one callback twice that was given twice", () => {
    const controller = new AbortController();
    let count = 0;
    const callback = () => count++;
    onAbort(controller.signal, callback);
    onAbort(controller.signal, callback);
    controller.abort();
    expect(count).toBe(2);
  });
});
