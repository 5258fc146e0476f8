import { editsOf } from "../user-edits.ts";
import {
  applied,
  away,
  crdCreated,
  deployed,
  newProject,
  nodesTold,
  nothingRuns,
  putBack,
  refused,
  running,
  started,
  stopped,
} from "./lines.ts";
import type { TypedFlow, TypedLine } from "./typed-flow.ts";

const apiVersion = "cache.example.com/v1alpha1";
const selector = "memcached_cr=example-memcached";

/** A command of the older tool, and today's. */
function old(command: string, ...today: string[]): TypedLine {
  return {
    type: `kubewright ${command}`,
    code: 2,
    prints: ["is a command of an older tool; today it is:\n", ...today],
  };
}

export const flowE: TypedFlow = {
  name: "E",
  claim: "the same operator runs in the cluster or out of it, and the older tool's commands are answered",
  steps: [
    old("new memcached-operator --dep-manager=dep", "mkdir memcached-operator", "kubewright init --domain example.com"),
    ...newProject("kubewright init --domain example.com"),
    old(
      "add api --api-version=cache.example.com/v1alpha1 --kind=Memcached",
      "kubewright create api --group cache --version v1alpha1 --kind Memcached\n",
    ),
    { type: "kubewright create api --group cache --version v1alpha1 --kind Memcached" },
    old(
      "add controller --api-version=cache.example.com/v1alpha1 --kind=Memcached",
      "kubewright create api --group cache --version v1alpha1 --kind Memcached --resource=false --controller\n",
    ),
    { write: await editsOf("e") },
    old("generate k8s", "kubewright generate\n"),
    { type: "make generate manifests" },
    old(
      "build example.com/memcached-operator:v0.0.1",
      "kubewright image --image example.com/memcached-operator:v0.0.1 --push\n",
      "kubewright deploy --image example.com/memcached-operator:v0.0.1 ",
    ),
    old(
      "up local --namespace=default --kubeconfig=./kubeconfig",
      "kubewright run --namespace default --kubeconfig ./kubeconfig\n",
    ),
    { type: "make install", prints: [crdCreated] },

    // Out of the cluster, for one namespace.
    { type: "cp $KUBECONFIG copy.kubeconfig" },
    ...started("kubewright run --namespace default --kubeconfig copy.kubeconfig $ARGS"),
    { type: "cat run.log", prints: [", namespace default. "] },
    applied(apiVersion, "example-memcached", 3),
    ...running("example-memcached", 3, selector),
    { type: "kubectl create namespace elsewhere" },
    applied(apiVersion, "not-seen\n  namespace: elsewhere", 1, { prints: [/created/] }),
    ...nodesTold("example-memcached", 3),
    { type: "kubectl get deployments -n elsewhere", prints: ["No resources found"] },
    { type: "kubectl delete namespace elsewhere", prints: ["deleted"] },
    { type: "kubectl delete memcached example-memcached", prints: ["deleted"] },
    nothingRuns(),
    ...stopped(),

    // In the cluster.
    ...deployed(),
    applied(apiVersion, "example-memcached", 3),
    ...running("example-memcached", 3, selector),
    {
      type: "kubectl get deployment -A",
      prints: [/ memcached-operator-controller-manager +1\/1 /, / example-memcached +3\/3 /],
      until: true,
    },
    ...nodesTold("example-memcached", 3),
    { type: "kubectl get memcached/example-memcached -o yaml", prints: [/^status:\n {2}nodes:\n/m] },
    ...putBack("example-memcached", 3),
    refused(apiVersion, 6, "less than or equal to 5"),
    { type: "kubectl delete memcached example-memcached", prints: ["deleted"] },
    nothingRuns(),
    ...away("make undeploy uninstall"),
  ],
};
