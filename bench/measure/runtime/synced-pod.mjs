import { objectName } from "../../subject/protocol.mjs";

/**
 * A pod of the common sort: one container of a ReplicaSet. With what the server adds it has 4 KB as JSON.
 * @param {number} n
 */
export function syncedPod(n) {
  return {
    apiVersion: "v1",
    kind: "Pod",
    metadata: {
      name: objectName(n),
      labels: { app: `web-${n % 200}`, "pod-template-hash": "7c5ddbdf54" },
      ownerReferences: [
        {
          apiVersion: "apps/v1",
          kind: "ReplicaSet",
          name: `web-${n % 200}-7c5ddbdf54`,
          uid: `00000000-0000-4000-8000-${String(n % 200).padStart(12, "0")}`,
          controller: true,
          blockOwnerDeletion: true,
        },
      ],
    },
    spec: {
      nodeName: `node-${n % 100}`,
      containers: [
        {
          name: "web",
          image: "registry.example/web:1.0",
          ports: [{ name: "http", containerPort: 8080 }],
          env: [
            { name: "LOG_LEVEL", value: "info" },
            { name: "CACHE_SIZE", value: "64" },
          ],
          resources: { requests: { cpu: "100m", memory: "64Mi" }, limits: { memory: "128Mi" } },
          readinessProbe: { httpGet: { path: "/healthz", port: 8080 } },
        },
      ],
    },
  };
}

/**
 * What a kubelet reports of it.
 * @param {number} n
 */
export function syncedPodStatus(n) {
  const at = "2026-01-01T00:00:00Z";
  const ip = `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`;
  return {
    phase: "Running",
    podIP: ip,
    podIPs: [{ ip }],
    hostIP: `10.200.0.${n % 100}`,
    startTime: at,
    conditions: ["PodScheduled", "Initialized", "ContainersReady", "Ready"].map((type) => ({
      type,
      status: "True",
      lastTransitionTime: at,
    })),
    containerStatuses: [
      {
        name: "web",
        ready: true,
        started: true,
        restartCount: 0,
        image: "registry.example/web:1.0",
        imageID: `registry.example/web@sha256:${"0123456789abcdef".repeat(4)}`,
        containerID: `containerd://${String(n).padStart(64, "0")}`,
        state: { running: { startedAt: at } },
      },
    ],
  };
}
