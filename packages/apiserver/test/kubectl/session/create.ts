import { type KubectlSession, line } from "../command.ts";

const several = `apiVersion: v1
kind: ConfigMap
metadata: {name: first}
---
apiVersion: v1
kind: List
items:
- {apiVersion: v1, kind: ConfigMap, metadata: {name: second}}
- {apiVersion: v1, kind: Secret, metadata: {name: second}, stringData: {a: b}}
---
apiVersion: v1
kind: ConfigMap
metadata: {name: first}
`;

const wrong = `apiVersion: apps/v1
kind: Deployment
metadata: {name: Wrong_Name}
spec:
  selector: {matchLabels: {app: a}}
  template: {metadata: {labels: {app: b}}, spec: {containers: [{name: main}]}}
`;

const limits = `apiVersion: v1
kind: LimitRange
metadata: {name: limits}
spec: {limits: [{type: Container, default: {cpu: 500m}, defaultRequest: {cpu: 100m}, max: {memory: 1Gi}}]}
`;

/** It works, and the server warns. */
const doubtful = `apiVersion: apps/v1
kind: Deployment
metadata: {name: doubtful}
spec:
  selector: {matchLabels: {app: doubtful}}
  template:
    metadata: {labels: {app: doubtful}}
    spec:
      nodeSelector: {beta.kubernetes.io/os: linux}
      containers:
      - {name: main, image: nginx, env: [{name: A, value: "1"}, {name: A, value: "2"}], ports: [{containerPort: 80}, {containerPort: 80}]}
`;

