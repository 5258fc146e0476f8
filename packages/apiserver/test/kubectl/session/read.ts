import { type KubectlSession, line } from "../command.ts";

const objects = `apiVersion: v1
kind: ConfigMap
metadata: {name: alpha, labels: {tier: front, team: a}}
data: {a: "1", text: "two\\nlines"}
---
apiVersion: v1
kind: ConfigMap
metadata: {name: beta, labels: {tier: back, team: a}, annotations: {note: here}}
---
apiVersion: v1
kind: ConfigMap
metadata: {name: gamma, labels: {tier: back}}
binaryData: {a: AAEC}
---
apiVersion: v1
kind: Secret
metadata: {name: hidden}
stringData: {password: secret}
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: web, labels: {app: web}}
spec:
  selector: {matchLabels: {app: web}}
  template: {metadata: {labels: {app: web}}, spec: {containers: [{name: main, image: "nginx:1"}, {name: side, image: "busybox:1"}]}}
---
apiVersion: v1
kind: Pod
metadata: {name: waiting, labels: {app: web}}
spec: {containers: [{name: main, image: "nginx:1"}]}
---
apiVersion: v1
kind: Pod
metadata: {name: placed, labels: {app: other}}
spec: {nodeName: somewhere, containers: [{name: main, image: "nginx:1"}]}
`;

export const readSession: KubectlSession = {
  name: "read",
  files: {
    "objects.yaml": objects,
    "columns.txt": "NAME            A\nmetadata.name   data.a\n",
    "name.template": "{{range .items}}{{.metadata.name}}\n{{end}}",
    "path.template": "{.items[*].metadata.name}",
  },
  commands: [
    line("create -f objects.yaml"),
    line("get configmap alpha"),
    line("get configmap alpha -o yaml"),
    line("get configmap alpha -o json"),
    line("get configmap alpha -o kyaml"),
    line("get configmap alpha -o name"),
    line("get configmap alpha -o wide"),
    line("get configmap alpha -o jsonpath={.data.a}"),
    line("get configmap alpha -o jsonpath-as-json={.data}"),
    line("get configmap -o jsonpath-file=path.template"),
    line("get configmap alpha -o custom-columns=NAME:.metadata.name,A:.data.a"),
    line("get configmap -o custom-columns-file=columns.txt"),
    line("get configmap alpha -o go-template={{.metadata.name}}"),
    line("get configmap -o go-template-file=name.template"),
    line("get configmap alpha -o template={{.metadata.labels}}"),
    line("get configmap alpha -o yaml --show-managed-fields"),
    line("get configmap alpha -o nothing"),
    line("get cm"),
    line("get cm -o yaml"),
    line("get cm -o json"),
    line("get cm -o name"),
    line("get cm --no-headers"),
    line("get cm --show-kind"),
    line("get cm --show-labels"),
    line("get cm -L team,tier"),
    line("get cm -l tier=back"),
    line("get cm -l 'tier in (back,front),team'"),
    line("get cm -l 'tier!=back'"),
    line("get cm -l '!team'"),
    line("get cm -l 'tier in'"),
    line("get cm --field-selector=metadata.name=beta"),
    line("get cm --field-selector=metadata.name!=beta"),
    line("get cm --field-selector=data.a=1"),
    line("get cm --sort-by=.metadata.name"),
    line("get cm --sort-by='{.data.a}'"),
    line("get cm --sort-by=.nothing"),
    line("get cm --chunk-size=1"),
    line("get cm --chunk-size=2 -o name"),
    line("get cm --server-print=false"),
    line("get cm alpha beta"),
    line("get cm alpha nobody"),
    line("get cm/alpha secret/hidden"),
    line("get cm,secret"),
    line("get cm,secret -o name"),
    line("get cm alpha --ignore-not-found"),
    line("get cm nobody --ignore-not-found"),
    line("get cm nobody"),
    line("get cm -n nowhere"),
    line("get cm -A -l team=a"),
    line("get -f objects.yaml"),
    line("get -f objects.yaml -o name"),
    line("get secret hidden -o jsonpath={.data}"),
    line("get secret --field-selector=type=Opaque"),
    line("get deployments"),
    line("get deployments -o wide"),
    line("get deploy.v1.apps web -o name"),
    line("get deployments.apps --show-labels"),
    line("get deployment web --subresource=scale"),
    line("get deployment web --subresource=status -o yaml"),
    line("get deployment web --subresource=scale -o yaml"),
    line("get cm alpha --subresource=scale"),
    line("get pods"),
    line("get pods -o wide"),
    line("get pods --field-selector=spec.nodeName=somewhere"),
    line("get pods --field-selector=status.phase=Pending,spec.nodeName="),
    line("get pods --field-selector=spec.image=a"),
    line("get pod waiting -o yaml"),
    line("get pod placed -o jsonpath='{.status.qosClass} {.spec.containers[0].image}'"),
    line("get pod waiting -o jsonpath={.nothing.here}"),
    line("get pod waiting --template={{.spec.nothing.here}}"),
    line("get all"),
    line("get nothing"),
    line("get pod nobody"),
    line("get pods/waiting extra"),
    line("get pods --as=nobody"),
    line("get pods --as=nobody --as-group=system:masters"),
    line("get pods --as=nobody --as-uid=1 --as-group=a -v=0"),
    line("get pods --token=wrong"),
    line("get --raw /api/v1/namespaces/read/configmaps?labelSelector=tier%3Dback&limit=1"),
    line("get --raw /api/v1/namespaces/read/configmaps/nobody"),
    line("get --raw /api/v1/namespaces/read/configmaps/alpha?pretty=true"),
    line("describe configmap alpha"),
    line("describe configmap"),
    line("describe cm -l tier=back"),
    line("describe cm nobody"),
    line("describe cm al"),
    line("cluster-info dump --namespaces=read --output-directory=dump"),
  ],
};
