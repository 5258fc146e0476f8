import { type KubectlSession, line } from "../command.ts";

const node = (name: string) => `apiVersion: v1
kind: Node
metadata: {name: ${name}, labels: {kubernetes.io/hostname: ${name}, node-role.kubernetes.io/worker: ""}}
spec: {podCIDR: 10.2.0.0/24}
`;

const status = JSON.stringify({
  status: {
    capacity: { cpu: "2", memory: "4Gi", pods: "110" },
    allocatable: { cpu: "1900m", memory: "3Gi", pods: "110" },
    conditions: [{ type: "Ready", status: "True", reason: "KubeletReady", message: "it runs" }],
    addresses: [
      { type: "InternalIP", address: "192.168.0.1" },
      { type: "Hostname", address: "worker" },
    ],
    nodeInfo: {
      machineID: "m",
      systemUUID: "s",
      bootID: "b",
      kernelVersion: "6.1",
      osImage: "Linux",
      containerRuntimeVersion: "containerd://2.0.0",
      kubeletVersion: "v1.36.3",
      kubeProxyVersion: "",
      operatingSystem: "linux",
      architecture: "amd64",
    },
  },
});

const pod = (name: string, more: string) => `apiVersion: v1
kind: Pod
metadata: {name: ${name}, labels: {app: ${name}}}
spec: {${more} containers: [{name: main, image: "nginx:1", resources: {requests: {cpu: 100m}}}]}
`;

const binding =
  '{"apiVersion":"v1","kind":"Binding","metadata":{"name":"free"},"target":{"apiVersion":"v1","kind":"Node","name":"worker"}}';

const running = JSON.stringify({
  status: {
    phase: "Running",
    podIP: "10.2.0.9",
    podIPs: [{ ip: "10.2.0.9" }],
    hostIP: "192.168.0.1",
    startTime: "2020-01-01T00:00:00Z",
    conditions: [{ type: "Ready", status: "True" }],
    containerStatuses: [
      {
        name: "main",
        ready: true,
        restartCount: 2,
        image: "nginx:1",
        imageID: "x",
        containerID: "containerd://1",
        state: { running: { startedAt: "2020-01-01T00:00:00Z" } },
        lastState: {
          terminated: {
            exitCode: 1,
            reason: "Error",
            startedAt: "2020-01-01T00:00:00Z",
            finishedAt: "2020-01-01T00:01:00Z",
          },
        },
      },
    ],
  },
});

/** Nodes that no kubelet runs, and what is asked of pods on them. */
export const nodeSession: KubectlSession = {
  name: "node",
  commands: [
    line("create -f -", { input: [node("worker"), node("spare")].join("---\n") }),
    line(`patch node worker --subresource=status -p '${status}'`),
    line("get nodes"),
    line("get nodes -o wide"),
    line("get node worker -o yaml"),
    line("cordon worker"),
    line("cordon worker"),
    line("get node worker"),
    line("uncordon worker"),
    line("cordon nobody"),
    line("cordon -l kubernetes.io/hostname=spare --dry-run=server"),
    line("taint node worker key=value:NoSchedule"),
    line("taint node worker key=value:NoSchedule"),
    line("taint node worker key=other:NoSchedule --overwrite"),
    line("taint node worker key=other:Sometimes"),
    line("taint node worker key:NoSchedule-"),
    line("taint node worker key-"),
    line("taint nodes --all a=b:NoExecute"),
    line("label node worker disk=fast"),
    line("create -f -", {
      input: [pod("first", "nodeName: worker,"), pod("second", "nodeName: worker,"), pod("free", "")].join("---\n"),
    }),
    line("create --raw /api/v1/namespaces/node/pods/free/binding -f -", { input: binding }),
    line("create --raw /api/v1/namespaces/node/pods/free/binding -f -", { input: binding }),
    line(`patch pod first --subresource=status -p '${running}'`),
    line("get pods -o wide"),
    line("get pod first -o yaml --show-managed-fields"),
    line("describe pod first"),
    line("describe node worker"),
    line("logs first"),
    line("logs nobody"),
    line("logs first -c nobody"),
    line("logs deployment/nobody"),
    line("logs first --previous --tail=5"),
    line("logs -l app=none"),
    line("exec free -- date"),
    line("exec nobody -- date"),
    line("attach nobody"),
    line("port-forward nobody 8080:80"),
    line("cp nobody:/a b"),
    line("debug free --image=busybox -c looker"),
    line("get pod free -o jsonpath={.spec.ephemeralContainers}"),
    line("debug free --image=busybox -c looker"),
    line("debug free --image=busybox --copy-to=copy --container=looker"),
    line("get pod copy -o yaml"),
    line("logs copy"),
    line("logs copy --all-containers --prefix"),
    line("exec copy -- date"),
    line("attach copy -c main"),
    line("port-forward copy 8080:80"),
    line("cp copy:/a b"),
    line("debug nobody --image=busybox"),
    line("debug node/worker --image=busybox"),
    line("drain worker"),
    line("drain worker --force --dry-run=server --pod-selector=app=first --timeout=2s"),
    line("drain worker --force --pod-selector=app=second --timeout=2s"),
    line("drain worker --force --disable-eviction --timeout=2s"),
    line("create pdb first --selector=app=first --min-available=1"),
    line("get pdb first"),
    line("drain spare"),
    line("get nodes"),
    line(
      "get pods -o jsonpath='{range .items[*]}{.metadata.name} {.metadata.deletionGracePeriodSeconds}{\"\\n\"}{end}'",
    ),
    line("delete pods --all --force --grace-period=0"),
    line("delete node worker spare"),
    line("top node worker"),
  ],
};