const key = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgBzQ5xY3vJQk3JqTn
-----END PRIVATE KEY-----
`;

export const createSession: KubectlSession = {
  name: "create",
  files: {
    "settings/one.txt": "first\n",
    "settings/two.bin": "\u0000\u0001",
    "settings.env": "A=1\n# a comment\nB=two words\n",
    "wrong.key": key,
  },
  commands: [
    line("create configmap literal --from-literal=a=1 --from-literal=b=2"),
    line("create configmap literal --from-literal=a=1"),
    line("create configmap folder --from-file=settings"),
    line("create configmap file --from-file=key=settings/one.txt --append-hash"),
    line("create configmap variables --from-env-file=settings.env"),
    line("create configmap shown --from-literal=a=1 --dry-run=client -o yaml"),
    line("create configmap shown --from-literal=a=1 --dry-run=server -o yaml"),
    line("create configmap kept --from-literal=a=1 --save-config --validate=strict"),
    line("create cm Upper --from-literal=a=1"),
    line("create secret generic hidden --from-literal=password=x"),
    line("create secret generic typed --type=example.com/kind --from-file=settings/one.txt"),
    line("create secret docker-registry pull --docker-server=example.com --docker-username=u --docker-password=p"),
    line("create secret tls broken --cert=wrong.key --key=wrong.key"),
    line("create serviceaccount robot"),
    line("create sa robot"),
    line("create role reader --verb=get,list --resource=pods,configmaps"),
    line("create role scaler --verb=update --resource=deployments.apps/scale --resource-name=web"),
    line("create role wrong --verb=get --resource=nothings"),
    line("create rolebinding reader --role=reader --serviceaccount=create:robot"),
    line("create rolebinding viewers --clusterrole=view --user=ann --group=team"),
    line("create clusterrole create-nodes --verb=get --resource=nodes"),
    line("create clusterrole create-urls --verb=get --non-resource-url=/logs/*"),
    line("create clusterrole create-sum --aggregation-rule=example.com/sum=true"),
    line("create clusterrolebinding create-nodes --clusterrole=create-nodes --user=ann"),
    line("create deployment plain --image=nginx:1.27 --replicas=2"),
    line("create deployment ported --image=nginx --port=80 -- serve --fast"),
    line("create deployment two --image=nginx --image=busybox -o yaml --dry-run=server"),
    line("create service clusterip plain --tcp=80:8080"),
    line("create service clusterip headless --clusterip=None"),
    line("create service nodeport open --tcp=80"),
    line("create service nodeport fixed --tcp=80 --node-port=30007"),
    line("create service nodeport taken --tcp=80 --node-port=30007"),
    line("create service loadbalancer outer --tcp=443:8443"),
    line("create service externalname away --external-name=example.com"),
    line("create service clusterip far --tcp=80 --clusterip=192.168.1.1"),
    line("create job plain --image=busybox -- date"),
    line("create cronjob plain --image=busybox --schedule='*/1 * * * *' -- date"),
    line("create job copied --from=cronjob/plain"),
    line("create cronjob wrong --image=busybox --schedule=never"),
    line("create poddisruptionbudget plain --selector=app=plain --min-available=1"),
    line("create pdb share --selector=app=plain --max-unavailable=50%"),
    line("create quota plain --hard=pods=5,services=2"),
    line("create quota best --hard=pods=5 --scopes=BestEffort"),
    line("create ingress plain --rule=example.com/=plain:80"),
    line("create ingress secure --class=outer --rule='example.com/path*=plain:80,tls=typed' --annotation=a=b"),
    line("create ingress fallback --default-backend=plain:80"),
    line("create priorityclass create-high --value=1000 --description='for what matters'"),
    line("create priorityclass create-huge --value=2000000001"),
    line("create namespace create-more"),
    line("create namespace create-more"),
    line("create token robot --duration=10m"),
    line("create token robot --audience=example.com -o yaml"),
    line("create token nobody"),
    line("create token robot --duration=1m"),
    line("create -f -", { input: several }),
    line("create -f - -o name --dry-run=server", { input: several.replaceAll("second", "third") }),
    line("create -f -", { input: wrong }),
    line("create -f -", { input: "apiVersion: v1\nkind: ConfigMap\nmetadata: {generateName: made-}\n" }),
    line("create -f -", { input: "apiVersion: v1\nkind: Pod\nmetadata: {name: empty}\nspec: {}\n" }),
    line("create -f -", { input: "apiVersion: v1\nkind: Nothing\nmetadata: {name: a}\n" }),
    line("create -f -", { input: "apiVersion: nothing.example.com/v1\nkind: Nothing\nmetadata: {name: a}\n" }),
    line("create -f -", { input: "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata: {a: 1}\n" }),
    line("create -f -", { input: "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\nextra: 1\n" }),
    line("create -f - --validate=warn", { input: "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\nextra: 1\n" }),
    line("create -f - --validate=ignore", {
      input: "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: b}\nextra: 1\n",
    }),
    line("create -f - -n create-none", { input: "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n" }),
    line("create -f -", { input: "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a, namespace: other}\n" }),
    line("create -f -", { input: "{" }),
    line("create --raw /api/v1/namespaces/create/configmaps -f -", {
      input: '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"raw"}}',
    }),
    line("run single --image=nginx --restart=Never"),
    line("run labelled --image=nginx --labels=a=b,c=d --env=MODE=fast --port=80 --expose --command -- sleep 60"),
    line('run changed --image=nginx --overrides=\'{"spec":{"hostNetwork":true}}\' --dry-run=server -o yaml'),
    line("create -f -", { input: limits }),
    line("run limited --image=nginx --dry-run=server -o yaml"),
    line(
      'run large --image=nginx --overrides=\'{"spec":{"containers":[{"name":"large","image":"nginx","resources":{"requests":{"memory":"2Gi"}}}]}}\'',
    ),
    line(
      'run first --image=nginx --overrides=\'{"spec":{"priorityClassName":"create-high"}}\' --dry-run=server -o yaml',
    ),
    line('run none --image=nginx --overrides=\'{"spec":{"priorityClassName":"create-none"}}\''),
    line('run fast --image=nginx --overrides=\'{"spec":{"runtimeClassName":"create-none"}}\''),
    line("create -f -", { input: doubtful }),
    line("create -f -", { input: "apiVersion: v1\nkind: Endpoints\nmetadata: {name: old}\n" }),
    line("get all"),
    line("get cm,secret,sa,role,rolebinding,pdb,quota,ingress"),
    line("get cm,secret,sa,role,rolebinding,deployment,svc,job,cronjob,pdb,quota,ingress,pod -o yaml"),
    line("get clusterrole create-nodes create-urls create-sum -o yaml"),
    line("get clusterrolebinding create-nodes -o wide"),
    line("get priorityclass create-high -o yaml"),
  ],
};
