import { expect, test } from "vitest";
import type { CustomResource } from "./object.ts";
import { withStatus } from "./with-status.ts";

type Memcached = CustomResource<{ size: number }, { nodes?: string[]; ready?: number }>;

test("withStatus replaces the whole status and leaves the object as it is", () => {
  const memcached: Memcached = {
    apiVersion: "cache.example.com/v1",
    kind: "Memcached",
    metadata: { name: "sample", resourceVersion: "7" },
    spec: { size: 3 },
    status: { nodes: ["a"] },
  };
  expect(withStatus(memcached, { ready: 1 })).toEqual({ ...memcached, status: { ready: 1 } });
  expect(memcached.status).toEqual({ nodes: ["a"] });
});
