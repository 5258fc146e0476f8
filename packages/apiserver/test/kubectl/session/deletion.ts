import { type KubectlSession, line } from "../command.ts";

const pod = (name: string, more = "") => `apiVersion: v1
kind: Pod
metadata: {name: ${name}, labels: {app: ${name}}}
spec: {${more}containers: [{name: main, image: "nginx:1"}]}
`;

const held = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: held, finalizers: [example.com/hold]}\n";

export const deletionSession: KubectlSession = {
  name: "deletion",
  commands: [
    line("create -f -", {
      input: [pod("one"), pod("two"), pod("three"), pod("placed", "nodeName: nowhere, ")].join("---\n"),
    }),
    line("create configmap a"),
    line("create configmap b"),
    line("create configmap c"),
    line("label configmap a b keep=no"),
    line("delete pod one --dry-run=client"),
    line("delete pod one --dry-run=server"),
    line("delete pod one"),
    line("delete pod two --now"),
    line("delete pod three --grace-period=0 --force"),
    line("delete pod placed --grace-period=5 --wait=false"),
    line("get pod placed"),
    line("get pod placed -o jsonpath={.metadata.deletionGracePeriodSeconds}"),
    line("delete pod placed --timeout=2s"),
    line("delete pod placed --grace-period=0 --force --wait=false"),
    line("delete pod nobody"),
    line("delete pod nobody --ignore-not-found"),
    line("delete configmap -l keep=no -o name"),
    line("delete configmap a"),
    line("delete configmap --field-selector=metadata.name=c"),
    line("delete configmap --field-selector=data.x=c"),
    line("create configmap a"),
    line("create secret generic a"),
    line("delete configmap,secret a"),
    line("delete configmap/a secret/a"),
    line("create -f -", { input: held }),
    line("delete configmap held --wait=false"),
    line("delete configmap held --timeout=2s"),
    line("get configmap held -o yaml"),
    line("create -f -", { input: held }),
    line(
      'patch configmap held --type=merge -p \'{"metadata":{"finalizers":["example.com/hold","example.com/more"]}}\'',
    ),
    line('patch configmap held --type=merge -p \'{"metadata":{"finalizers":null}}\''),
    line("get configmap held"),
    line("create service clusterip web --tcp=80"),
    line("delete -f -", { input: "apiVersion: v1\nkind: Service\nmetadata: {name: web}\n" }),
    line("delete -f -", { input: "apiVersion: v1\nkind: Service\nmetadata: {name: web}\n" }),
    line("delete service --all"),
    line("create job once --image=busybox"),
    line("delete job once --cascade=orphan --wait=false"),
    line("get job once -o jsonpath={.metadata.finalizers}"),
    line("create job twice --image=busybox"),
    line("delete job twice --cascade=foreground --wait=false"),
    line("get job twice -o yaml"),
    line("delete job twice --cascade=background --wait=false"),
    line("delete job twice --cascade=sideways"),
    line("create namespace deletion-gone"),
    line("create configmap inner -n deletion-gone"),
    line("delete namespace deletion-gone --wait=false"),
    line("get namespace deletion-gone"),
    line("get namespace deletion-gone -o yaml"),
    line("create configmap late -n deletion-gone"),
    line("delete namespace deletion-gone --timeout=2s"),
    line("replace --raw /api/v1/namespaces/deletion-gone/finalize -f -", {
      input: '{"apiVersion":"v1","kind":"Namespace","metadata":{"name":"deletion-gone"},"spec":{"finalizers":[]}}',
    }),
    line("get namespace deletion-gone"),
    line("delete namespace default"),
    line("delete namespace kube-system"),
    line("delete all --all --wait=false"),
    line("delete all"),
    line("delete configmap"),
    line("delete nothing a"),
    line("delete clusterrole view"),
    line("delete --raw /api/v1/namespaces/deletion/configmaps/nobody"),
    line("get all,configmaps,secrets"),
  ],
};
