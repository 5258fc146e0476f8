import { type KubectlSession, line } from "../command.ts";

const robot = "--as=system:serviceaccount:authorization:robot";

const rules = `apiVersion: rbac.authorization.k8s.io/v1
kind: Role
metadata: {name: reconciled, namespace: authorization}
rules: [{apiGroups: [""], resources: [pods], verbs: [get]}]
---
apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
metadata: {name: reconciled, namespace: authorization}
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: reconciled}
subjects: [{kind: User, name: ann, apiGroup: rbac.authorization.k8s.io}]
`;

const signingRequest = (name: string, usage = "client auth") => `apiVersion: certificates.k8s.io/v1
kind: CertificateSigningRequest
metadata: {name: ${name}}
spec:
  signerName: kubernetes.io/kube-apiserver-client
  usages: [${usage}]
  expirationSeconds: 3600
  request: ${certificateRequest}
`;

/** For CN=ann, O=team. */
const certificateRequest =
  "LS0tLS1CRUdJTiBDRVJUSUZJQ0FURSBSRVFVRVNULS0tLS0KTUlIWE1IOENBUUF3SFRFTk1Bc0dBMVVFQ2d3RWRHVmhiVEVNTUFvR0ExVUVBd3dEWVc1dU1Ga3dFd1lIS29aSQp6ajBDQVFZSUtvWkl6ajBEQVFjRFFnQUVuWEtiUnQ4bUFZR0ZPM3hXanNXUXg3c1lPbzMvUTg5aG03dG5DN2NoCjdVZ1FvY1JYb3Zrb1d6eXFSNmJYUzNDaWJyQjZ5T3NXbkV3dWdVcWE4U3I1TGFBQU1Bb0dDQ3FHU000OUJBTUMKQTBnQU1FVUNJUURaUDhrNlJoNHpqOGZKTjcxckpwK1VGenJXWXNDQVdQNTB4ZW5qRnVNeVVnSWdCTEVqT3piOApXd0JvMkl4S0hQSytmTFNtSHJqOE1ZNEh0TTNQQ2JRcmRucz0KLS0tLS1FTkQgQ0VSVElGSUNBVEUgUkVRVUVTVC0tLS0tCg==";

export const authorizationSession: KubectlSession = {
  name: "authorization",
  commands: [
    line("create serviceaccount robot"),
    line("create role reader --verb=get,list --resource=pods,configmaps"),
    line("create role named --verb=delete --resource=secrets --resource-name=mine"),
    line("create rolebinding reader --role=reader --serviceaccount=authorization:robot"),
    line("create rolebinding named --role=named --serviceaccount=authorization:robot --user=ann"),
    line("create clusterrole authorization-metrics --verb=get --non-resource-url=/metrics"),
    line("create clusterrolebinding authorization-metrics --clusterrole=authorization-metrics --group=watchers"),
    line("auth can-i create pods"),
    line("auth can-i '*' '*' --all-namespaces"),
    line("auth can-i --list"),
    line("auth can-i get pods --as=nobody"),
    line("auth can-i get pods -q --as=nobody"),
    line(`auth can-i get pods ${robot}`),
    line(`auth can-i get pods --subresource=log ${robot}`),
    line(`auth can-i get pods -n default ${robot}`),
    line(`auth can-i get pods -A ${robot}`),
    line(`auth can-i delete secret/mine ${robot}`),
    line(`auth can-i delete secret/other ${robot}`),
    line(`auth can-i get /metrics ${robot}`),
    line("auth can-i get /metrics --as=bob --as-group=watchers"),
    line("auth can-i get nodes --as=bob"),
    line("auth can-i create nothings"),
    line("auth can-i frobnicate pods"),
    line(`auth can-i --list ${robot}`),
    line(`auth can-i --list -n default ${robot}`),
    line("auth can-i --list --as=system:anonymous --as-group=system:unauthenticated"),
    line("auth whoami"),
    line("auth whoami -o json"),
    line(`auth whoami ${robot}`),
    line("auth whoami --as=ann --as-group=a --as-group=b --as-uid=7 --as-user-extra=k=v"),
    line("get pods --as=nobody"),
    line("get pod one --as=nobody"),
    line("get nodes --as=nobody"),
    line("get configmaps -A --as=nobody"),
    line("create configmap mine --as=nobody"),
    line("delete configmap mine --as=nobody"),
    line("apply -f - --as=nobody", { input: rules }),
    line("get --raw /metrics --as=nobody"),
    line("get --raw /api/v1/namespaces/authorization/pods/one/log --as=nobody"),
    line(`get pods ${robot}`),
    line(`create role wider --verb=get --resource=secrets ${robot}`),
    line("create rolebinding maker --clusterrole=admin --user=maker"),
    line("create role wider --verb=get --resource=roles,rolebindings --as=system:admin"),
    line("auth reconcile -f -", { input: rules }),
    line("auth reconcile -f -", { input: rules.replace("[get]", "[get, list]").replaceAll("ann", "bob") }),
    line("auth reconcile -f - --remove-extra-permissions --remove-extra-subjects --dry-run=server", { input: rules }),
    line("get role,rolebinding reconciled -o yaml"),
    line("set subject rolebinding reconciled --user=carl --serviceaccount=authorization:robot"),
    line('patch rolebinding reconciled --type=merge -p \'{"roleRef":{"name":"other"}}\''),
    line("create -f -", { input: signingRequest("authorization-ann") }),
    line("create -f -", { input: signingRequest("authorization-bad", "server auth") }),
    line("get csr"),
    line("certificate approve authorization-ann"),
    line("get csr"),
    line("describe csr authorization-ann"),
    line("get csr authorization-ann -o yaml"),
    line("certificate deny authorization-ann"),
    line("certificate approve nobody"),
    line("delete csr authorization-ann"),
    line("create token robot"),
    line("create token robot --bound-object-kind=Secret --bound-object-name=nobody"),
    line("auth can-i impersonate users --as=ann"),
    line("delete clusterrole,clusterrolebinding authorization-metrics"),
  ],
};
