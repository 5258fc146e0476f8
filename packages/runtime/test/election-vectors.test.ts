import { readFileSync } from "node:fs";
import { ManualClock, notFoundError } from "@kubewright/api";
import { ApiClient, type ApiRequest, type ApiResponse, responseOf, type Transport } from "@kubewright/client";
import { describe, expect, test } from "vitest";
import { LeaderElector } from "../src/election/leader-elector.ts";
import { turn } from "./election-world.ts";

interface Write {
  readonly method: string;
  readonly path: string;
  readonly body: { readonly metadata: object; readonly spec: { acquireTime: string; renewTime: string } };
}

interface Case {
  readonly name: string;
  /** The spec of the lease that is there. */
  readonly before: object | null;
  /** The acquisition, a renewal, the release. */
  readonly writes: readonly Write[];
}

const { cases } = JSON.parse(readFileSync(new URL("vectors/election.json", import.meta.url), "utf8")) as {
  cases: readonly Case[];
};

/** The server that the recording was made with: one Lease, and a note of each write. */
class LeaseStorage implements Transport {
  readonly writes: Write[] = [];
  #lease: { metadata: object } | undefined;
  #revision = 0;

  constructor(before: object | null) {
    if (before === null) return;
    this.#revision = 1;
    const metadata = { name: "operator", namespace: "system", resourceVersion: "1", labels: { a: "1" } };
    this.#lease = { apiVersion: "coordination.k8s.io/v1", kind: "Lease", spec: before, metadata } as never;
  }

  async send({ method, path, body }: ApiRequest): Promise<ApiResponse> {
    if (body !== undefined) {
      const lease = JSON.parse(body);
      this.writes.push({ method, path, body: lease });
      this.#lease = { ...lease, metadata: { ...lease.metadata, resourceVersion: String(++this.#revision) } };
    }
    const status = this.#lease === undefined ? 404 : 200;
    const answer =
      this.#lease ?? notFoundError({ group: "coordination.k8s.io", resource: "leases" }, "operator").status;
    return responseOf({ status, headers: { "content-type": "application/json" }, body: JSON.stringify(answer) });
  }

  async close(): Promise<void> {}
}

/** What is written, with a number for each moment in place of its time. */
function withoutTimes(writes: readonly Write[]): unknown {
  const moments: string[] = [];
  const momentOf = (time: string): number => {
    expect(time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/);
    if (!moments.includes(time)) moments.push(time);
    return moments.indexOf(time);
  };
  return writes.map(({ method, path, body }) => {
    const { acquireTime, renewTime, ...spec } = body.spec;
    const times = { acquireTime: momentOf(acquireTime), renewTime: momentOf(renewTime) };
    return { method, path, body: { ...body, spec: { ...spec, ...times } } };
  });
}

describe("an elector writes what client-go writes", () => {
  test.each(cases)("when $name", async ({ before, writes }) => {
    const clock = new ManualClock();
    const storage = new LeaseStorage(before);
    const elector = new LeaderElector({
      client: new ApiClient({ transport: storage, clock }),
      namespace: "system",
      name: "operator",
      identity: "me",
      labels: { elected: "yes" },
      clock,
      random: () => 0,
    });
    const controller = new AbortController();
    const run = elector.run({ signal: controller.signal });
    while (storage.writes.length < 2) {
      await turn();
      clock.advance(500);
    }
    controller.abort();
    await run;
    expect(withoutTimes(storage.writes)).toEqual(withoutTimes(writes));
  });
});
