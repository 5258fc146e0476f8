import { type KubectlSession, line } from "../command.ts";

const definition = `apiVersion: apiextensions.k8s.io/v1
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
    subresources: {status: {}, scale: {specReplicasPath: .spec.size, statusReplicasPath: .status.size, labelSelectorPath: .status.selector}}
    selectableFields: [{jsonPath: .spec.mode}]
    additionalPrinterColumns:
    - {name: Size, type: integer, jsonPath: .spec.size}
    - {name: Mode, type: string, jsonPath: .spec.mode, priority: 1}
    - {name: Age, type: date, jsonPath: .metadata.creationTimestamp}
    schema:
      openAPIV3Schema:
        description: A widget turns.
        type: object
        required: [spec]
        properties:
          spec:
            description: What is wanted.
            type: object
            required: [size]
            properties:
              size: {type: integer, minimum: 1, description: How many turn.}
              mode: {type: string, enum: [fast, slow], default: slow}
              limit: {x-kubernetes-int-or-string: true}
              tags: {type: array, x-kubernetes-list-type: set, items: {type: string}}
              parts:
                type: array
                description: What it is made of.
                x-kubernetes-list-type: map
                x-kubernetes-list-map-keys: [name]
                items:
                  type: object
                  required: [name]
                  properties:
                    name: {type: string}
                    weight: {type: number}
              template: {type: object, x-kubernetes-preserve-unknown-fields: true}
          status:
            type: object
            properties:
              size: {type: integer}
              selector: {type: string}
              conditions:
                type: array
                items:
                  type: object
                  required: [type, status]
                  properties: {type: {type: string}, status: {type: string}}
  - name: v1alpha1
    served: true
    storage: false
    deprecated: true
    deprecationWarning: use v1
    schema: {openAPIV3Schema: {type: object, x-kubernetes-preserve-unknown-fields: true}}
`;

const clusterDefinition = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: planets.kubectl.example.com}
spec:
  group: kubectl.example.com
  scope: Cluster
  names: {plural: planets, singular: planet, kind: Planet}
  versions: [{name: v1, served: true, storage: true, schema: {openAPIV3Schema: {type: object, properties: {spec: {type: object}}}}}]
