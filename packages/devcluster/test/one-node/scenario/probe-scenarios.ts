import type { Probe } from "@kubewright/api/core/v1";
import type { OneNodeScenario } from "../one-node-scenario.ts";
import { idle, pod, program, serve, whenListening } from "../programs.ts";
import { isReady, isRestarted, isTold, isWaiting } from "./checks.ts";

const often = { periodSeconds: 1, timeoutSeconds: 30 };
/** So that the server has begun to listen. */
const later = { ...often, initialDelaySeconds: 2 };

/** Whether a program is looked at before it listens. */
const chance = /^Unhealthy .*:21873.*(connection refused|connection reset by peer|EOF)$/;

function failing(what: string, readinessProbe: Probe, text = serve): OneNodeScenario {
  return {
    name: `readiness-fails-${what}`,
    chance,
    async steps(world) {
      await world.create(pod("unready", { containers: [program(text, { readinessProbe })] }));
      await world.reach("told", isTold("Unhealthy"), { speed: 2 });
    },
  };
}

/** A pod that is well at first. */
function unwell(what: string, livenessProbe: Probe): OneNodeScenario {
  return {
    name: `restarted-for-${what}`,
    chance,
    async steps(world) {
      const readinessProbe = { httpGet: { path: "/200", port: 21873 }, ...often };
      await world.create(pod("sick", { containers: [program(serve, { readinessProbe, livenessProbe })] }));
      await world.reach("ready", isReady);
      await world.pass(20);
      await world.reach("restarted", (objects, events) => isRestarted(1)(objects, events) && isReady(objects, events));
    },
  };
}

const failsWhenUp = whenListening("console.log('not well'); process.exit(1);");

/** Pods that are looked at. */
export const probeScenarios: readonly OneNodeScenario[] = [
  failing("http", { httpGet: { path: "/500", port: 21873 }, ...later }),
  failing("http-refused", { httpGet: { path: "/", port: 21874 }, ...later }),
  failing("http-hangs", { httpGet: { path: "/hang", port: 21873 }, ...later, timeoutSeconds: 1 }),
  failing("tcp", { tcpSocket: { port: 21874 }, ...later }),
  failing("exec", { exec: { command: ["node", "-e", "console.log('not well'); process.exit(2)"] }, ...later }),
  failing("exec-missing", { exec: { command: ["no-such-program"] }, ...later }),
  failing("exec-hangs", { exec: { command: ["node", "-e", idle] }, ...later, timeoutSeconds: 1 }),
  unwell("liveness", {
    httpGet: { path: "/500", port: 21873 },
    ...often,
    ...{ initialDelaySeconds: 20, failureThreshold: 1 },
  }),
  unwell("liveness-that-hangs", {
    httpGet: { path: "/hang", port: 21873 },
    ...{ periodSeconds: 1, timeoutSeconds: 1, initialDelaySeconds: 20, failureThreshold: 1 },
  }),
  {
    name: "restarted-for-startup",
    async steps(world) {
      const startupProbe = { exec: { command: ["node", "-e", failsWhenUp] }, ...often, failureThreshold: 1 };
      const livenessProbe = { exec: { command: ["node", "-e", "process.exit(1)"] }, ...often };
      await world.create(pod("sick", { containers: [program(serve, { startupProbe, livenessProbe })] }));
      // The first two restarts are at once.
      await world.reach("waiting", isWaiting("CrashLoopBackOff", 2));
    },
  },
  {
    name: "ready-after-its-startup",
    chance,
    async steps(world) {
      const containers = [
        program(serve, {
          startupProbe: { httpGet: { path: "/200", port: 21873 }, ...often, failureThreshold: 30 },
          readinessProbe: { httpGet: { path: "/302", port: 21873 }, ...often },
          livenessProbe: { tcpSocket: { port: 21873 }, ...often },
        }),
      ];
      await world.create(pod("well", { containers }));
      await world.reach("ready", isReady, { speed: 2 });
    },
  },
];
