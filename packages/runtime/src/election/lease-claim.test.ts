import { Lease, type LeaseSpec } from "@kubewright/api/coordination/v1";
import { describe, expect, test } from "vitest";
import { LeaseClaim, type LeaseClaimOptions } from "./lease-claim.ts";

const noon = Date.UTC(2026, 0, 31, 12);
const options: LeaseClaimOptions = {
  namespace: "system",
  name: "operator",
  identity: "me",
  leaseDurationSeconds: 15,
  labels: undefined,
  random: () => 0,
};

function lease(spec: LeaseSpec): Lease {
  return Lease.of({
    metadata: { name: "operator", namespace: "system", resourceVersion: "7", labels: { a: "1" } },
    spec,
  });
}

describe("a claim", () => {
  test("is told from that of a namesake in the same millisecond", () => {
    const [ours, theirs] = [0.1234, 0.9876].map((number) => new LeaseClaim({ ...options, random: () => number })) as [
      LeaseClaim,
      LeaseClaim,
    ];
    theirs.holding(undefined, noon);
    const stored = ours.holding(undefined, noon);
    expect(stored.spec).toMatchObject({
      acquireTime: "2026-01-31T12:00:00.000123Z",
      renewTime: "2026-01-31T12:00:00.000000Z",
    });
    expect([ours.isIn(stored), theirs.isIn(stored)]).toEqual([true, false]);
  });

  test("makes a lease as client-go does, with six digits of a second", () => {
    expect(new LeaseClaim(options).holding(undefined, noon + 5)).toEqual({
      apiVersion: "coordination.k8s.io/v1",
      kind: "Lease",
      metadata: { name: "operator", namespace: "system" },
      spec: {
        holderIdentity: "me",
        leaseDurationSeconds: 15,
        acquireTime: "2026-01-31T12:00:00.005000Z",
        renewTime: "2026-01-31T12:00:00.005000Z",
        leaseTransitions: 0,
      },
    });
  });

  test("takes over a lease, counts the transition and leaves unknown fields alone", () => {
    const theirs = lease({
      holderIdentity: "you",
      leaseDurationSeconds: 60,
      acquireTime: "2020-01-01T00:00:00.000000Z",
      renewTime: "2020-01-01T00:00:00.000000Z",
      leaseTransitions: 4,
      preferredHolder: "x",
      strategy: "OldestEmulationVersion",
    });
    const before = structuredClone(theirs);
    expect(new LeaseClaim(options).holding(theirs, noon)).toMatchObject({
      metadata: { resourceVersion: "7", labels: { a: "1" } },
      spec: {
        holderIdentity: "me",
        leaseDurationSeconds: 15,
        acquireTime: "2026-01-31T12:00:00.000000Z",
        renewTime: "2026-01-31T12:00:00.000000Z",
        leaseTransitions: 5,
        preferredHolder: "x",
        strategy: "OldestEmulationVersion",
      },
    });
    expect(theirs).toEqual(before);
  });

  test("renews its own lease without another acquisition", () => {
    const claim = new LeaseClaim(options);
    const ours = claim.holding(lease({ leaseTransitions: 4 }), noon);
    expect(claim.holding(ours, noon + 2_000).spec).toEqual({
      ...ours.spec,
      renewTime: "2026-01-31T12:00:02.000000Z",
    });
  });

  test("gives a lease back as client-go does", () => {
    const claim = new LeaseClaim(options);
    const ours = claim.holding(lease({ leaseTransitions: 4, strategy: "x" }), noon);
    expect(claim.released(ours, noon + 1).spec).toEqual({
      holderIdentity: "",
      leaseDurationSeconds: 1,
      acquireTime: "2026-01-31T12:00:00.001000Z",
      renewTime: "2026-01-31T12:00:00.001000Z",
      leaseTransitions: 5,
      strategy: "x",
    });
    expect(claim.isIn(claim.released(ours, noon + 1))).toBe(false);
  });

  test("is in what it wrote, and not in what another process of the same name wrote", () => {
    const claim = new LeaseClaim(options);
    const namesake = new LeaseClaim(options);
    const first = claim.holding(undefined, noon);
    expect(claim.isIn(first)).toBe(true);
    expect(claim.isIn(claim.holding(first, noon + 1))).toBe(true);
    expect(namesake.isIn(first)).toBe(false);
    expect(claim.isIn(lease({ ...first.spec, holderIdentity: "you" }))).toBe(false);
    expect(claim.isIn(lease({ holderIdentity: "me" }))).toBe(false);
    expect(claim.isIn(lease({}))).toBe(false);
  });

  test("puts its labels beside those that are there", () => {
    const claim = new LeaseClaim({ ...options, labels: { b: "2" } });
    expect(claim.holding(lease({}), noon).metadata.labels).toEqual({ a: "1", b: "2" });
    expect(claim.holding(undefined, noon).metadata.labels).toEqual({ b: "2" });
  });
});
