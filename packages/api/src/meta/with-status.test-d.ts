import { expectTypeOf } from "vitest";
import type { Deployment } from "../types/apps/v1.ts";
import type { CustomResource, DynamicObject, KubeObject } from "./object.ts";
import { type StatusOf, withStatus } from "./with-status.ts";

interface Website extends CustomResource<{ domain: string }, { readyReplicas: number; url?: string }> {}
declare const website: Website;
declare const deployment: Deployment;
declare const dynamic: DynamicObject;
declare const anything: KubeObject;
declare const plain: CustomResource<{ domain: string }>;
declare const maybe: { readyReplicas: number } | undefined;
// As client.status.update takes it.
declare function update<T extends KubeObject>(object: T): T;

expectTypeOf(withStatus(website, { readyReplicas: 1 })).toEqualTypeOf<Website>();
expectTypeOf(update(withStatus(website, { readyReplicas: 1, url: "a" }))).toEqualTypeOf<Website>();
expectTypeOf(withStatus(deployment, { readyReplicas: 1 })).toEqualTypeOf<Deployment>();
expectTypeOf(withStatus(dynamic, { whatever: 1 })).toEqualTypeOf<DynamicObject>();
expectTypeOf<StatusOf<KubeObject>>().toBeNever();

// @ts-expect-error: a field with a typo
update(withStatus(website, { redyReplicas: 1 }));
// @ts-expect-error: a field with a typo, beside what is needed
update(withStatus(website, { readyReplicas: 1, ulr: "a" }));
// @ts-expect-error: a field of another type
withStatus(website, { readyReplicas: "x" });
// @ts-expect-error: a field that built-in kinds do not have
withStatus(deployment, { redyReplicas: 1 });
// @ts-expect-error: no status at all
withStatus(website, maybe);
// @ts-expect-error: a kind without a status
withStatus(plain, { ready: 1 });
// @ts-expect-error: a kind that is not known
withStatus(anything, { ready: 1 });
