import type { Container, Probe } from "@kubewright/api/core/v1";
import type { OneNodeScenario } from "../one-node-scenario.ts";
import { idle, pod, program, serve } from "../programs.ts";
import { isReady, isRestarted, isTold } from "./checks.ts";

const often = { periodSeconds: 1, timeoutSeconds: 30 };
/** So that the server has begun to listen. */
const later = { ...often, initialDelaySeconds: 2 };

function failing(what: string, readinessProbe: Probe, text = serve): OneNodeScenario {
  return {
    name: `readiness-fails-${what}`,
    async steps(world) {
      await world.create(pod("unready", { containers: [program(text, { readinessProbe })] }));
      await world.reach("told", isTold("Unhealthy"), { speed: 2 });
    },
  };
}

function unwell(what: string, more: Partial<Container>): OneNodeScenario {
  return {
    name: `restarted-for-${what}`,
    async steps(world) {
      await world.create(pod("sick", { terminationGracePeriodSeconds: 3, containers: [program(serve, more)] }));
      await world.reach("restarted", isRestarted(1), { speed: 2 });
    },
  };
}

/** Pods that are looked at. */
export const probeScenarios: readonly OneNodeScenario[] = [
  failing("http", { httpGet: { path: "/500", port: 8080 }, ...later }),
  failing("http-refused", { httpGet: { path: "/", port: 9090 }, ...later }),
  failing("http-hangs", { httpGet: { path: "/hang", port: 8080 }, ...later, timeoutSeconds: 1 }),
  failing("tcp", { tcpSocket: { port: 9090 }, ...later }),
  failing("exec", { exec: { command: ["node", "-e", "console.log('not well'); process.exit(2)"] }, ...later }),
  failing("exec-missing", { exec: { command: ["no-such-program"] }, ...later }),
  failing("exec-hangs", { exec: { command: ["node", "-e", idle] }, ...later, timeoutSeconds: 1 }),
  unwell("liveness", {
    livenessProbe: { httpGet: { path: "/500", port: 8080 }, ...later, initialDelaySeconds: 5, failureThreshold: 1 },
  }),
  unwell("liveness-that-hangs", {
    livenessProbe: {
      httpGet: { path: "/hang", port: 8080 },
      ...{ periodSeconds: 1, timeoutSeconds: 1, initialDelaySeconds: 5, failureThreshold: 1 },
    },
  }),
  unwell("startup", {
    startupProbe: { tcpSocket: { port: 9090 }, ...later, initialDelaySeconds: 5, failureThreshold: 1 },
    livenessProbe: { exec: { command: ["node", "-e", "process.exit(1)"] }, ...often },
  }),
  {
    name: "ready-after-its-startup",
    async steps(world) {
      const containers = [
        program(serve, {
          startupProbe: { httpGet: { path: "/200", port: 8080 }, ...later },
          readinessProbe: { httpGet: { path: "/302", port: 8080 }, ...often },
          livenessProbe: { tcpSocket: { port: 8080 }, ...often },
        }),
      ];
      await world.create(pod("well", { containers }));
      await world.reach("ready", isReady, { speed: 2 });
    },
  },
];
