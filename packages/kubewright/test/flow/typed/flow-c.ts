import {
  applied,
  away,
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
const selector = "app.kubernetes.io/instance=memcached-sample";

export const flowC: TypedFlow = {
  name: "C",
  claim: "the deploy-image plugin makes an operator that is complete, with its tests",
  steps: [
    ...newProject("kubewright init --domain=example.com --repo=github.com/example/memcached-operator"),
    {
      type: 'kubewright create api --group cache --version v1alpha1 --kind Memcached --image=memcached:1.4.36-alpine --image-container-command="memcached,-m=64,-o,modern,-v" --image-container-port="11211" --run-as-user="1001" --plugins="deploy-image/v1-alpha" --make=false',
      prints: [/created +test\/memcached-controller\.test\.ts\n/],
    },
    {
      type: "ls config/rbac",
      prints: ["memcached_admin_role.yaml\n", "memcached_editor_role.yaml\n", "memcached_viewer_role.yaml\n"],
    },
    { type: "make test", prints: [/Tests +\d+ passed/] },
    { type: `make build IMG=${operatorImage}` },
    ...deployed(),
    {
      type: "kubectl apply -k config/samples",
      prints: ["memcached.cache.example.com/memcached-sample created\n"],
    },
    ...running("memcached-sample", 1, selector),
    {
      type: "kubectl get memcached memcached-sample -o yaml",
      prints: [
        "- cache.example.com/finalizer\n",
        sentence("message: Deployment for custom resource (memcached-sample) with 1 replicas created successfully"),
        /status: "True"\n +type: Available\n/,
      ],
      until: true,
    },
    applied(apiVersion, "memcached-sample", 3, {
      prints: ["memcached.cache.example.com/memcached-sample configured\n"],
    }),
    ...running("memcached-sample", 3, selector),
    ...putBack("memcached-sample", 3),
    refused(apiVersion, 4, "less than or equal to 3"),
    refused(apiVersion, 0, "greater than or equal to 1"),
    { type: "kubectl delete memcached memcached-sample", prints: ['"memcached-sample" deleted'] },
    {
      type: "kubectl get events",
      prints: [
        /Warning +Deleting +memcached\/memcached-sample +Custom Resource memcached-sample is being deleted from the namespace default/,
      ],
      until: true,
    },
    nothingRuns(),
    ...away("make undeploy uninstall"),
  ],
};
