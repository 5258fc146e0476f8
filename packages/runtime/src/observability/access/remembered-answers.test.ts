import { ManualClock } from "@kubewright/api";
import { expect, test } from "vitest";
import { RememberedAnswers } from "./remembered-answers.ts";

function questions(): {
  answers: RememberedAnswers<string>;
  clock: ManualClock;
  ask: (answer: string) => Promise<string>;
} {
  const clock = new ManualClock();
  const answers = new RememberedAnswers<string>({
    clock,
    ttlMs: (answer) => (answer === "no" ? 10 : 100),
    capacity: 2,
  });
  return { answers, clock, ask: async (answer) => answer };
}

test("an answer holds for its own time", async () => {
  const { answers, clock, ask } = questions();
  expect(await answers.get("a", () => ask("yes"))).toBe("yes");
  expect(await answers.get("b", () => ask("no"))).toBe("no");
  clock.advance(9);
  expect(await answers.get("b", () => ask("yes"))).toBe("no");
  clock.advance(1);
  expect(await answers.get("b", () => ask("yes"))).toBe("yes");
  clock.advance(89);
  expect(await answers.get("a", () => ask("no"))).toBe("yes");
  clock.advance(1);
  expect(await answers.get("a", () => ask("no"))).toBe("no");
});

test("a question is asked once at a time, and a failure is forgotten", async () => {
  const { answers, ask } = questions();
  let asked = 0;
  const fail = async (): Promise<string> => {
    asked++;
    throw new Error("down");
  };
  const both = await Promise.allSettled([answers.get("a", fail), answers.get("a", fail)]);
  expect(both.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect(asked).toBe(1);
  expect(await answers.get("a", () => ask("yes"))).toBe("yes");
});

test("only so many are remembered", async () => {
  const { answers, ask } = questions();
  for (const question of ["a", "b", "c"]) await answers.get(question, () => ask("yes"));
  expect(await answers.get("c", () => ask("no"))).toBe("yes");
  expect(await answers.get("a", () => ask("no"))).toBe("no");
});
