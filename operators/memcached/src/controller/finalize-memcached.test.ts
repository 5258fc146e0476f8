import { ManualClock, type ReconcileContext } from "@kubewright/operator";
import { expect, test } from "vitest";
import { Memcached } from "../api/v1/memcached.ts";
import { finalizeMemcached } from "./finalize-memcached.ts";

test("the end of a Memcached is told in the words of the reference, to the last space", async () => {
  const told: unknown[] = [];
  const context = {
    client: {
      status: {
        async update(object: Memcached) {
          told.push(...(object.status?.conditions ?? []));
          return object;
        },
      },
    },
    events: { warning: (_: unknown, event: object) => told.push(event) },
  } as unknown as ReconcileContext;
  const memcached = Memcached.of({ metadata: { name: "cache", namespace: "shop" }, spec: {} });
  await finalizeMemcached(memcached, context, new ManualClock());
  expect(told).toMatchObject([
    {
      ...{ type: "Degraded", status: "Unknown", reason: "Finalizing" },
      message: "Performing finalizer operations for the custom resource: cache ",
    },
    {
      ...{ reason: "Deleting", action: "DeleteCR" },
      note: "Custom Resource cache is being deleted from the namespace shop",
    },
    {
      ...{ type: "Degraded", status: "True", reason: "Finalizing" },
      message: "Finalizer operations for custom resource cache name were successfully accomplished",
    },
  ]);
});
