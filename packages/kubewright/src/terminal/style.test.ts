import { expect, test } from "vitest";
import { styleFor } from "./style.ts";

test.each([
  { isTerminal: true, env: {}, isColourful: true },
  { isTerminal: false, env: {}, isColourful: false },
  { isTerminal: true, env: { NO_COLOR: "1" }, isColourful: false },
  { isTerminal: true, env: { NO_COLOR: "" }, isColourful: true },
  { isTerminal: true, env: { TERM: "dumb" }, isColourful: false },
  { isTerminal: false, env: { FORCE_COLOR: "1" }, isColourful: true },
  { isTerminal: false, env: { FORCE_COLOR: "0" }, isColourful: false },
])("a terminal: $isTerminal, with $env: colours: $isColourful", ({ isTerminal, env, isColourful }) => {
  const style = styleFor({ isTerminal, write: () => {} }, env);
  expect(style.red("no")).toBe(isColourful ? "\u001b[31mno\u001b[39m" : "no");
});
