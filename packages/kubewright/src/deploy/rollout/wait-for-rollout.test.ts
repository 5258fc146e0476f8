import { type Kind, ManualClock } from "@kubewright/api";
import { Deployment, ReplicaSet } from "@kubewright/api/apps/v1";
import { Pod } from "@kubewright/api/core/v1";
import type { ApiClient, PodLogOptions } from "@kubewright/client";
import { describe, expect, test } from "vitest";
import { waitForRollout } from "./wait-for-rollout.ts";

const refusal =
  'deployments.apps is forbidden: User "op" cannot watch resource "deployments" in API group "apps" at the cluster scope';
const key = { namespace: "op-system", name: "op" };
const ownedBy = (uid: string) => ({ ownerReferences: [{ apiVersion: "apps/v1", kind: "Any", name: "op", uid }] });

/** Waits for an operator that logged its refusal at `loggedAtMs`, the wait beginning at 0, and is available from `availableAtMs` on. */
async function wait(
  loggedAtMs: number,
  availableAtMs: number,
  isUnchanged: boolean,
): Promise<{ said: string; error: unknown }> {
  const clock = new ManualClock();
  const isAvailable = (): boolean => clock.monotonic() >= availableAtMs;
  const pod = (): Pod => ({
    apiVersion: "v1",
    kind: "Pod",
    metadata: { ...key, name: "op-1", ...ownedBy("set") },
    spec: { containers: [] },
    status: {
      containerStatuses: [
        { name: "manager", image: "op", imageID: "", restartCount: 0, ready: isAvailable(), state: { running: {} } },
      ],
    },
  });
  const labels = { app: "op" };
  const client = {
    get: async () =>
      Deployment.of({
        metadata: { ...key, uid: "deployment", generation: 1 },
        spec: { selector: { matchLabels: labels }, template: { metadata: { labels } } },
        status: { observedGeneration: 1, replicas: 1, updatedReplicas: 1, availableReplicas: isAvailable() ? 1 : 0 },
      }),
    list: async (kind: Kind) => {
      if (kind === Pod) return { items: [pod()] };
      if (kind !== ReplicaSet) return { items: [] };
      return { items: [{ metadata: { ...key, uid: "set", ...ownedBy("deployment") } }] };
    },
    async *logs(_: unknown, { sinceSeconds = Number.POSITIVE_INFINITY }: PodLogOptions) {
      if (sinceSeconds < 1) says.push("asked for less than servers give");
      const ageMs = clock.monotonic() - loggedAtMs;
      if (ageMs >= 0 && ageMs <= sinceSeconds * 1000) yield refusal;
    },
  };
  const says: string[] = [];
  const cluster = { client: client as unknown as ApiClient, context: "one", server: "", kubectl: "kubectl" };
  const options = {
    timeoutMs: 60_000,
    signal: new AbortController().signal,
    clock,
    isUnchanged,
    say: (text: string) => says.push(text),
  };
  let isOver = false;
  const waiting = waitForRollout(cluster, key, options)
    .then(
      () => undefined,
      (error: unknown) => error,
    )
    .finally(() => {
      isOver = true;
    });
  while (!isOver) {
    await new Promise((resolve) => setImmediate(resolve));
    clock.advanceToNext();
  }
  return { said: says.join(""), error: await waiting };
}

describe.each([true, false])("whether the Deployment was so before (%s) or not", (isUnchanged) => {
  test("an operator that lacks a permission is not waited for", async () => {
    const { error } = await wait(5_000, 30_000, isUnchanged);
    expect(String(error)).toMatch(
      /is not available \(0 of 1 replicas available\).*op may not watch deployments\.apps/s,
    );
  });

  test("an operator that is available tells of permissions that it still lacks", async () => {
    const { said, error } = await wait(2_000, 5_000, isUnchanged);
    expect(error).toBeUndefined();
    expect(said).toContain("warning: the operator is available, but op may not watch deployments.apps");
  });
});

test("an operator that was there before may have got meanwhile what it logged to lack before the wait", async () => {
  expect(await wait(-2_000, 30_000, true)).toEqual({
    said: "Waiting for deployment.apps/op: 0 of 1 replicas available\n",
    error: undefined,
  });
});

test("nor is it named as the cause when time is over", async () => {
  const { error } = await wait(-2_000, 100_000, true);
  expect(String(error)).toMatch(/is not available after 60 s/);
  expect(String(error)).not.toContain("may not watch");
});

test.each([250, 5_750])("nor does it count when such an operator is available after %i ms", async (availableAtMs) => {
  const { said, error } = await wait(-200, availableAtMs, true);
  expect([said, error]).toEqual([expect.not.stringMatching(/warning|asked/), undefined]);
});

test("all that a new operator logged counts, however soon it is available", async () => {
  const { said, error } = await wait(-100, 0, false);
  expect([said, error]).toEqual([expect.stringContaining("warning: the operator is available, but op may"), undefined]);
});
