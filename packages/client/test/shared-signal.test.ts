import { ManualClock, StatusError } from "@kubewright/api";
import { Pod } from "@kubewright/api/core/v1";
import { ApiClient, exists, injectFaults, intercept, retryOnConflict, sleep, waitFor } from "@kubewright/client";
import { expect, test } from "vitest";
import { ScriptedServer, ScriptedStream } from "./scripted-server.ts";
import { turn } from "./turn.ts";

/** A signal that counts its listeners. */
function countingSignal() {
  const controller = new AbortController();
  const { signal } = controller;
  const listeners = { now: 0, most: 0 };
  const add = signal.addEventListener.bind(signal);
  const remove = signal.removeEventListener.bind(signal);
  signal.addEventListener = (...args: Parameters<typeof add>) => {
    listeners.now++;
    listeners.most = Math.max(listeners.most, listeners.now);
    add(...args);
  };
  signal.removeEventListener = (...args: Parameters<typeof remove>) => {
    listeners.now--;
    remove(...args);
  };
  return { controller, signal, listeners };
}

const conflict = new StatusError({
  apiVersion: "v1",
  kind: "Status",
  status: "Failure",
  reason: "Conflict",
  code: 409,
});
const emptyList = { json: { metadata: { resourceVersion: "1" }, items: [] } };

const waits: { name: string; wait: (signal: AbortSignal, clock: ManualClock) => Promise<unknown> }[] = [
  { name: "sleep", wait: (signal, clock) => sleep(1_000, { clock, signal }) },
  {
    name: "retryOnConflict",
    wait: (signal, clock) => retryOnConflict(() => Promise.reject(conflict), { signal, clock, attempts: 2 }),
  },
  {
    name: "waitFor",
    wait: (signal, clock) => {
      const server = new ScriptedServer(({ path }) =>
        path.includes("watch=true") ? { stream: new ScriptedStream() } : emptyList,
      );
      return waitFor(new ApiClient({ transport: server, clock }), Pod, "p", exists, { signal, clock });
    },
  },
  {
    name: "a watch",
    wait: (signal, clock) => {
      const transport = new ScriptedServer(() => ({ stream: new ScriptedStream() }));
      return new ApiClient({ transport, clock }).watch(Pod, { signal })[Symbol.asyncIterator]().next();
    },
  },
  {
    name: "discovery",
    wait: (signal, clock) => {
      const transport = new ScriptedServer(() => new Promise(() => {}));
      return new ApiClient({ transport, clock }).discovery.resources({ signal });
    },
  },
  {
    name: "a stalled body",
    wait: async (signal, clock) => {
      const stall = injectFaults([{ fault: { type: "stalled-body", afterBytes: 0 } }], { clock });
      const transport = intercept(new ScriptedServer(() => emptyList), [stall]);
      return await new ApiClient({ transport, clock }).list(Pod, { signal });
    },
  },
];

test.each(waits)(
  "fifty calls of $name that share a signal cost it one listener, and Node does not warn",
  async ({ wait }) => {
    const warnings: Error[] = [];
    const onWarning = (warning: Error) => warnings.push(warning);
    process.on("warning", onWarning);
    const { controller, signal, listeners } = countingSignal();
    const clock = new ManualClock();
    const results = Array.from({ length: 50 }, () => wait(signal, clock).catch((error: unknown) => error));
    await turn();
    await turn();
    expect(listeners.most).toBe(1);
    const reason = new Error("enough");
    controller.abort(reason);
    for (const result of results) expect(await result).toBe(reason);
    await turn();
    process.off("warning", onWarning);
    expect(warnings.filter(({ name }) => name === "MaxListenersExceededWarning")).toEqual([]);
    expect(clock.pending).toBe(0);
  },
);

test("the listener goes with the last call that needs it", async () => {
  const { signal, listeners } = countingSignal();
  const clock = new ManualClock();
  const short = sleep(10, { clock, signal });
  const long = sleep(20, { clock, signal });
  clock.advance(10);
  await short;
  expect(listeners.now).toBe(1);
  clock.advance(10);
  await long;
  expect(listeners.now).toBe(0);
});
