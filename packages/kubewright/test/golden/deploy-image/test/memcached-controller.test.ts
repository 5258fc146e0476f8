// Copyright The Example Authors
// SPDX-License-Identifier: Apache-2.0

import { Deployment } from "@kubewright/api/apps/v1";
import { Event } from "@kubewright/api/events/v1";
import { isInvalid } from "@kubewright/operator";
import { startEnvironment } from "@kubewright/testing";
import { afterAll, expect, test } from "vitest";
import { Memcached } from "../src/api/v1alpha1/memcached.ts";
import { setupMemcachedController } from "../src/controller/memcached-controller.ts";

// An API server, the built-in controllers and a simulated node, in this process.
const crds = [new URL("../config/crd/bases", import.meta.url)];
const environment = await startEnvironment({ crds });
const image = "memcached:1.4.36-alpine";
await environment.startManager((manager) => setupMemcachedController(manager, { image }));
afterAll(() => environment.close());

function sample(name: string, size: number): Memcached {
  return Memcached.of({ metadata: { name }, spec: { size } });
}

const isAvailable = {
  status: { conditions: [{ type: "Available", status: "True", reason: "Reconciling", observedGeneration: 1 }] },
} as const;

test("a Deployment of its size is made, and it becomes available", async () => {
  const { client, eventually } = await environment.namespace();
  await client.create(sample("sample", 2));
  await eventually(Memcached, "sample", isAvailable);
  const { spec, status } = await client.get(Deployment, "sample");
  expect(spec.replicas).toBe(2);
  expect(spec.template.spec?.containers[0]?.image).toBe(image);
  expect(status?.availableReplicas).toBe(2);
});

test("what somebody changes or deletes by hand is put back", async () => {
  const { client, eventually } = await environment.namespace();
  await client.create(sample("sample", 1));
  await eventually(Memcached, "sample", isAvailable);

  await client.patch(Deployment, "sample", {
    json: [
      { op: "replace", path: "/spec/replicas", value: 3 },
      { op: "replace", path: "/spec/template/spec/containers/0/image", value: "example.com/another:1" },
    ],
  });
  const deployment = await eventually(Deployment, "sample", {
    spec: {
      replicas: 1,
      template: { spec: { containers: [{ name: "memcached", image }] } },
    },
  });

  await client.delete(deployment);
  await eventually.replaced(deployment);
});

test("two of them have pods of their own", async () => {
  const { client, eventually } = await environment.namespace();
  for (const name of ["one", "two"]) await client.create(sample(name, 1));
  for (const name of ["one", "two"]) await eventually(Memcached, name, isAvailable);
  const { items } = await client.list(Deployment);
  const selectors = items.map(({ spec }) => JSON.stringify(spec.selector.matchLabels));
  expect(new Set(selectors).size).toBe(2);
});

test("a deletion is told, and takes the Deployment along", async () => {
  const { client, eventually } = await environment.namespace();
  const object = await client.create(sample("sample", 1));
  await eventually(Memcached, "sample", isAvailable);

  await client.delete(object);
  await eventually.gone(object);
  await eventually.gone(Deployment, "sample");
  await eventually(async () => {
    const { items } = await client.list(Event);
    expect(items.map(({ reason }) => reason)).toContain("Deleting");
  });
});

test.each([0, 4])("a size of %i is refused", async (size) => {
  const { client } = await environment.namespace();
  await expect(client.create(sample("sample", size))).rejects.toSatisfy(isInvalid);
});
