import { editsOf } from "../user-edits.ts";
import {
  away,
  crdCreated,
  deployed,
  newProject,
  nodesTold,
  nothingRuns,
  putBack,
  refused,
  running,
  sampleOf,
} from "./lines.ts";
import type { TypedFlow } from "./typed-flow.ts";

const v1 = sampleOf("v1", 3);
const deployment = "kubectl get deployment memcached-sample -o jsonpath=";

export const flowA: TypedFlow = {
  name: "A",
  claim: "an operator whose status has the names of its pods, as the Operator SDK's tutorial makes it",
  steps: [
    ...newProject("kubewright init --domain example.com --repo github.com/example/memcached-operator"),
    {
      type: "kubewright create api --group cache --version v1 --kind Memcached --resource --controller",
      prints: [/created +src\/api\/v1\/memcached\.ts\n/, /created +src\/controller\/memcached-controller\.ts\n/],
    },
    { write: await editsOf("a") },
    {
      type: "make manifests",
      prints: ["updated config/crd/bases/cache.example.com_memcacheds.yaml\n", "updated config/rbac/role.yaml\n"],
    },
    {
      type: "cat config/crd/bases/cache.example.com_memcacheds.yaml",
      prints: [
        /size:\n[^-]* minimum: 1\n/,
        /nodes:\n(.*\n){0,3} +items:\n +type: string\n/,
        /subresources:\n +status: \{\}/,
      ],
    },
    { type: "make install", prints: [crdCreated] },
    ...deployed(),
    v1.edit,
    { type: `kubectl apply -f ${v1.file}`, prints: ["memcached.cache.example.com/memcached-sample created\n"] },
    ...running("memcached-sample", 3, "app=memcached,memcached_cr=memcached-sample"),
    ...nodesTold("memcached-sample", 3),
    {
      type: `${deployment}'{.spec.template.spec.containers[0].image} {.spec.template.spec.containers[0].command} {.spec.template.spec.containers[0].ports[0]}'`,
      prints: [
        'memcached:1.4.36-alpine ["memcached","-m=64","-o","modern","-v"] ',
        '"containerPort":11211',
        '"name":"memcached"',
      ],
    },
    {
      type: `${deployment}'{.metadata.ownerReferences[0].kind}/{.metadata.ownerReferences[0].name} {.metadata.ownerReferences[0].controller}'`,
      prints: ["Memcached/memcached-sample true"],
    },
    ...putBack("memcached-sample", 3),
    refused("cache.example.com/v1", 0, "greater than or equal to 1"),
    { type: `kubectl delete -f ${v1.file}`, prints: ['"memcached-sample" deleted'] },
    nothingRuns(),
    ...away("make undeploy uninstall"),
  ],
};
