import { Socket } from "node:net";
import { ManualClock } from "@kubewright/api";
import { expect, onTestFinished, test } from "vitest";
import { Http1Connection } from "../http1/http1-connection.ts";
import { Http2Connection } from "../http2/http2-connection.ts";
import { Cancellation } from "./cancellation.ts";
import { ConnectionPool } from "./connection-pool.ts";
import type { RequestChannel } from "./server-connection.ts";

/** A connection attempt, which ends as the test wants. */
interface Attempt {
  readonly signal: AbortSignal;
  succeed(socket?: Socket): Promise<void>;
  fail(error: Error): Promise<void>;
}

function poolWithAttempts(maxConnections = 10, isShared = false): { pool: ConnectionPool; attempts: Attempt[] } {
  const attempts: Attempt[] = [];
  const dial = (signal: AbortSignal): Promise<Socket> =>
    new Promise((resolve, reject) => {
      attempts.push({
        signal,
        async succeed(socket = new Socket()) {
          resolve(socket);
          await turn();
        },
        async fail(error) {
          reject(error);
          await turn();
        },
      });
    });
  const clock = new ManualClock();
  const pool = new ConnectionPool({
    dial,
    connectionOver: (socket, owner) =>
      isShared ? new Http2Connection(socket, owner, clock) : new Http1Connection(socket, owner),
    mayShare: isShared,
    maxConnections,
    clock,
  });
  onTestFinished(() => pool.close(new Error("the test is over")));
  return { pool, attempts };
}

/** What became of a request for a socket: `waits`, `has a socket`, or the error's message. */
function ask(pool: ConnectionPool): { outcome: string; cancel(reason: Error): void } {
  const cancellation = new Cancellation(new Set());
  const asked = { outcome: "waits", cancel: (reason: Error) => cancellation.cancel(reason) };
  (pool.acquire(false, cancellation) as Promise<RequestChannel>).then(
    () => {
      asked.outcome = "has a socket";
    },
    (error: Error) => {
      asked.outcome = error.message;
    },
  );
  return asked;
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test("whoever waits longest gets the first connection; the other one gets the second, or why there is none", async () => {
  for (const ending of ["has a socket", "refused"]) {
    const { pool, attempts } = poolWithAttempts();
    const [first, second] = [ask(pool), ask(pool)];
    await attempts[1]!.succeed();
    expect([first.outcome, second.outcome]).toEqual(["has a socket", "waits"]);
    if (ending === "refused") await attempts[0]!.fail(new Error(ending));
    else await attempts[0]!.succeed();
    expect([second.outcome, attempts.length]).toEqual([ending, 2]);
  }
});

test("who leaves ends the attempt that is left for him, and no other", async () => {
  const { pool, attempts } = poolWithAttempts();
  const [first, second, third] = [ask(pool), ask(pool), ask(pool)];
  await attempts[1]!.succeed();
  second.cancel(new Error("left"));
  await turn();
  expect(attempts.map(({ signal }) => signal.aborted)).toEqual([true, false, false]);
  await attempts[2]!.succeed();
  expect([first.outcome, second.outcome, third.outcome]).toEqual(["has a socket", "left", "has a socket"]);
});

test.each([false, true])(
  "a connection that is gone as soon as it is made fails who waited for it (shared: %s)",
  async (isShared) => {
    const { pool, attempts } = poolWithAttempts(10, isShared);
    const asked = ask(pool);
    await attempts[0]!.succeed(new Socket().destroy());
    expect(asked.outcome).toContain("the connection was closed");
    expect(attempts).toHaveLength(1);
    expect(pool.isEmpty).toBe(true);
  },
);

test("one attempt is for all who wait where connections are shared, and ends with the last of them", async () => {
  const { pool, attempts } = poolWithAttempts(10, true);
  const [first, second, third] = [ask(pool), ask(pool), ask(pool)];
  second.cancel(new Error("left"));
  first.cancel(new Error("left"));
  expect(attempts.map(({ signal }) => signal.aborted)).toEqual([false]);
  third.cancel(new Error("left"));
  expect(attempts.map(({ signal }) => signal.aborted)).toEqual([true]);
  const [fourth, fifth] = [ask(pool), ask(pool)];
  await attempts[1]!.succeed();
  expect([first, second, third, fourth, fifth].map(({ outcome }) => outcome)).toEqual([
    ...["left", "left", "left"],
    ...["has a socket", "has a socket"],
  ]);
  expect(attempts).toHaveLength(2);
});

test("one attempt that fails fails all who wait where connections are shared", async () => {
  const { pool, attempts } = poolWithAttempts(10, true);
  const [first, second] = [ask(pool), ask(pool)];
  await attempts[0]!.fail(new Error("refused"));
  expect([first.outcome, second.outcome, attempts.length, pool.isEmpty]).toEqual(["refused", "refused", 1, true]);
});

test("who leaves in the turn in which he got a connection takes no attempt from those who wait", async () => {
  const { pool, attempts } = poolWithAttempts();
  const [first, second] = [ask(pool), ask(pool)];
  await attempts[1]!.succeed();
  first.cancel(new Error("left"));
  expect(attempts[0]!.signal.aborted).toBe(false);
  await attempts[0]!.succeed();
  expect(second.outcome).toBe("has a socket");
});
