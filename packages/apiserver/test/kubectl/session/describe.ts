import { type KubectlSession, line } from "../command.ts";

const objects = `apiVersion: v1
kind: Pod
metadata: {name: lone, labels: {app: lone}, annotations: {note: here}}
spec:
  initContainers: [{name: first, image: "busybox:1"}]
  containers:
  - name: main
    image: nginx:1
    ports: [{containerPort: 80, name: http}]
    env:
    - {name: A, value: "1"}
    - {name: B, valueFrom: {configMapKeyRef: {name: settings, key: mode}}}
    - {name: C, valueFrom: {fieldRef: {fieldPath: metadata.name}}}
    envFrom: [{secretRef: {name: hidden}}]
    resources: {limits: {cpu: 500m, memory: 1Gi}}
    livenessProbe: {httpGet: {path: /live, port: http}}
    readinessProbe: {exec: {command: [check]}}
    volumeMounts: [{name: data, mountPath: /data}, {name: settings, mountPath: /settings, readOnly: true}]
  volumes:
  - {name: data, persistentVolumeClaim: {claimName: data}}
  - {name: settings, configMap: {name: settings}}
  - {name: scratch, emptyDir: {}}
  tolerations: [{key: a, operator: Exists}]
  nodeSelector: {kind: fast}
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  selector: {matchLabels: {app: web}}
  template: {metadata: {labels: {app: web}}, spec: {containers: [{name: main, image: "nginx:1"}]}}
---
apiVersion: apps/v1
kind: ReplicaSet
metadata: {name: set}
spec:
  selector: {matchLabels: {app: set}}
  template: {metadata: {labels: {app: set}}, spec: {containers: [{name: main, image: "nginx:1"}]}}
---
apiVersion: apps/v1
kind: StatefulSet
metadata: {name: store}
spec:
  serviceName: store
  selector: {matchLabels: {app: store}}
  template: {metadata: {labels: {app: store}}, spec: {containers: [{name: main, image: "nginx:1"}]}}
  volumeClaimTemplates:
  - {metadata: {name: data}, spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}}}
---
apiVersion: apps/v1
kind: DaemonSet
metadata: {name: agent}
spec:
  selector: {matchLabels: {app: agent}}
  template: {metadata: {labels: {app: agent}}, spec: {containers: [{name: main, image: "nginx:1"}]}}
---
apiVersion: v1
kind: ReplicationController
metadata: {name: old}
spec:
  selector: {app: old}
  template: {metadata: {labels: {app: old}}, spec: {containers: [{name: main, image: "nginx:1"}]}}
---
apiVersion: batch/v1
kind: Job
metadata: {name: once}
spec: {completions: 3, template: {spec: {restartPolicy: Never, containers: [{name: main, image: busybox}]}}}
---
apiVersion: batch/v1
kind: CronJob
metadata: {name: often}
spec:
  schedule: "*/5 * * * *"
  jobTemplate: {spec: {template: {spec: {restartPolicy: Never, containers: [{name: main, image: busybox}]}}}}
---
apiVersion: v1
kind: Service
metadata: {name: web}
spec: {type: NodePort, selector: {app: web}, ports: [{name: http, port: 80, targetPort: http}, {name: dns, port: 53, protocol: UDP}]}
---
apiVersion: discovery.k8s.io/v1
kind: EndpointSlice
metadata: {name: web-1, labels: {kubernetes.io/service-name: web}}
addressType: IPv4
ports: [{name: http, port: 8080}]
endpoints: [{addresses: [10.1.0.1], conditions: {ready: true}}, {addresses: [10.1.0.2], conditions: {ready: false}}]
---
apiVersion: networking.k8s.io/v1
kind: Ingress
metadata: {name: web}
spec:
  ingressClassName: outer
  tls: [{hosts: [example.com], secretName: hidden}]
  rules: [{host: example.com, http: {paths: [{path: /, pathType: Prefix, backend: {service: {name: web, port: {name: http}}}}]}}]
---
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: {name: closed}
spec: {podSelector: {}, policyTypes: [Ingress, Egress], ingress: [{from: [{podSelector: {matchLabels: {a: b}}}], ports: [{port: 80}]}]}
---
apiVersion: v1
kind: PersistentVolumeClaim
metadata: {name: data}
spec: {accessModes: [ReadWriteOnce], storageClassName: describe-fast, resources: {requests: {storage: 1Gi}}}
---
apiVersion: v1
kind: ConfigMap
metadata: {name: settings}
data: {mode: fast, text: "two\\nlines\\n"}
binaryData: {b: AAEC}
---
apiVersion: v1
kind: Secret
metadata: {name: hidden}
stringData: {password: secret}
---
apiVersion: v1
kind: ServiceAccount
metadata: {name: robot}
imagePullSecrets: [{name: hidden}]
---
apiVersion: rbac.authorization.k8s.io/v1
kind: Role
metadata: {name: reader}
rules: [{apiGroups: [""], resources: [pods, configmaps], verbs: [get, list]}, {apiGroups: [apps], resources: [deployments], resourceNames: [web], verbs: ["*"]}]
---
apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
metadata: {name: reader}
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: reader}
subjects: [{kind: ServiceAccount, name: robot}, {kind: User, name: ann, apiGroup: rbac.authorization.k8s.io}]
---
apiVersion: v1
kind: ResourceQuota
metadata: {name: few}
spec: {hard: {pods: "5", requests.cpu: "2"}}
---
apiVersion: v1
kind: LimitRange
metadata: {name: small}
spec: {limits: [{type: Container, default: {cpu: 500m}, defaultRequest: {cpu: 100m}, max: {memory: 1Gi}}]}
---
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata: {name: web}
spec: {minAvailable: 1, selector: {matchLabels: {app: web}}}
---
apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata: {name: web}
spec:
  scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: web}
  minReplicas: 2
  maxReplicas: 5
  metrics: [{type: Resource, resource: {name: cpu, target: {type: Utilization, averageUtilization: 80}}}]
---
apiVersion: coordination.k8s.io/v1
kind: Lease
metadata: {name: leader}
spec: {holderIdentity: me, leaseDurationSeconds: 15}
---
apiVersion: v1
kind: PodTemplate
metadata: {name: shape}
template: {metadata: {labels: {a: b}}, spec: {containers: [{name: main, image: "nginx:1"}]}}
---
apiVersion: apps/v1
kind: ControllerRevision
metadata: {name: past}
revision: 1
data: {a: 1}
---
apiVersion: v1
kind: Event
metadata: {name: lone.1}
involvedObject: {apiVersion: v1, kind: Pod, name: lone, namespace: describe}
reason: FailedScheduling
message: no nodes
type: Warning
count: 3
firstTimestamp: "2020-01-01T00:00:00Z"
lastTimestamp: "2020-01-01T00:10:00Z"
source: {component: default-scheduler}
---
apiVersion: events.k8s.io/v1
kind: Event
metadata: {name: lone.2}
regarding: {apiVersion: v1, kind: Pod, name: lone, namespace: describe}
reason: Started
action: Start
note: all is well
type: Normal
eventTime: "2020-01-01T00:00:00.000000Z"
reportingController: example.com/agent
reportingInstance: agent-1
`;

