import type { Pod } from "@kubewright/api/core/v1";
import type { OneNodeScenario } from "../one-node-scenario.ts";
import { ends, holder, idle, listens, pod, program, whenListening } from "../programs.ts";
import { isInPhase, isReady, pods, remove } from "./checks.ts";

function sidecarOf({ status }: Pod, name: string) {
  return (status?.initContainerStatuses ?? []).find((container) => container.name === name);
}

/** Pods with containers that run before or beside others. */
export const sidecarScenarios: readonly OneNodeScenario[] = [
  {
    name: "sidecar-ends-after-the-last",
    async steps(world) {
      await world.create(
        pod("batch", {
          restartPolicy: "Never",
          initContainers: [program(`${listens} ${ends}`, { name: "beside", restartPolicy: "Always" })],
          containers: [program(whenListening("process.exit(0)"))],
        }),
      );
      await world.reach("completed", isInPhase("Succeeded"));
    },
  },
  {
    name: "sidecar-crashes",
    async steps(world) {
      await world.create(
        pod("beside", {
          initContainers: [program("process.exit(1)", { name: "beside", restartPolicy: "Always" })],
          containers: [program(idle)],
        }),
      );
      await world.reach(
        "main runs",
        pods((it) => {
          const beside = sidecarOf(it, "beside");
          return beside?.restartCount === 1 && beside.state?.waiting?.reason === "CrashLoopBackOff";
        }),
      );
    },
  },
  {
    name: "sidecar-is-waited-for",
    async steps(world) {
      const startupProbe = {
        exec: { command: ["node", "-e", "process.exit(1)"] },
        periodSeconds: 1,
        timeoutSeconds: 30,
      };
      await world.create(
        pod("beside", {
          initContainers: [
            program(idle, {
              name: "beside",
              restartPolicy: "Always",
              startupProbe: { ...startupProbe, failureThreshold: 100 },
            }),
          ],
          containers: [program(idle)],
        }),
      );
      await world.reach("not started", (_, events) => events.some(({ reason }) => reason === "Unhealthy"));
    },
  },
  {
    name: "init-container-is-tried-again",
    async steps(world) {
      const once = `const fs = require('fs'); const path = '/state/seen';
        if (!fs.existsSync(path)) { fs.writeFileSync(path, ''); process.exit(4); }`;
      const mounts = { volumeMounts: [{ name: "state", mountPath: "/state" }] };
      await world.create(
        pod("again", {
          restartPolicy: "OnFailure",
          volumes: [{ name: "state", emptyDir: {} }],
          initContainers: [program(once, { name: "setup", ...mounts })],
          containers: [program(idle)],
        }),
      );
      await world.reach("up", isReady);
    },
  },
  {
    name: "deleted-while-it-initializes",
    chance: /^Unhealthy .*: dial tcp/,
    async steps(world) {
      // The one tells of the other that it is up.
      const startupProbe = { tcpSocket: { port: 21873 }, periodSeconds: 1, timeoutSeconds: 30, failureThreshold: 60 };
      const readinessProbe = { ...startupProbe, tcpSocket: { port: 21874 } };
      const deaf = "process.on('SIGTERM', () => {}); require('net').createServer().listen(21874, process.env.POD_IP)";
      const initContainers = [
        program(`${listens} ${ends}`, { name: "beside", restartPolicy: "Always", startupProbe, readinessProbe }),
        program(deaf, { name: "setup" }),
      ];
      await world.create(pod("init", { initContainers, containers: [program(idle)] }, { finalizers: [holder] }));
      await world.reach(
        "initializing",
        pods((it) => sidecarOf(it, "beside")?.ready === true),
      );
      await remove(world, "init", 6);
      await world.reach(
        "ended",
        pods((it) => sidecarOf(it, "beside")?.state?.terminated !== undefined),
      );
    },
  },
];
