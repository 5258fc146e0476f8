import { type KubectlSession, line } from "../command.ts";

const web = `apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
  labels: {app: web, part: web}
spec:
  replicas: 2
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec:
      containers:
      - name: main
        image: nginx:1.27
        ports: [{containerPort: 80}]
        env: [{name: A, value: "1"}, {name: B, value: "2"}]
        resources: {requests: {cpu: 100m, memory: 64Mi}}
---
apiVersion: v1
kind: Service
metadata: {name: web, labels: {part: web}}
spec:
  selector: {app: web}
  ports: [{port: 80}]
---
apiVersion: v1
kind: ConfigMap
metadata: {name: settings, labels: {part: web}}
data: {mode: fast}
`;

const changed = web
  .replace("replicas: 2", "replicas: 4")
  .replace("mode: fast", "mode: slow")
  .replace('{name: A, value: "1"}, ', "");

const pod = `apiVersion: v1
kind: Pod
metadata: {name: lone, labels: {app: lone}}
spec:
  containers:
  - {name: main, image: "busybox:1", command: [sleep, "60"], env: [{name: A, value: "1"}]}
`;

const set = (image: string) => pod.replace("busybox:1", image);

export const applySession: KubectlSession = {
  name: "apply",
  files: {
    "base/kustomization.yaml": "resources: [pod.yaml]\nnamePrefix: k-\nlabels: [{pairs: {by: kustomize}}]\n",
    "base/pod.yaml": pod,
    "folder/a.yaml": "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: from-a}\n",
    "folder/deep/b.json": '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"from-b"}}',
  },
  commands: [
    line("diff -f -", { input: web }),
    line("apply -f - --dry-run=client", { input: web }),
    line("apply -f - --dry-run=server", { input: web }),
    line("apply -f -", { input: web }),
    line("apply -f -", { input: web }),
    line("get deployment,service,configmap -l part=web -o yaml --show-managed-fields"),
    line("diff -f -", { input: web }),
    line("diff -f -", { input: changed }),
    line("diff -f - --server-side", { input: changed }),
    line("apply -f - --dry-run=server -o yaml", { input: changed }),
    line("apply -f -", { input: changed }),
    line("get deployment,service,configmap -l part=web -o yaml"),
    line("apply view-last-applied configmap/settings"),
    line("apply set-last-applied -f - --create-annotation", {
      input: "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: settings}\ndata: {mode: other}\n",
    }),
    line("apply edit-last-applied configmap/settings", { env: { KUBE_EDITOR: "sed -i s/other/edited/" } }),
    line("apply view-last-applied configmap/settings -o json"),
    line("apply -f - --prune -l part=web --prune-allowlist=core/v1/ConfigMap", {
      input: web.split("---\n").slice(0, 2).join("---\n"),
    }),
    line("get configmap settings"),
    line("apply -f - -o name", { input: web }),
    line("apply -R -f folder"),
    line("apply -f folder"),
    line("apply -k base"),
    line("diff -k base"),
    line("apply -f - --server-side", { input: pod }),
    line("apply -f - --server-side", { input: pod }),
    line("apply -f - --server-side", { input: set("busybox:2") }),
    line("apply -f - --server-side --field-manager=other", { input: set("busybox:3") }),
    line("apply -f - --server-side --field-manager=other --force-conflicts", { input: set("busybox:3") }),
    line("apply -f - --server-side --field-manager=other --dry-run=server -o yaml --show-managed-fields", {
      input: set("busybox:4"),
    }),
    line("get pod lone -o yaml --show-managed-fields"),
    line("apply -f -", { input: set("busybox:5") }),
    line("apply -f - --server-side", { input: web }),
    line("apply -f - --server-side --force-conflicts", { input: web }),
    line("get deployment web -o yaml --show-managed-fields"),
    line("apply -f - --validate=strict", { input: pod.replace("command:", "comand:") }),
    line("apply -f - --validate=warn --server-side", { input: pod.replace("command:", "comand:") }),
    line("apply -f - --server-side", { input: pod.replace("command:", "comand:") }),
    line("apply -f -", { input: pod.replace("sleep", "wait") }),
    line("apply -f -", { input: web.replace("{matchLabels: {app: web}}", "{matchLabels: {app: other}}") }),
    line("apply -f -", { input: web.replace("port: 80", "port: 99999") }),
    line("apply -f -", { input: web.replace("cpu: 100m", "cpu: lots") }),
    line("apply -f -", { input: web.replace("replicas: 2", "replicas: two") }),
    line("apply -f - --server-side", { input: web.replace("replicas: 2", "replicas: two") }),
    line("apply -f -", { input: pod.replace("name: lone,", "") }),
    line("apply -f -", { input: "apiVersion: v1\nkind: ConfigMap\nmetadata: {generateName: made-}\n" }),
    line("apply -f - --force", { input: pod.replace("sleep", "wait") }),
    line("apply -f - --namespace=other", {
      input: "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a, namespace: apply}\n",
    }),
    line("apply -f nothing.yaml"),
    line("create configmap plain --from-literal=a=1"),
    line("apply -f -", { input: "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: plain}\ndata: {a: '2'}\n" }),
    line("create configmap server --from-literal=a=1"),
    line("apply -f - --server-side", {
      input: "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: server}\ndata: {a: '2'}\n",
    }),
    line("apply -f - --prune --applyset=configmaps/set", {
      input: "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: member}\n",
      env: { KUBECTL_APPLYSET: "true" },
    }),
    line("apply -f - --prune --applyset=configmaps/set", {
      input: "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: successor}\n",
      env: { KUBECTL_APPLYSET: "true" },
    }),
    line("get configmaps -o yaml"),
  ],
};
