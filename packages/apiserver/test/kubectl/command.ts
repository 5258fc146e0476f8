// What people type. Each file below `manifest/` is named as `-f FILE`; `{folder}` stands for where they are.

export interface KubectlCommand {
  /** Arguments, split at spaces; quote with '…' to keep spaces. */
  readonly line: string;
  /** For `-f -`. */
  readonly input?: string;
  /** Environment of an editor and the like. */
  readonly env?: Readonly<Record<string, string>>;
}

const line = (text: string, more: Omit<KubectlCommand, "line"> = {}): KubectlCommand => ({ line: text, ...more });

const webManifest = `apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
  labels: {app: web}
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
        resources: {requests: {cpu: 100m, memory: 64Mi}}
---
apiVersion: v1
kind: Service
metadata: {name: web}
spec:
  selector: {app: web}
  ports: [{port: 80}]
---
apiVersion: v1
kind: ConfigMap
metadata: {name: settings}
data: {mode: fast}
`;

const changedManifest = webManifest.replace("replicas: 2", "replicas: 4").replace("mode: fast", "mode: slow");

const podManifest = `apiVersion: v1
kind: Pod
metadata: {name: lone, labels: {app: lone}}
spec:
  containers:
  - {name: main, image: "busybox:1", command: [sleep, "60"], env: [{name: A, value: "1"}]}
`;

const definitionManifest = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: widgets.kubectl.example.com}
spec:
  group: kubectl.example.com
  scope: Namespaced
  names: {plural: widgets, singular: widget, kind: Widget, shortNames: [wg], categories: [all]}
  versions:
  - name: v1
    served: true
    storage: true
    subresources: {status: {}, scale: {specReplicasPath: .spec.size, statusReplicasPath: .status.size}}
    additionalPrinterColumns:
    - {name: Size, type: integer, jsonPath: .spec.size}
    - {name: Mode, type: string, jsonPath: .spec.mode, priority: 1}
    schema:
      openAPIV3Schema:
        description: A widget turns.
        type: object
        properties:
          spec:
            description: What is wanted.
            type: object
            required: [size]
            properties:
              size: {type: integer, minimum: 1, description: How many turn.}
              mode: {type: string, enum: [fast, slow]}
          status:
            type: object
            properties:
              size: {type: integer}