const clusterObjects = `apiVersion: v1
kind: PersistentVolume
metadata: {name: describe-disk}
spec:
  capacity: {storage: 1Gi}
  accessModes: [ReadWriteOnce]
  storageClassName: describe-fast
  nfs: {server: nfs.example.com, path: /}
---
apiVersion: storage.k8s.io/v1
kind: StorageClass
metadata: {name: describe-fast, annotations: {storageclass.kubernetes.io/is-default-class: "true"}}
provisioner: example.com/disk
parameters: {kind: ssd}
---
apiVersion: networking.k8s.io/v1
kind: IngressClass
metadata: {name: describe-outer}
spec: {controller: example.com/ingress}
---
apiVersion: node.k8s.io/v1
kind: RuntimeClass
metadata: {name: describe-runtime}
handler: fast
---
apiVersion: storage.k8s.io/v1
kind: CSIDriver
metadata: {name: describe.example.com}
spec: {attachRequired: false}
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata: {name: describe-role}
rules: [{nonResourceURLs: [/healthz], verbs: [get]}]
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRoleBinding
metadata: {name: describe-role}
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: describe-role}
subjects: [{kind: Group, name: team, apiGroup: rbac.authorization.k8s.io}]
---
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingWebhookConfiguration
metadata: {name: describe-hook}
webhooks:
- name: hook.example.com
  clientConfig: {url: "https://example.com/hook"}
  sideEffects: None
  admissionReviewVersions: [v1]
  failurePolicy: Ignore
  rules: [{apiGroups: [nothing.example.com], apiVersions: ["*"], resources: ["*"], operations: [CREATE]}]
`;

const claim = `apiVersion: v1
kind: PersistentVolumeClaim
metadata: {name: unclassed}
spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}}
`;

const kinds =
  "pod deployment replicaset statefulset daemonset rc job cronjob service endpointslice ingress netpol pvc configmap secret sa role rolebinding quota limits pdb hpa lease podtemplate controllerrevision event".split(
    " ",
  );
const clusterKinds =
  "pv/describe-disk sc/describe-fast ingressclass/describe-outer runtimeclass/describe-runtime csidriver/describe.example.com clusterrole/describe-role clusterrolebinding/describe-role validatingwebhookconfiguration/describe-hook".split(
    " ",
  );

export const describeSession: KubectlSession = {
  name: "describe",
  commands: [
    line("apply -f -", { input: objects }),
    line("apply -f -", { input: clusterObjects }),
    ...kinds.flatMap((kind) => [
      line(`get ${kind}`),
      line(`get ${kind} -o wide`),
      line(`get ${kind} -o yaml`),
      line(`describe ${kind}`, { isUnordered: kind === "limits" }),
    ]),
    ...clusterKinds.flatMap((kind) => [
      line(`get ${kind} -o wide`),
      line(`get ${kind} -o yaml`),
      line(`describe ${kind}`),
    ]),
    line("describe namespace describe", { isUnordered: true }),
    line("describe all"),
    line("create -f -", { input: claim }),
    line("get pvc unclassed -o yaml"),
    line("describe pod lone --show-events=false"),
    line("describe nothing"),
    line("describe pod nobody"),
    line("events"),
    line("events --for=pod/lone"),
    line("events --types=Warning --no-headers"),
    line("events -o yaml"),
    line("get events --sort-by=.lastTimestamp"),
    line("get events --field-selector=involvedObject.name=lone,type=Warning"),
    line("get events.events.k8s.io -o wide"),
    line("get events.v1.events.k8s.io lone.1 -o yaml"),
    line("get hpa.v1.autoscaling web -o yaml"),
    line("delete pv describe-disk --wait=false"),
    line("get pv describe-disk"),
    line("delete sc/describe-fast ingressclass/describe-outer validatingwebhookconfiguration/describe-hook"),
  ],
};
