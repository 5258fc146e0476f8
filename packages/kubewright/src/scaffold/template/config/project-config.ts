import type { Project } from "../../../project/project.ts";
import type { ScaffoldFile } from "../../scaffold-file.ts";
import { managerFile } from "./manager-file.ts";
import { rbacFiles } from "./rbac-files.ts";

/** The folder `config` of a project that has no kinds yet. */
export function projectConfig({ projectName }: Project): ScaffoldFile[] {
  return [
    { path: "config/default/kustomization.yaml", text: defaultKustomization(projectName) },
    { path: "config/default/manager_metrics_patch.yaml", text: metricsPatch },
    { path: "config/default/metrics_service.yaml", text: metricsService(projectName) },
    { path: "config/manager/kustomization.yaml", text: managerKustomization },
    { path: "config/manager/manager.yaml", text: managerFile(projectName) },
    ...rbacFiles(projectName),
    { path: "config/prometheus/kustomization.yaml", text: "resources:\n- monitor.yaml\n" },
    { path: "config/prometheus/monitor.yaml", text: monitor(projectName) },
    { path: "config/network-policy/kustomization.yaml", text: "resources:\n- allow-metrics-traffic.yaml\n" },
    { path: "config/network-policy/allow-metrics-traffic.yaml", text: networkPolicy(projectName) },
  ];
}

/** The labels that all objects of a project have. */
export function projectLabels(projectName: string): string {
  return `    app.kubernetes.io/name: ${projectName}
    app.kubernetes.io/managed-by: kustomize`;
}

function defaultKustomization(projectName: string): string {
  return `# All that the operator needs in a cluster.

# All objects are in this namespace.
namespace: ${projectName}-system

# All names begin with this.
namePrefix: ${projectName}-

# All objects have these labels, too.
#labels:
#- includeSelectors: true
#  pairs:
#    someName: someValue

resources:
# +kubebuilder:scaffold:defaultkustomizeresource
- ../rbac
- ../manager
# [METRICS] A service for the metrics of the manager.
- metrics_service.yaml
# [PROMETHEUS] For clusters with the Prometheus operator: has the metrics collected.
#- ../prometheus
# [NETWORK POLICY] Only namespaces labelled "metrics: enabled" can reach the metrics.
#- ../network-policy

patches:
# [METRICS] The manager serves its metrics on port 8443: over HTTPS, to those who have the role of config/rbac/metrics_reader_role.yaml.
- path: manager_metrics_patch.yaml
  target:
    kind: Deployment
`;
}

const metricsPatch = `- op: add
  path: /spec/template/spec/containers/0/args/0
  value: --metrics-bind-address=:8443
- op: add
  path: /spec/template/spec/containers/0/ports/-
  value:
    containerPort: 8443
    name: metrics
    protocol: TCP
`;

function metricsService(projectName: string): string {
  return `apiVersion: v1
kind: Service
metadata:
  labels:
    control-plane: controller-manager
${projectLabels(projectName)}
  name: controller-manager-metrics-service
  namespace: system
spec:
  ports:
  - name: https
    port: 8443
    protocol: TCP
    targetPort: 8443
  selector:
    control-plane: controller-manager
    app.kubernetes.io/name: ${projectName}
`;
}

const managerKustomization = `resources:
- manager.yaml
# "kubewright deploy --image" takes its own image for this one.
images:
- name: controller
  newName: controller
  newTag: latest
`;

function monitor(projectName: string): string {
  return `# Has Prometheus collect the metrics of the manager. Its service account needs the ClusterRole ${projectName}-metrics-reader.
apiVersion: monitoring.coreos.com/v1
kind: ServiceMonitor
metadata:
  labels:
    control-plane: controller-manager
${projectLabels(projectName)}
  name: controller-manager-metrics-monitor
  namespace: system
spec:
  endpoints:
  - path: /metrics
    port: https
    scheme: https
    bearerTokenFile: /var/run/secrets/kubernetes.io/serviceaccount/token
    tlsConfig:
      # The certificate is one that the manager makes at its start. To have it checked, give it one: --metrics-cert-path.
      insecureSkipVerify: true
  selector:
    matchLabels:
      control-plane: controller-manager
      app.kubernetes.io/name: ${projectName}
`;
}

function networkPolicy(projectName: string): string {
  return `# Only pods of namespaces with the label "metrics: enabled" can reach the metrics of the manager. Its probes are not affected: the kubelet may
# always reach the pods of its node.
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata:
  labels:
${projectLabels(projectName)}
  name: allow-metrics-traffic
  namespace: system
spec:
  podSelector:
    matchLabels:
      control-plane: controller-manager
      app.kubernetes.io/name: ${projectName}
  policyTypes:
  - Ingress
  ingress:
  - from:
    - namespaceSelector:
        matchLabels:
          metrics: enabled
    ports:
    - port: 8443
      protocol: TCP
`;
}