`;

const widgetManifest = `apiVersion: kubectl.example.com/v1
kind: Widget
metadata: {name: one}
spec: {size: 2, mode: fast}
`;

/** In order, in one namespace that is the default of the kubeconfig. */
export const kubectlCommands: readonly KubectlCommand[] = [
  line("version -o json"),
  line("api-versions"),
  line("api-resources"),
  line("api-resources --namespaced=false -o wide"),
  line("api-resources --api-group=apps -o name"),
  line("create configmap made --from-literal=a=1 --from-literal=b=2"),
  line("create secret generic hidden --from-literal=password=x"),
  line("create serviceaccount robot"),
  line("create role reader --verb=get,list --resource=pods,configmaps"),
  line("create rolebinding reader --role=reader --serviceaccount=default:robot"),
  line("create clusterrole kubectl-viewer --verb=get --resource=nodes"),
  line("create deployment made --image=nginx:1.27 --replicas=2"),
  line("create service clusterip made --tcp=80:8080"),
  line("create job made --image=busybox -- date"),
  line("create cronjob made --image=busybox --schedule='*/1 * * * *' -- date"),
  line("create poddisruptionbudget made --selector=app=made --min-available=1"),
  line("create quota made --hard=pods=5"),
  line("create ingress made --rule=example.com/=made:80"),
  line("create priorityclass kubectl-high --value=1000"),
  line("create namespace kubectl-extra"),
  line("create token robot --duration=10m --bound-object-kind=''"),
  line("create configmap made --from-literal=a=1"),
  line("get configmap made"),
  line("get configmap made -o yaml"),
  line("get configmap made -o json"),
  line("get configmap made -o name"),
  line("get configmap made -o jsonpath={.data.a}"),
  line("get configmap made -o custom-columns=NAME:.metadata.name,A:.data.a"),
  line("get configmap made -o go-template={{.metadata.name}}"),
  line("get deployments -o wide"),
  line("get deployment,service,job,cronjob,pdb,ingress,quota"),
  line("get all"),
  line("get deployments --show-labels"),
  line("get deployments -L app"),
  line("get pods"),
  line("get nothing"),
  line("get pod nobody"),
  line("get configmaps --sort-by=.metadata.name"),
  line("get secret hidden -o jsonpath={.data}"),
  line("get ns kubectl-extra"),
  line("apply -f -", { input: webManifest }),
  line("apply -f -", { input: webManifest }),
  line("diff -f -", { input: changedManifest }),
  line("apply -f - --dry-run=server", { input: changedManifest }),
  line("apply -f -", { input: changedManifest }),
  line("apply -f - --server-side", { input: podManifest }),
  line("apply -f - --server-side", { input: podManifest.replace("busybox:1", "busybox:2") }),
  line("apply -f - --server-side --field-manager=other", { input: podManifest.replace("busybox:1", "busybox:3") }),
  line("apply -f - --server-side --field-manager=other --force-conflicts", {
    input: podManifest.replace("busybox:1", "busybox:3"),
  }),
  line("apply -f - --validate=strict", { input: podManifest.replace("command:", "comand:") }),
  line("get pod lone -o yaml --show-managed-fields"),
  line("describe deployment web"),
  line("describe service web"),
  line("describe pod lone"),
  line("describe configmap settings"),
  line("describe secret hidden"),
  line("describe serviceaccount robot"),
  line("describe role reader"),
  line("describe namespace kubectl-extra"),
  line("describe cronjob made"),
  line("explain deployment.spec.strategy"),
  line("explain pods.spec.containers.env --recursive"),
  line("explain configmap"),
  line('patch configmap settings --type=merge -p \'{"data":{"x":"y"}}\''),
  line(
    'patch deployment web -p \'{"spec":{"template":{"spec":{"containers":[{"name":"main","image":"nginx:1.28"}]}}}}\'',
  ),
  line('patch configmap settings --type=json -p \'[{"op":"remove","path":"/data/x"}]\''),
  line('patch configmap settings --type=json -p \'[{"op":"remove","path":"/data/x"}]\''),
  line('patch deployment web --subresource=status --type=merge -p \'{"status":{"readyReplicas":1,"replicas":4}}\''),
  line("label configmap settings team=a"),
  line("label configmap settings team=b"),
  line("label configmap settings team=b --overwrite"),
  line("label configmap settings team-"),
  line("annotate deployment web note='hello there'"),
  line("annotate deployment web note-"),
  line("scale deployment web --replicas=5"),
  line("scale deployment web --replicas=6 --current-replicas=1"),
  line("set image deployment/web main=nginx:1.29"),
  line("set env deployment/web MODE=fast"),
  line("set resources deployment web --limits=cpu=200m"),
  line("edit configmap settings", { env: { KUBE_EDITOR: "sed -i s/slow/edited/" } }),
  line("get configmap settings -o yaml"),
  line("replace -f -", {
    input: "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: settings}\ndata: {mode: replaced}\n",
  }),
  line("wait configmap/settings --for=jsonpath={.data.mode}=replaced --timeout=5s"),
  line("wait deployment/web --for=condition=Available --timeout=1s"),
  line("wait configmap/nobody --for=delete --timeout=1s"),
  line("rollout history deployment web"),
  line("rollout pause deployment web"),
  line("rollout resume deployment web"),
  line("expose deployment web --name=exposed --port=8080"),
  line("autoscale deployment web --min=1 --max=3 --cpu=80%"),
  line("run single --image=nginx --restart=Never"),
  line("get pods -o wide"),
  line("auth can-i create pods"),
  line("auth can-i '*' '*' --all-namespaces"),
  line("auth can-i get pods --as=nobody"),
  line("auth can-i get pods --as=system:serviceaccount:default:robot"),
  line("auth can-i --list --as=system:serviceaccount:default:robot"),
  line("auth whoami"),
  line("get pods --as=nobody"),
  line("apply -f -", { input: definitionManifest }),
  line("wait crd/widgets.kubectl.example.com --for=condition=Established --timeout=10s"),
  line("apply -f -", { input: widgetManifest }),
  line("get wg"),
  line("get wg -o wide"),
  line("get wg one -o yaml"),
  line("explain widget"),
  line("explain widget.spec.size"),
  line("apply -f -", { input: widgetManifest.replace("size: 2", "size: 0") }),
  line("apply -f - --server-side", { input: widgetManifest.replace("size: 2", "size: 3") }),
  line("apply -f - --server-side --force-conflicts", { input: widgetManifest.replace("size: 2", "size: 3") }),
  line("scale wg one --replicas=4"),
  line("describe wg one"),
  line("apply -f -", { input: widgetManifest.replace("mode: fast", "mood: fast") }),
  line("delete wg one"),
  line("delete wg one"),
  line("delete crd widgets.kubectl.example.com"),
  line("get crd"),
  line("logs single"),
  line("delete pod single"),
  line("delete pod lone --grace-period=0 --force"),
  line("delete deployment web made"),
  line("delete configmap --all"),
  line("delete -f -", { input: "apiVersion: v1\nkind: Service\nmetadata: {name: web}\n" }),
  line("delete service nobody"),
  line("delete service nobody --ignore-not-found"),
  line("get events"),
  line("cluster-info"),
  line("get --raw /healthz"),
  line("get --raw /apis/apps"),
];
