import { defineKind, type KubeObject, type MetadataObject, metadataOf } from "@kubewright/api";
import { expectTypeOf, test } from "vitest";
import { enqueueMapped } from "../trigger/handler.ts";
import { generationChanged, select } from "../trigger/predicate.ts";
import type { ControllerBuilder } from "./controller-builder.ts";
import { reconcileObject } from "./reconcile-object.ts";
import type { ReconcileContext, Reconciler } from "./reconciler.ts";
import { Result } from "./result.ts";
import { withFinalizer } from "./with-finalizer.ts";

interface Secret extends KubeObject {
  data?: Record<string, string>;
}
const Secret = defineKind<Secret>({ group: "", version: "v1", kind: "Secret" });

declare const builder: ControllerBuilder;

test("handlers and predicates see the type of the kind", () => {
  builder.watches(
    Secret,
    enqueueMapped((secret) => {
      expectTypeOf(secret).toEqualTypeOf<Secret>();
      return [{ namespace: "shop", name: Object.keys(secret.data ?? {}).join("-") }];
    }),
    { predicates: [generationChanged(), select((secret) => secret.data)] },
  );
  builder.watches(Secret, (event) => {
    expectTypeOf(event.object).toEqualTypeOf<Secret>();
    return [];
  });
  builder.for(Secret, { predicates: [({ object }) => object.data !== undefined, generationChanged()] });
  builder.owns(Secret, { onlyController: false, predicates: [select((secret) => secret.data)] });
});

test("where only the metadata is watched, only the metadata is there", () => {
  builder.watches(
    Secret,
    enqueueMapped((secret) => {
      expectTypeOf(secret).toEqualTypeOf<MetadataObject>();
      return [secret.metadata];
    }),
    { metadataOnly: true },
  );
  builder.watches(
    metadataOf(Secret),
    enqueueMapped((secret) => {
      expectTypeOf(secret).toEqualTypeOf<MetadataObject>();
      return [secret.metadata];
    }),
  );
  // @ts-expect-error: there is no data in metadata.
  builder.for(Secret, { metadataOnly: true, predicates: [({ object }) => object.data !== undefined] });
});

test("reconcilers are functions, objects and classes, which may return nothing", () => {
  class SecretReconciler implements Reconciler {
    async reconcile({ key }: ReconcileContext): Promise<Result> {
      return key.name === "" ? Result.done() : Result.requeueAfter(1000);
    }
  }
  class QuietReconciler implements Reconciler {
    async reconcile(): Promise<void> {}
  }
  builder.reconcile(new SecretReconciler());
  builder.reconcile(new QuietReconciler());
  builder.reconcile(async ({ client, key, signal }) => {
    const secret = await client.find(Secret, key, { signal });
    if (secret === undefined) return;
    return Result.requeueAfter(5);
  });
  builder.reconcile(async () => {});
  builder.reconcile(
    reconcileObject(Secret, async (secret) => {
      expectTypeOf(secret).toEqualTypeOf<Secret>();
    }),
  );
  builder.reconcile(
    withFinalizer({
      kind: Secret,
      finalizer: "example.com/secret",
      reconcile: async (secret) => {
        expectTypeOf(secret).toEqualTypeOf<Secret>();
      },
      cleanup: async (secret, { log }) => {
        log.info({ keys: Object.keys(secret.data ?? {}).length }, "cleaning up");
        return Result.done();
      },
    }),
  );
  // @ts-expect-error: that is no result.
  builder.reconcile(async () => 5);
});