`;

const wrongDefinition = clusterDefinition
  .replace("planets.kubectl", "stars.kubectl")
  .replace("storage: true", "storage: false");

const widget = `apiVersion: kubectl.example.com/v1
kind: Widget
metadata: {name: one}
spec: {size: 2, mode: fast, parts: [{name: a, weight: 1.5}], tags: [x]}
`;

const applied = widget.replace("one", "two").replace("size: 2", "size: 3");

export const customResourceSession: KubectlSession = {
  name: "custom-resource",
  commands: [
    line("apply -f -", { input: definition }),
    line("wait crd/widgets.kubectl.example.com --for=condition=Established --timeout=10s"),
    line("create -f -", { input: wrongDefinition }),
    line("get crd"),
    line("get crd widgets.kubectl.example.com -o yaml"),
    line("get --raw /apis/kubectl.example.com/v1"),
    line("apply -f -", { input: clusterDefinition }),
    line("wait crd --all --for=condition=Established --timeout=10s"),
    line("describe crd planets.kubectl.example.com"),
    line("apply -f -", { input: widget }),
    line("apply -f -", { input: widget }),
    line("diff -f -", { input: widget.replace("size: 2", "size: 5") }),
    line("get wg"),
    line("get wg -o wide"),
    line("get wg one -o yaml"),
    line("get widget one -o json"),
    line("get widgets.kubectl.example.com"),
    line("get widgets.v1.kubectl.example.com one -o name"),
    line("get widgets.v1alpha1.kubectl.example.com"),
    line("get wg --field-selector=spec.mode=fast"),
    line("get wg --field-selector=spec.size=2"),
    line("get wg --show-labels --sort-by=.spec.size"),
    line("get all"),
    line("get widget one --subresource=scale"),
    line("get widget one --subresource=status -o yaml"),
    line("apply -f -", { input: widget.replace("size: 2", "size: 0") }),
    line("apply -f -", { input: widget.replace("size: 2, ", "") }),
    line("apply -f -", { input: widget.replace("mode: fast", "mode: other") }),
    line("apply -f -", { input: widget.replace("mode: fast", "mood: fast") }),
    line("apply -f - --validate=warn", { input: widget.replace("mode: fast", "mood: fast") }),
    line("apply -f -", { input: widget.replace("size: 2", "size: many") }),
    line("create -f -", { input: widget.replace("one", "Bad_Name") }),
    line("create -f -", { input: widget.replace("tags: [x]", "tags: [x, x]").replace("one", "twice") }),
    line("create -f -", {
      input: widget.replace("{name: a, weight: 1.5}", "{name: a}, {name: a}").replace("one", "twice"),
    }),
    line("create -f - --validate=ignore", { input: widget.replace("one", "loose").replace("tags", "tagged") }),
    line("create -f -", { input: widget.replace("v1", "v2") }),
    line("create -f -", {
      input: "apiVersion: kubectl.example.com/v1alpha1\nkind: Widget\nmetadata: {name: old}\nspec: {size: 1}\n",
    }),
    line("create -f -", { input: "apiVersion: kubectl.example.com/v1\nkind: Planet\nmetadata: {name: mars}\n" }),
    line("get planets"),
    line("get planet mars -o yaml"),
    line("apply -f - --server-side", { input: applied }),
    line("apply -f - --server-side --field-manager=other", {
      input: applied.replace("size: 3", "size: 4").replace("name: a", "name: b"),
    }),
    line("apply -f - --server-side --field-manager=other --force-conflicts", {
      input: applied.replace("size: 3", "size: 4").replace("name: a", "name: b"),
    }),
    line("get wg two -o yaml --show-managed-fields"),
    line("apply -f - --server-side", { input: widget }),
    line("scale wg one --replicas=4"),
    line("scale wg one --replicas=0"),
    line("autoscale wg one --max=3"),
    line('patch wg one --type=merge -p \'{"spec":{"mode":"slow"}}\''),
    line('patch wg one -p \'{"spec":{"mode":"slow"}}\''),
    line('patch wg one --type=json -p \'[{"op":"add","path":"/spec/tags/-","value":"y"}]\''),
    line(
      'patch wg one --type=merge --subresource=status -p \'{"status":{"size":1,"conditions":[{"type":"Ready","status":"True"}]}}\'',
    ),
    line("wait wg/one --for=condition=Ready --timeout=5s"),
    line("wait wg/one --for=jsonpath={.status.size}=1 --timeout=5s"),
    line("label wg one team=a"),
    line("annotate wg --all note=here"),
    line("edit wg one", { env: { KUBE_EDITOR: "sed -i s/slow/fast/" } }),
    line("edit wg one", { env: { KUBE_EDITOR: "sed -i s/fast/wrong/" } }),
    line("describe wg one"),
    line("replace -f -", { input: widget }),
    line("get wg one -w", { watch: { before: 2, meanwhile: ["label wg one team=b --overwrite"], after: 3 } }),
    line("explain widget"),
    line("explain widget.spec"),
    line("explain widget.spec.size"),
    line("explain widget.spec.parts --recursive"),
    line("explain widget --api-version=kubectl.example.com/v1alpha1"),
    line("explain widget.metadata.labels"),
    line("explain widget.spec.nothing"),
    line("explain planet --recursive"),
    line("api-resources --api-group=kubectl.example.com -o wide"),
    line("api-resources --categories=all"),
    line("get --raw /apis/kubectl.example.com"),
    line("get --raw /apis/kubectl.example.com/v1/namespaces/custom-resource/widgets/one/scale"),
    line("auth can-i create widgets.kubectl.example.com --as=nobody"),
    line("create role widgets --verb=get --resource=widgets/status"),
    line("delete wg one"),
    line("delete wg one"),
    line("delete wg --all"),
    line("delete crd widgets.kubectl.example.com"),
    line("delete crd planets.kubectl.example.com"),
    line("get crd"),
    line("get wg"),
  ],
};
