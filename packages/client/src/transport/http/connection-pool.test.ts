import { Socket } from "node:net";
import { ManualClock } from "@kubewright/api";
import { expect, onTestFinished, test } from "vitest";
import { Http1Connection } from "../http1/http1-connection.ts";
import { Cancellation } from "./cancellation.ts";
import { ConnectionPool } from "./connection-pool.ts";
import type { RequestChannel } from "./server-connection.ts";

/** A connection attempt, which ends as the test wants. */
interface Attempt {
  readonly signal: AbortSignal;
  succeed(): Promise<void>;
  fail(error: Error): Promise<void>;
}

function poolWithAttempts(maxConnections = 10): { pool: ConnectionPool; attempts: Attempt[] } {
  const attempts: Attempt[] = [];
  const dial = (signal: AbortSignal): Promise<Socket> =>
    new Promise((resolve, reject) => {
      attempts.push({
        signal,
        async succeed() {
          resolve(new Socket());
          await turn();
        },
        async fail(error) {
          reject(error);
          await turn();
        },
      });
    });
  const pool = new ConnectionPool({
    dial,
    connectionOver: (socket, owner) => new Http1Connection(socket, owner),
    mayShare: false,
    maxConnections,
    clock: new ManualClock(),
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
