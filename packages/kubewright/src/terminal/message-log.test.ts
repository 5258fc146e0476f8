import { expect, test } from "vitest";
import { messageLog } from "./message-log.ts";

test("shows warnings and errors with what they are about, each in a line", () => {
  const said: string[] = [];
  const log = messageLog({ messages: { isTerminal: false, write: (text) => void said.push(text) } });
  const part = log.child({ part: "kubelet" });
  part.debug({}, "nobody reads this");
  part.info({}, "nor this");
  part.warn({ port: 80, instead: 8080 }, "another port is used");
  log.error({ err: new Error("no"), service: { name: "web" }, absent: undefined }, "it ended");
  log.warn({}, "plain");
  expect(said).toEqual([
    "warning: another port is used (part=kubelet port=80 instead=8080)\n",
    'error: it ended: no (service={"name":"web"})\n',
    "warning: plain\n",
  ]);
});
