import type { KubeObject } from "@kubewright/api";
import type { DeleteOptions } from "@kubewright/client";
import { describe, expect, test } from "vitest";
import { isGone, isGoneAfter, outcomeOf } from "./deletion-outcome.ts";

type Metadata = Partial<KubeObject["metadata"]>;

const object = (kind: string, metadata: Metadata = {}, spec: object = {}): KubeObject & { spec: object } => ({
  apiVersion: "v1",
  kind,
  metadata: { name: "x", ...metadata },
  spec,
});
const deletionTimestamp = "2026-01-01T00:00:00Z";
const going = { deletionTimestamp };

/** As kube-apiserver 1.36 answers. */
describe("the object that a deletion is answered with", () => {
  test.each<{ name: string; answer: KubeObject; isGone: boolean }>([
    { name: "Service", answer: object("Service"), isGone: true },
    { name: "Pod without time left", answer: object("Pod", { ...going, deletionGracePeriodSeconds: 0 }), isGone: true },
    { name: "Pod with time left", answer: object("Pod", { ...going, deletionGracePeriodSeconds: 30 }), isGone: false },
    {
      name: "Pod with a finalizer",
      answer: object("Pod", { ...going, deletionGracePeriodSeconds: 0, finalizers: ["a/b"] }),
      isGone: false,
    },
    { name: "Namespace", answer: object("Namespace", going, { finalizers: ["kubernetes"] }), isGone: false },
    { name: "finalized Namespace", answer: object("Namespace", going, { finalizers: [] }), isGone: true },
    { name: "Widget with a field of that name", answer: object("Widget", going, { finalizers: ["x"] }), isGone: true },
    {
      name: "Widget with a finalizer",
      answer: object("Widget", { ...going, deletionGracePeriodSeconds: 0, finalizers: ["foregroundDeletion"] }),
      isGone: false,
    },
  ])("$name", ({ answer, isGone: expected }) => {
    expect(isGoneAfter({ object: answer })).toBe(expected);
  });

  test("is absent when it is gone", () => {
    expect(isGoneAfter({ uid: "u" })).toBe(true);
  });

  test("is gone after a write only when it was being deleted", () => {
    expect(isGone(object("Widget"))).toBe(false);
    expect(isGone(object("Widget", going))).toBe(true);
    expect(isGone(object("Widget", { ...going, finalizers: ["a/b"] }))).toBe(false);
  });
});

describe("what becomes of an object that deleteAllOf shows as it was", () => {
  const collected = { ...going, deletionGracePeriodSeconds: 0 };

  test.each<{ name: string; before: KubeObject; options?: DeleteOptions; outcome: string }>([
    { name: "ConfigMap", before: object("ConfigMap"), outcome: "gone" },
    { name: "finalizer", before: object("ConfigMap", { finalizers: ["a/b"] }), outcome: "kept" },
    { name: "Pod", before: object("Pod"), outcome: "kept" },
    { name: "Pod at once", before: object("Pod"), options: { gracePeriodSeconds: 0 }, outcome: "gone" },
    { name: "time for a ConfigMap", before: object("ConfigMap"), options: { gracePeriodSeconds: 9 }, outcome: "gone" },
    { name: "foreground", before: object("ConfigMap"), options: { propagationPolicy: "Foreground" }, outcome: "kept" },
    { name: "orphan", before: object("ConfigMap"), options: { propagationPolicy: "Orphan" }, outcome: "kept" },
    { name: "background", before: object("ConfigMap"), options: { propagationPolicy: "Background" }, outcome: "gone" },
    { name: "going", before: object("Widget", { ...collected, finalizers: ["a/b"] }), outcome: "unchanged" },
    {
      name: "going, foreground again",
      before: object("Widget", { ...collected, finalizers: ["foregroundDeletion"] }),
      options: { propagationPolicy: "Foreground" },
      outcome: "unchanged",
    },
    {
      name: "going, now orphan",
      before: object("Widget", { ...collected, finalizers: ["foregroundDeletion"] }),
      options: { propagationPolicy: "Orphan" },
      outcome: "kept",
    },
    {
      name: "going, now background",
      before: object("Widget", { ...collected, finalizers: ["foregroundDeletion"] }),
      options: { propagationPolicy: "Background" },
      outcome: "kept",
    },
    {
      name: "going Pod, less time",
      before: object("Pod", { ...going, deletionGracePeriodSeconds: 30 }),
      options: { gracePeriodSeconds: 5 },
      outcome: "kept",
    },
    {
      name: "going Pod, no time",
      before: object("Pod", { ...going, deletionGracePeriodSeconds: 30 }),
      options: { gracePeriodSeconds: 0 },
      outcome: "gone",
    },
    {
      name: "going Pod with a finalizer, no time",
      before: object("Pod", { ...going, deletionGracePeriodSeconds: 30, finalizers: ["a/b"] }),
      options: { gracePeriodSeconds: 0 },
      outcome: "kept",
    },
    {
      name: "going Pod, more time",
      before: object("Pod", { ...going, deletionGracePeriodSeconds: 30 }),
      options: { gracePeriodSeconds: 60 },
      outcome: "unchanged",
    },
  ])("$name: $outcome", ({ before, options = {}, outcome }) => {
    expect(outcomeOf(before, options)).toBe(outcome);
  });
});
