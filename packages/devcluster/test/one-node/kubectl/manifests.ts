import type { KubeObject } from "@kubewright/api";
import { Deployment } from "@kubewright/api/apps/v1";
import { ConfigMap } from "@kubewright/api/core/v1";
import { idle, pod, program } from "../programs.ts";

const web = `console.log('first line'); console.log('second line');
process.on('SIGTERM', () => { console.log('last line'); process.exit(0); });
require('http').createServer((request, response) => response.end('ok')).listen(21873, process.env.POD_IP);`;

/** What is applied, by the name of the file. */
export const manifests: Readonly<Record<string, readonly KubeObject[]>> = {
  "web.json": [
    Deployment.of({
      metadata: { name: "web", labels: { app: "web" } },
      spec: {
        replicas: 2,
        selector: { matchLabels: { app: "web" } },
        template: {
          metadata: { labels: { app: "web" } },
          spec: {
            terminationGracePeriodSeconds: 20,
            containers: [
              program(web, {
                ports: [{ name: "http", containerPort: 21873 }],
                resources: { requests: { cpu: "10m", memory: "16Mi" }, limits: { memory: "512Mi" } },
                readinessProbe: { httpGet: { path: "/", port: "http" }, periodSeconds: 1, timeoutSeconds: 30 },
                livenessProbe: { tcpSocket: { port: 21873 }, initialDelaySeconds: 60, timeoutSeconds: 30 },
              }),
            ],
          },
        },
      },
    }),
  ],
  "pods.json": [
    ConfigMap.of({ metadata: { name: "settings" }, data: { mode: "fast" } }),
    pod("whole", {
      initContainers: [program("console.log('set up')", { name: "setup" })],
      volumes: [
        { name: "settings", configMap: { name: "settings" } },
        { name: "scratch", emptyDir: {} },
      ],
      containers: [
        program(`console.log(process.env.MODE, require('fs').readFileSync('/settings/mode', 'utf8')); ${idle}`, {
          env: [
            { name: "MODE", valueFrom: { configMapKeyRef: { name: "settings", key: "mode" } } },
            { name: "NODE", valueFrom: { fieldRef: { fieldPath: "spec.nodeName" } } },
          ],
          volumeMounts: [
            { name: "settings", mountPath: "/settings", readOnly: true },
            { name: "scratch", mountPath: "/scratch" },
          ],
        }),
        program(`console.log('beside'); ${idle}`, { name: "beside" }),
      ],
    }),
    pod("crash", {
      containers: [program("console.log('tried'); console.error('failed'); process.exit(3)")],
    }),
    pod("lost", { containers: [{ ...program(""), command: ["no-such-program"] }] }),
    pod("done", { restartPolicy: "Never", containers: [program("console.log('one\\ntwo\\nthree')")] }),
    pod("config", {
      containers: [program("", { env: [{ name: "A", valueFrom: { configMapKeyRef: { name: "absent", key: "a" } } }] })],
    }),
  ],
};
