import { type KubectlSession, line } from "../command.ts";

const objects = `apiVersion: v1
kind: ConfigMap
metadata: {name: settings, labels: {kind: settings}}
data: {mode: slow}
---
apiVersion: v1
kind: ConfigMap
metadata: {name: more, labels: {kind: settings}}
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: web, labels: {app: web}}
spec:
  selector: {matchLabels: {app: web}}
  template: {metadata: {labels: {app: web}}, spec: {containers: [{name: main, image: "nginx:1"}]}}
---
apiVersion: v1
kind: Pod
metadata: {name: lone}
spec: {containers: [{name: main, image: "nginx:1"}]}
`;

const settings = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: settings}\ndata: {mode: replaced}\n";
const image = '{"spec":{"template":{"spec":{"containers":[{"name":"main","image":"nginx:2"}]}}}}';

export const changeSession: KubectlSession = {
  name: "change",
  files: { "patch.yaml": "data: {from: file}\n" },
  commands: [
    line("create -f -", { input: objects }),
    line('patch configmap settings --type=merge -p \'{"data":{"x":"y"}}\''),
    line('patch configmap settings --type=merge -p \'{"data":{"x":"y"}}\''),
    line(`patch deployment web -p '${image}'`),
    line('patch deployment web -p \'{"spec":{"template":{"spec":{"containers":[{"image":"nginx:2"}]}}}}\''),
    line(
      'patch deployment web -p \'{"spec":{"template":{"spec":{"containers":[{"name":"side","image":"b"},{"$patch":"delete","name":"main"}]}}}}\' -o yaml',
    ),
    line('patch configmap settings --type=json -p \'[{"op":"remove","path":"/data/x"}]\''),
    line('patch configmap settings --type=json -p \'[{"op":"remove","path":"/data/x"}]\''),
    line('patch configmap settings --type=json -p \'[{"op":"test","path":"/data/mode","value":"fast"}]\''),
    line('patch configmap settings --type=json -p \'{"op":"remove"}\''),
    line("patch configmap settings --patch-file=patch.yaml"),
    line("patch configmap settings --type=merge -p '{'"),
    line("patch configmap settings --type=nothing -p '{}'"),
    line('patch configmap nobody -p \'{"data":{"x":"y"}}\''),
    line('patch configmap settings -p \'{"data":{"x":1}}\''),
    line('patch configmap settings -p \'{"metadata":{"name":"other"}}\''),
    line('patch configmap settings -p \'{"metadata":{"resourceVersion":"1"}}\''),
    line("patch configmap settings -p '{\"nothing\":1}'"),
    line('patch configmap settings -p \'{"data":{"dry":"run"}}\' --dry-run=server -o yaml'),
    line('patch configmap settings -p \'{"data":{"dry":"run"}}\' --dry-run=client -o yaml'),
    line('patch deployment web --subresource=status --type=merge -p \'{"status":{"readyReplicas":1,"replicas":4}}\''),
    line('patch deployment web --subresource=scale --type=merge -p \'{"spec":{"replicas":3}}\' -o yaml'),
    line('patch pod lone -p \'{"spec":{"containers":[{"name":"main","image":"nginx:2"}]}}\''),
    line('patch pod lone -p \'{"spec":{"hostNetwork":true}}\''),
    line(
      'patch pod lone --subresource=resize -p \'{"spec":{"containers":[{"name":"main","resources":{"requests":{"cpu":"1"}}}]}}\'',
    ),
    line("label configmap settings team=a"),
    line("label configmap settings team=b"),
    line("label configmap settings team=b --overwrite"),
    line("label configmap settings team=c --overwrite --resource-version=1"),
    line("label configmap settings team-"),
    line("label configmap settings team-"),
    line("label configmap settings 'Bad Key=x'"),
    line("label configmap settings key='bad value!'"),
    line("label configmap --all all=yes"),
    line("label configmap -l kind=settings -l all=yes more=yes --dry-run=server"),
    line("label configmap settings --list", { isUnordered: true }),
    line("label configmap nobody a=b"),
    line("label configmap settings a=b -o yaml"),
    line("annotate deployment web note='hello there'"),
    line("annotate deployment web note=again"),
    line("annotate deployment web note-"),
    line("annotate configmap --all by=hand"),
    line("annotate configmap settings --list", { isUnordered: true }),
    line("scale deployment web --replicas=5"),
    line("scale deployment web --replicas=6 --current-replicas=1"),
    line("scale deployment web --replicas=6 --current-replicas=5"),
    line("scale deployment web --replicas=7 --resource-version=1"),
    line("scale deployment web --replicas=-1"),
    line("scale deployment nobody --replicas=1"),
    line("scale pod lone --replicas=1"),
    line("scale deployment web --replicas=8 --dry-run=server -o yaml"),
    line("set image deployment/web side=nginx:3"),
    line("set image deployment/web nobody=nginx:3"),
    line("set image pods,deployments --all main=nginx:4"),
    line("set env deployment/web MODE=fast"),
    line("set env deployment/web --list"),
    line("set env deployment/web MODE-"),
    line("set env deployment/web --from=configmap/settings --keys=mode"),
    line("set resources deployment web --limits=cpu=200m,memory=1Gi --requests=cpu=100m"),
    line("set resources deployment web --limits=cpu=50m"),
    line("set serviceaccount deployment web robot"),
    line("set selector deployment web app=other"),
    line("get deployment web -o yaml --show-managed-fields"),
    line("edit configmap settings", { env: { KUBE_EDITOR: "sed -i s/slow/edited/" } }),
    line("edit configmap settings", { env: { KUBE_EDITOR: "true" } }),
    line("edit configmap settings -o json", { env: { KUBE_EDITOR: "sed -i s/edited/again/" } }),
    line("edit configmap settings", { env: { KUBE_EDITOR: "sed -i s/^data:/dta:/" } }),
    line("edit deployment web --subresource=status", {
      env: { KUBE_EDITOR: "sed -i s/readyReplicas:.*/readyReplicas:\\ 2/" },
    }),
    line("edit configmap --all", { env: { KUBE_EDITOR: "sed -i s/by:.hand/by:\\ editor/" } }),
    line("create configmap edited --from-literal=a=1 --dry-run=client -o yaml"),
    line("create -f - --edit", {
      input: settings.replace("settings", "made"),
      env: { KUBE_EDITOR: "sed -i s/replaced/made/" },
    }),
    line("get configmaps -o yaml"),
    line("replace -f -", { input: settings }),
    line("replace -f - -o yaml --show-managed-fields", { input: settings.replace("data:", "immutable: true\ndata:") }),
    line("replace -f -", { input: settings.replace("replaced", "changed") }),
    line("replace -f - --force", { input: settings }),
    line("replace -f -", { input: settings.replace("settings", "nobody") }),
    line("replace -f -", { input: settings.replace("{name: settings}", '{name: settings, resourceVersion: "1"}') }),
    line("replace -f - --dry-run=server", { input: settings }),
    line("replace --raw /api/v1/namespaces/change/configmaps/settings -f -", {
      input: '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"settings"}}',
    }),
    line("expose deployment web --name=exposed --port=8080"),
    line("expose deployment web --port=80 --target-port=8080 --type=NodePort --labels=a=b"),
    line("expose pod lone --port=80"),
    line("expose service exposed --name=again --port=81 --type=LoadBalancer --external-ip=1.2.3.4 -o yaml"),
    line("autoscale deployment web --min=1 --max=3 --cpu=80%"),
    line("autoscale deployment web --name=small --max=2 --memory=100Mi -o yaml"),
    line("get svc,hpa"),
    line("get events"),
  ],
};
