import { ManualClock } from "@kubewright/api";
import { expect, test } from "vitest";
import { sayWhen } from "./say-when.ts";

function rig() {
  const said: string[] = [];
  const messages = { isTerminal: false, write: (text: string): void => void said.push(text) };
  return { said, clock: new ManualClock(), messages };
}

test("work that takes more than a second is told of, once", async () => {
  const { said, clock, messages } = rig();
  let finish!: (value: number) => void;
  const work = new Promise<number>((resolve) => {
    finish = resolve;
  });
  const waited = sayWhen("Starting", work, { clock, messages });
  clock.advance(999);
  expect(said).toEqual([]);
  clock.advance(5_000);
  finish(1);
  expect([await waited, said]).toEqual([1, ["Starting …\n"]]);
});

test("work that is done before leaves no timer, also when it fails", async () => {
  const { said, clock, messages } = rig();
  await expect(sayWhen("Starting", Promise.reject(new Error("no")), { clock, messages })).rejects.toThrow("no");
  clock.advance(5_000);
  expect(said).toEqual([]);
});
