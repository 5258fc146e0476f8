import { Deployment } from "@kubewright/api/apps/v1";
import { Service } from "@kubewright/api/core/v1";
import { PodDisruptionBudget } from "@kubewright/api/policy/v1";
import type { Client, Kind } from "@kubewright/operator";
import type { Environment } from "@kubewright/testing";
import { expect } from "vitest";
import { Memcached } from "../../src/api/v1/memcached.ts";
import { ObservedManager } from "./observed-manager.ts";

/** The controllers of a cluster that carries a load: what is about the operator, and nothing of pods. */
export const loadControllers = ["garbage-collector-controller"];

/** How long each step may take, on a machine with much else to do. */
const waiting = { timeoutMs: 120_000 };
const inFlight = 16;
const kinds: readonly Kind[] = [Memcached, Deployment, Service, PodDisruptionBudget];

/** Has an operator create, scale and delete so many Memcacheds, and checks that it did it without any trouble. */
export async function carryLoad(environment: Environment, count: number): Promise<void> {
  const { name: namespace, client, eventually } = await environment.namespace("load");
  const operator = await ObservedManager.start(environment, namespace);
  const names = Array.from({ length: count }, (_, index) => `cache-${index}`);
  const sizeOf = (index: number) => 1 + (index % 3);

  await each(names, (name, index) => {
    return client.create(Memcached.of({ metadata: { name }, spec: { size: sizeOf(index) } }));
  });
  await eventually(() => expectReconciled(client, new Map(names.map((name, index) => [name, sizeOf(index)]))), waiting);
  expect((await client.list(Service)).items).toHaveLength(2 * count);
  expect((await client.list(PodDisruptionBudget)).items).toHaveLength(count);

  await each(names, (name, index) => client.patch(Memcached, name, { merge: { spec: { size: sizeOf(index + 1) } } }));
  const scaled = new Map(names.map((name, index) => [name, sizeOf(index + 1)]));
  await eventually(() => expectReconciled(client, scaled), waiting);

  await each(names, (name) => client.delete(Memcached, name));
  await eventually(async () => {
    for (const kind of kinds) expect((await client.list(kind)).items, kind.kind).toEqual([]);
  }, waiting);
  await eventually(async () => expect([await operator.cached(), await operator.waiting()]).toEqual([0, 0]), waiting);
  await operator.stop();
  expect(operator.complaints).toEqual([]);
  expect(operator.refusals).toEqual([]);
  // Nothing is done over and over: 14 each, if no event comes late. What is as it should be is not applied again when another object changes.
  expect(operator.requests).toBeLessThan(16 * count);
}

/** Throws unless each Memcached has a Deployment of its size, and a status that is about its spec. */
async function expectReconciled(client: Client, sizes: ReadonlyMap<string, number>): Promise<void> {
  const deployments = (await client.list(Deployment)).items;
  expect(new Map(deployments.map(({ metadata, spec }) => [metadata.name, spec?.replicas]))).toEqual(sizes);
  const { items } = await client.list(Memcached);
  const late = items.filter(({ metadata, status }) => status?.observedGeneration !== metadata.generation);
  expect(late.map(({ metadata }) => metadata.name)).toEqual([]);
}

/** Some at a time, as several users would. */
async function each(names: readonly string[], work: (name: string, index: number) => Promise<unknown>): Promise<void> {
  const entries = names.entries();
  const worker = async (): Promise<void> => {
    for (const [index, name] of entries) await work(name, index);
  };
  await Promise.all(Array.from({ length: inFlight }, worker));
}
