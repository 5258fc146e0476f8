// SPDX-License-Identifier: Apache-2.0

import { startEnvironment } from "@kubewright/testing";
import { afterAll, test } from "vitest";
import { Memcached } from "../src/api/v1alpha1/memcached.ts";
import { setupMemcachedController } from "../src/controller/memcached-controller.ts";

// An API server, the built-in controllers and a simulated node, in this process.
const crds = [new URL("../config/crd/bases", import.meta.url)];
const environment = await startEnvironment({ crds });
await environment.startManager(setupMemcachedController);
afterAll(() => environment.close());

test("a Memcached is reconciled", async () => {
  const { client, eventually } = await environment.namespace();
  const object = Memcached.of({ metadata: { name: "sample" }, spec: { foo: "bar" } });
  await client.create(object);
  await eventually(Memcached, "sample", {
    status: { conditions: [{ type: "Available", status: "True", observedGeneration: 1 }] },
  });

  await client.patch(Memcached, "sample", { merge: { spec: { foo: "changed" } } });
  await eventually(Memcached, "sample", {
    status: { conditions: [{ type: "Available", status: "True", observedGeneration: 2 }] },
  });
});
