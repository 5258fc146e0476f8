import { editsOf } from "../user-edits.ts";
import {
  applied,
  away,
  crdCreated,
  deployed,
  newProject,
  nothingRuns,
  operatorImage,
  putBack,
  refused,
  running,
  sentence,
} from "./lines.ts";
import type { TypedFlow } from "./typed-flow.ts";

const apiVersion = "cache.example.com/v1alpha1";
const selector = "app.kubernetes.io/instance=my-memcached";
const controller = "src/controller/memcached-controller.ts";

export const flowB: TypedFlow = {
  name: "B",
  claim: "an operator with conditions and limits, as Kubebuilder's getting started makes it",
  steps: [
    ...newProject("kubewright init --domain=example.com"),
    {
      type: "kubewright create api --group cache --version v1alpha1 --kind Memcached",
      prints: [/created +src\/api\/v1alpha1\/memcached\.ts\n/],
    },
    { write: await editsOf("b") },
    { type: "make generate", prints: [/(created|updated|up to date)/] },
    { type: "make manifests", prints: ["updated config/crd/bases/cache.example.com_memcacheds.yaml\n"] },
    {
      type: "cat config/crd/bases/cache.example.com_memcacheds.yaml",
      prints: [
        /maximum: 3\n +minimum: 1\n/,
        /enum:\n +- "True"\n +- "False"\n +- Unknown\n/,
        "maxLength: 32768",
        "x-kubernetes-list-map-keys:\n",
      ],
    },
    { type: "ls config/samples", prints: ["cache_v1alpha1_memcached.yaml"] },
    { type: "make install", prints: [crdCreated] },

    // Without the rule for what it owns, the operator cannot work: deploy names the marker, and with it all is well. Before it leads, the
    // operator has not tried yet, and may be available for a moment.
    { type: `sed -i.saved /resources=deployments/d ${controller}` },
    { image: operatorImage },
    {
      type: `make deploy IMG=${operatorImage}`,
      code: 2,
      prints: [
        "memcached-operator-controller-manager may not ",
        "// +kubebuilder:rbac:groups=apps,resources=deployments,verbs=get;list;watch\n",
      ],
      until: true,
    },
    { type: `mv ${controller}.saved ${controller}` },
    ...deployed(),

    applied(apiVersion, "my-memcached", 3),
    { type: "kubectl get memcached my-memcached", prints: [/^my-memcached /m] },
    ...running("my-memcached", 3, selector),
    { type: "kubectl get deployments my-memcached", prints: [/^my-memcached +3\/3 /m], until: true },
    {
      type: "kubectl get memcached my-memcached -o yaml",
      prints: [
        sentence("message: Deployment for custom resource (my-memcached) with 3 replicas created successfully"),
        /reason: Reconciling\n +status: "True"\n +type: Available\n/,
      ],
      until: true,
    },
    ...putBack("my-memcached", 3),
    refused(apiVersion, 4, "less than or equal to 3"),
    refused(apiVersion, 0, "greater than or equal to 1"),
    { type: "kubectl delete memcached my-memcached", prints: ['"my-memcached" deleted'] },
    nothingRuns(),
    ...away("make undeploy uninstall"),
  ],
};
