import { forbiddenError, notFoundError } from "@kubewright/api";
import { type Interceptor, responseOf } from "@kubewright/client";
import { describe, expect, test } from "vitest";
import type { LeaderElectorOptions } from "../src/election/election-options.ts";
import type { EventRecorder } from "../src/observability/event/event-recorder.ts";
import { World, watched } from "./election-world.ts";

const leases = { group: "coordination.k8s.io", resource: "leases" };

describe("readyCheck", () => {
  test.each([
    [
      "is forbidden to read",
      "GET",
      forbiddenError(leases, "operator", "no role"),
      /no role; .*verbs=get;create;update/,
    ],
    ["is forbidden to create", "POST", forbiddenError(leases, "operator", "no role"), /no role; a role with/],
    ["has no namespace", "POST", notFoundError({ group: "", resource: "namespaces" }, "system"), /"system" not found$/],
  ])("fails while the Lease %s, and no longer", async (_, method, { status }, message) => {
    const world = new World();
    let isRefused = true;
    const refuse: Interceptor = async (request, next) =>
      isRefused && request.method === method
        ? responseOf({
            status: status.code!,
            headers: { "content-type": "application/json" },
            body: JSON.stringify(status),
          })
        : await next(request);
    const a = start(world, "a", { client: world.server.client({ interceptors: [refuse] }) });
    await world.pass(5_000);
    expect(a.check).toThrow(message);
    isRefused = false;
    await world.pass(5_000);
    expect(a.check).not.toThrow();
    expect(a.elector.isLeader).toBe(true);
    a.stop();
    await world.pass(10);
    expect(a.run.state).toBe("resolved");
  });

  test("passes while another leads, and while the server is away", async () => {
    const world = new World();
    start(world, "a");
    await world.pass(10);
    const b = start(world, "b");
    await world.pass(10_000);
    expect(b.check).not.toThrow();
    world.journey = () => ({ fault: "refused" });
    await world.pass(10_000);
    expect(b.check).not.toThrow();
  });
});

test("a Lease that someone deletes is not another's before its leader can know", async () => {
  const world = new World();
  const a = start(world, "a");
  await world.pass(10);
  const b = start(world, "b");
  await world.pass(10_000);
  // It reaches the server no more.
  world.journey = (_, { name }) => (name === "a" ? { fault: "lost" } : {});
  await world.server.client().delete(await world.lease());
  let leadersAtOnce = 0;
  world.onStep = () => {
    leadersAtOnce = Math.max(leadersAtOnce, [a, b].filter(({ elector }) => elector.isLeader).length);
  };
  await world.pass(30_000);
  expect([a.run.error?.code, b.elector.isLeader, leadersAtOnce]).toEqual(["LEASE_LOST", true, 1]);
});

describe("events on the Lease", () => {
  test("say who became leader, and who stopped leading in good order", async () => {
    const world = new World();
    const told: string[] = [];
    const events: EventRecorder = {
      normal: ({ kind, metadata }, { reason, note }) =>
        void told.push(`${kind} ${metadata.namespace}/${metadata.name} ${reason}: ${note}`),
      warning: () => told.push("warning"),
    };
    const a = start(world, "a", { events });
    await world.pass(10);
    const b = start(world, "b", { events });
    await world.pass(5_000);
    a.stop();
    await world.pass(5_000);
    b.process.pause(15_000);
    await world.pass(20_000);
    expect([a.run.state, b.run.error?.code]).toEqual(["resolved", "LEASE_LOST"]);
    expect(told).toEqual([
      "Lease system/operator LeaderElection: a became leader",
      "Lease system/operator LeaderElection: a stopped leading",
      "Lease system/operator LeaderElection: b became leader",
    ]);
  });
});

function start(world: World, name: string, options: Partial<LeaderElectorOptions> = {}) {
  const process = world.process(name);
  const elector = process.elector(options);
  const controller = new AbortController();
  const run = watched(elector.run({ signal: controller.signal }));
  const readyCheck = elector.readyCheck();
  return {
    process,
    elector,
    run,
    check: () => readyCheck({ signal: controller.signal }),
    stop: () => controller.abort(new Error("stop")),
  };
}
