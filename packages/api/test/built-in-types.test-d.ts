import type { IntOrString, Kind, LabelSelector, TemplateMeta } from "@kubewright/api";
import { Deployment } from "@kubewright/api/apps/v1";
import { SubjectAccessReview } from "@kubewright/api/authorization/v1";
import { Job } from "@kubewright/api/batch/v1";
import { Namespace, Pod, type PodSpec } from "@kubewright/api/core/v1";
import { expectTypeOf, test } from "vitest";

test("a kind is one name for a type and a value", () => {
  expectTypeOf(Deployment).toExtend<Kind<Deployment>>();
  const deployment = Deployment.of({
    metadata: { name: "web" },
    spec: { selector: { matchLabels: { app: "web" } }, template: { spec: { containers: [{ name: "web" }] } } },
  });
  expectTypeOf(deployment.apiVersion).toEqualTypeOf<"apps/v1">();
  expectTypeOf(deployment.metadata.name).toEqualTypeOf<string>();
  expectTypeOf(deployment.spec.selector).toEqualTypeOf<LabelSelector>();
  expectTypeOf(deployment.spec.template.metadata).toEqualTypeOf<TemplateMeta | undefined>();
  expectTypeOf(deployment.spec.template.spec).toEqualTypeOf<PodSpec | undefined>();
  expectTypeOf(deployment.spec.strategy?.rollingUpdate?.maxSurge).toEqualTypeOf<IntOrString | undefined>();
});

test("a spec with required fields is required, another is not", () => {
  // @ts-expect-error a pod without a spec has no containers
  Pod.of({ metadata: { name: "web" } });
  Namespace.of({ metadata: { name: "shop" } });
});

test("enums are checked", () => {
  // @ts-expect-error there is no such policy
  Pod.of({ metadata: { name: "web" }, spec: { containers: [{ name: "web" }], restartPolicy: "Sometimes" } });
});

test("an object needs a name or a prefix for one; a review needs neither", () => {
  const spec = { template: { spec: { containers: [{ name: "once" }] } } };
  // @ts-expect-error neither name nor generateName
  Job.of({ metadata: { labels: { app: "web" } }, spec });
  Job.of({ metadata: { generateName: "once-" }, spec });
  SubjectAccessReview.of({ spec: { user: "ann", resourceAttributes: { verb: "get", resource: "pods" } } });
});
