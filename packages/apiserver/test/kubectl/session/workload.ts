import { type KubectlSession, line } from "../command.ts";

const workload = (kind: string, name: string, more = "") => `apiVersion: apps/v1
kind: ${kind}
metadata: {name: ${name}, labels: {app: ${name}}}
spec:
  ${more}
  selector: {matchLabels: {app: ${name}}}
  template: {metadata: {labels: {app: ${name}}}, spec: {containers: [{name: main, image: "nginx:1", ports: [{containerPort: 80}]}]}}
`;

const objects = [
  workload("Deployment", "web", "replicas: 2"),
  workload("StatefulSet", "store", "serviceName: store"),
  workload("DaemonSet", "agent"),
  workload("ReplicaSet", "set"),
].join("---\n");

const done = (counts: Record<string, number>) =>
  `'${JSON.stringify({ status: { observedGeneration: 1, ...counts } })}'`;

/** What needs controllers in a cluster: there are none here, and statuses are set by hand. */
export const workloadSession: KubectlSession = {
  name: "workload",
  commands: [
    line("create -f -", { input: objects }),
    line("get deployment,statefulset,daemonset,replicaset"),
    line("rollout status deployment/web --watch=false"),
    line("rollout status deployment/web --timeout=2s"),
    line("rollout status statefulset/store --watch=false"),
    line("rollout status daemonset/agent --watch=false"),
    line("rollout status replicaset/set"),
    line(
      `patch deployment web --subresource=status -p ${done({ replicas: 2, updatedReplicas: 2, readyReplicas: 2, availableReplicas: 2 })}`,
    ),
    line("rollout status deployment/web"),
    line(
      `patch statefulset store --subresource=status -p ${done({ replicas: 1, updatedReplicas: 1, readyReplicas: 1, availableReplicas: 1, currentReplicas: 1 })}`,
    ),
    line("rollout status statefulset/store"),
    line(
      `patch daemonset agent --subresource=status -p ${done({ currentNumberScheduled: 1, numberMisscheduled: 0, desiredNumberScheduled: 1, numberReady: 1, updatedNumberScheduled: 1, numberAvailable: 1 })}`,
    ),
    line("rollout status daemonset/agent"),
    line("get deployment,statefulset,daemonset,replicaset -o wide"),
    line("rollout history deployment web"),
    line("rollout history statefulset store"),
    line("rollout history deployment web --revision=2"),
    line("rollout undo deployment web"),
    line("rollout undo statefulset store"),
    line("rollout pause deployment web"),
    line("rollout pause deployment web"),
    line("rollout undo deployment web"),
    line("rollout resume deployment web"),
    line("rollout resume deployment web"),
    line("rollout pause statefulset store"),
    line("rollout restart deployment web"),
    line("rollout restart statefulset,daemonset"),
    line("get deployment web -o jsonpath='{.metadata.generation} {.status}'"),
    line("scale statefulset/store rs/set --replicas=3"),
    line("scale --replicas=4 -l app=set rs"),
    line("autoscale statefulset store --max=3"),
    line("autoscale daemonset agent --max=3"),
    line("set image statefulset/store main=nginx:2"),
    line("set selector service nobody a=b"),
    line('patch statefulset store -p \'{"spec":{"serviceName":"other"}}\''),
    line('patch replicaset set -p \'{"spec":{"selector":{"matchLabels":{"x":"y"}}}}\''),
    line('patch daemonset agent -p \'{"spec":{"updateStrategy":{"type":"Sometimes"}}}\''),
    line("expose rs set --port=80"),
    line("describe deployment,statefulset,daemonset,replicaset"),
    line("create deployment gone --image=nginx"),
    line("create pdb web --selector=app=web --min-available=1"),
    line("get pdb web -o yaml"),
    line("delete deployment web --cascade=orphan --wait=false"),
    line("delete deployment gone --cascade=foreground --wait=false"),
    line("get deployment gone -o jsonpath={.metadata.finalizers}"),
    line("delete statefulset,daemonset,replicaset --all"),
    line("get all"),
  ],
};
