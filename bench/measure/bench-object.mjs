import { objectName } from "../subject/protocol.mjs";

/** The text in each ConfigMap: 1 KB that compresses as configuration does, to about a third. */
export const payload = settings(1000);

/**
 * @param {string} name
 * @param {Record<string, string>} data
 */
export function configMap(name, data) {
  return { apiVersion: "v1", kind: "ConfigMap", metadata: { name, labels: { app: "bench" } }, data };
}

/**
 * A pod as a Deployment's look: two containers with probes, resources, variables and volumes.
 * @param {number} n
 */
export function pod(n) {
  return {
    apiVersion: "v1",
    kind: "Pod",
    metadata: {
      name: objectName(n),
      labels: { app: "bench", "app.kubernetes.io/name": "bench", "pod-template-hash": "7c5ddbdf54" },
      annotations: { "prometheus.io/scrape": "true", "prometheus.io/port": "8080" },
    },
    spec: {
      nodeName: `node-${n % 10}`,
      volumes: [
        { name: "config", configMap: { name: objectName(n) } },
        { name: "scratch", emptyDir: {} },
      ],
      containers: [container("web", 8080), container("sidecar", 9090)],
    },
  };
}

/** What a kubelet reports of such a pod. */
export function podStatus() {
  const at = "2026-01-01T00:00:00Z";
  return {
    phase: "Running",
    podIP: "10.1.2.3",
    podIPs: [{ ip: "10.1.2.3" }],
    hostIP: "10.0.0.3",
    startTime: at,
    qosClass: "Burstable",
    conditions: ["PodScheduled", "Initialized", "ContainersReady", "Ready"].map((type) => ({
      type,
      status: "True",
      lastTransitionTime: at,
    })),
    containerStatuses: ["web", "sidecar"].map((name) => ({
      name,
      ready: true,
      started: true,
      restartCount: 0,
      image: `registry.example/${name}:1.0`,
      imageID: `registry.example/${name}@sha256:${"0123456789abcdef".repeat(4)}`,
      containerID: `containerd://${"fedcba9876543210".repeat(4)}`,
      state: { running: { startedAt: at } },
    })),
  };
}

/**
 * @param {string} name
 * @param {number} port
 */
function container(name, port) {
  const probe = { httpGet: { path: "/healthz", port }, periodSeconds: 10 };
  return {
    name,
    image: `registry.example/${name}:1.0`,
    args: ["--config=/etc/config/config.yaml", "--log-level=info"],
    ports: [{ name: "http", containerPort: port }],
    env: Array.from({ length: 8 }, (_, index) => ({ name: `SETTING_${index}`, value: `value-${index}` })),
    resources: { requests: { cpu: "100m", memory: "64Mi" }, limits: { memory: "128Mi" } },
    livenessProbe: probe,
    readinessProbe: probe,
    volumeMounts: [
      { name: "config", mountPath: "/etc/config", readOnly: true },
      { name: "scratch", mountPath: "/tmp" },
    ],
  };
}

/**
 * Lines `name: value` in no obvious order, but the same ones each time.
 * @param {number} length
 */
function settings(length) {
  const words =
    "cache client connection default enabled host interval limit log max min pool port retry server size timeout".split(
      " ",
    );
  let text = "";
  let state = 1;
  const next = (/** @type {number} */ limit) => {
    state = (state * 48271) % 2147483647;
    return state % limit;
  };
  while (text.length < length) {
    text += `${words[next(words.length)]}.${words[next(words.length)]}: ${next(100_000).toString(36)}\n`;
  }
  return text.slice(0, length);
}
