/** What a server checks of itself, by endpoint; the names are the reference's, so that who excludes one or asks for one finds it. */
const hooks = [
  "start-apiserver-admission-initializer",
  "generic-apiserver-start-informers",
  "priority-and-fairness-config-consumer",
  "priority-and-fairness-filter",
  "storage-object-count-tracker-hook",
  "start-apiextensions-informers",
  "start-apiextensions-controllers",
  "crd-informer-synced",
  "start-system-namespaces-controller",
  "peer-endpoint-reconciler-controller",
  "start-cluster-authentication-info-controller",
  "start-kube-apiserver-identity-lease-controller",
  "start-kube-apiserver-identity-lease-garbage-collector",
  "storage-readiness",
  "start-legacy-token-tracking-controller",
  "start-service-ip-repair-controllers",
  "rbac/bootstrap-roles",
  "scheduling/bootstrap-system-priority-classes",
  "priority-and-fairness-config-producer",
  "bootstrap-controller",
  "start-kubernetes-service-cidr-controller",
  "start-kube-aggregator-informers",
  "apiservice-status-local-available-controller",
  "apiservice-status-remote-available-controller",
  "apiservice-registration-controller",
  "apiservice-discovery-controller",
  "kube-apiserver-autoregistration",
];

const started = [
  ...hooks.map((name) => `poststarthook/${name}`),
  "autoregister-completion",
  "poststarthook/apiservice-openapi-controller",
  "poststarthook/apiservice-openapiv3-controller",
];

const checks: Readonly<Record<string, readonly string[]>> = {
  healthz: ["ping", "log", "loopback-serving-certificate", "etcd", ...started],
  livez: ["ping", "log", "loopback-serving-certificate", "etcd", ...started],
  readyz: ["ping", "log", "etcd", "etcd-readiness", "informer-sync", ...started, "shutdown"],
};

/** The paths at which health is told, for the list of paths. */
export function healthPaths(): string[] {
  return Object.entries(checks).flatMap(([endpoint, names]) => [
    `/${endpoint}`,
    ...names.map((name) => `/${endpoint}/${name}`),
  ]);
}

/** What `/healthz`, `/livez`, `/readyz` and the single checks below them say; undefined where there is no such check. */
export function healthText(path: string, query: URLSearchParams): string | undefined {
  const [, endpoint = "", ...rest] = path.split("/");
  const names = checks[endpoint];
  if (names === undefined) return undefined;
  if (rest.length > 0) return names.includes(rest.join("/")) ? "ok" : undefined;
  if (!query.has("verbose")) return "ok";
  const excluded = new Set(query.getAll("exclude").flatMap((value) => value.split(",")));
  const lines = names.map((name) => `[+]${name} ${excluded.delete(name) ? "excluded: ok" : "ok"}\n`);
  if (excluded.size > 0) {
    const unknown = [...excluded].map((name) => JSON.stringify(name)).join(",");
    lines.push(`warn: some health checks cannot be excluded: no matches for ${unknown}\n`);
  }
  return `${lines.join("")}${endpoint} check passed\n`;
}
