import { editsOf } from "../user-edits.ts";
import {
  applied,
  away,
  crdCreated,
  deployed,
  edited,
  newProject,
  nodesTold,
  nothingRuns,
  refused,
  running,
  started,
  stopped,
} from "./lines.ts";
import type { TypedFlow } from "./typed-flow.ts";

const apiVersion = "cache.example.com/v1alpha1";
const selector = "memcached_cr=memcached-sample";
const controller = "src/controller/memcached-controller.ts";

export const flowD: TypedFlow = {
  name: "D",
  claim: "an operator that runs on the laptop heals and scales what it made, and is told what it may not do",
  steps: [
    ...newProject("kubewright init --domain example.com --repo github.com/example/memcached-operator"),
    { type: "kubewright create api --group cache --version v1alpha1 --kind Memcached --resource --controller" },
    { write: await editsOf("d") },
    { type: "make install", prints: [crdCreated] },
    ...started("make run"),
    applied(apiVersion, "memcached-sample", 3),
    ...running("memcached-sample", 3, selector),
    ...nodesTold("memcached-sample", 3),

    { type: `pod=$(kubectl get pods -l ${selector} -o name | head -1); kubectl delete $pod`, prints: ["deleted"] },
    {
      type: `kubectl get memcached memcached-sample -o yaml | tee nodes; ! grep -q "\${pod#pod/}" nodes`,
      prints: [/nodes:\n( +- memcached-sample-\S+\n){3}/],
      until: true,
    },
    ...running("memcached-sample", 3, selector),

    edited("memcached-sample", 3, 5),
    ...running("memcached-sample", 5, selector),
    ...nodesTold("memcached-sample", 5),

    refused(apiVersion, 6, "less than or equal to 5"),
    refused(apiVersion, 0, "greater than or equal to 1"),
    {
      type: `kubectl patch memcached memcached-sample --type merge -p '{"spec":{"size":6}}'`,
      code: 1,
      prints: ["spec.size: Invalid value: 6: spec.size in body should be less than or equal to 5"],
    },
    { type: "kubectl delete memcached memcached-sample", prints: ["deleted"] },
    nothingRuns(),
    ...stopped(),

    // In the cluster it has only what its markers ask for.
    { type: `sed -i "/memcacheds.status/d" ${controller}` },
    ...deployed(),
    applied(apiVersion, "memcached-sample", 1),
    {
      type: "kubectl logs -n memcached-operator-system deployment/memcached-operator-controller-manager",
      prints: [
        "reconciler error: a permission is missing",
        '"code":403',
        "// +kubebuilder:rbac:groups=cache.example.com,resources=memcacheds/status,verbs=update",
      ],
      until: true,
    },
    ...away("make undeploy uninstall"),
  ],
};
