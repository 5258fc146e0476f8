import { type CustomResource, type DynamicObject, defineKind } from "@kubewright/api";
import { Deployment } from "@kubewright/api/apps/v1";
import { expectTypeOf } from "vitest";
import type { Environment } from "../environment/environment.ts";

interface Tea extends CustomResource<{ minutes: number }, { state?: "Ready" | "Cold" }> {}
const Tea = defineKind<Tea>({ group: "kitchen.example.com", version: "v1", kind: "Tea" });
const Any = defineKind<DynamicObject>({ group: "kitchen.example.com", version: "v1", kind: "Any" });

export async function use({ eventually }: Environment): Promise<void> {
  expectTypeOf(await eventually(Tea, "assam")).toEqualTypeOf<Tea>();
  expectTypeOf(await eventually(Tea, "assam", { status: { state: "Ready" } })).toEqualTypeOf<Tea>();
  await eventually(Tea, "assam", ({ spec }) => spec.minutes > 3);
  await eventually(Tea, "assam", { metadata: { name: /^a/, deletionTimestamp: undefined }, status: { state: null } });
  await eventually(Any, "thing", { spec: { anything: 1 } });
  await eventually(Deployment, "web", {
    spec: { template: { spec: { containers: [{ name: "web", image: /^web:/ }] } } },
    status: { conditions: [{ type: "Available", status: "True" }] },
  });
  expectTypeOf(await eventually(async () => 5)).toEqualTypeOf<number>();

  // @ts-expect-error: it has no such state
  await eventually(Tea, "assam", { status: { state: "Hot" } });
  // @ts-expect-error: it is misspelled
  await eventually(Tea, "assam", { stauts: {} });
  // @ts-expect-error: minutes are a number
  await eventually(Tea, "assam", ({ spec }) => spec.minutes.length);
  // @ts-expect-error: conditions are a list
  await eventually(Deployment, "web", { status: { conditions: { type: "Available" } } });
}
