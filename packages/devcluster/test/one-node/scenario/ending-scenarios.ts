import type { OneNodeScenario } from "../one-node-scenario.ts";
import { ends, holder, idle, listens, pod, program } from "../programs.ts";
import { container, isInPhase, isReady, isTold, isWaiting, pods, remove } from "./checks.ts";

const ready = { tcpSocket: { port: 21873 }, periodSeconds: 1, timeoutSeconds: 30 };
const chance = /^Unhealthy .*:21873.*(connection refused|connection reset by peer|EOF)$/;
const isEnded = container(({ state }) => state?.terminated !== undefined);

/** Pods that come to an unusual end. */
export const endingScenarios: readonly OneNodeScenario[] = [
  {
    name: "unwell-and-not-restarted",
    chance,
    async steps(world) {
      const livenessProbe = {
        exec: { command: ["node", "-e", "console.log('not well'); process.exit(1)"] },
        ...{ periodSeconds: 1, timeoutSeconds: 30, initialDelaySeconds: 20, failureThreshold: 1 },
      };
      const containers = [program(`${listens} ${ends}`, { readinessProbe: ready, livenessProbe })];
      await world.create(pod("sick", { restartPolicy: "Never", containers }));
      await world.reach("ready", isReady);
      await world.pass(20);
      await world.reach("ended", isInPhase("Succeeded"));
    },
  },
  {
    name: "deleted-while-it-waits-for-its-volume",
    async steps(world) {
      const volumes = [{ name: "keys", secret: { secretName: "keys" } }];
      const volumeMounts = [{ name: "keys", mountPath: "/keys" }];
      await world.create(
        pod("volume", { volumes, containers: [program(idle, { volumeMounts })] }, { finalizers: [holder] }),
      );
      await world.reach("waiting", isTold("FailedMount"));
      await remove(world, "volume");
      await world.reach(
        "ended",
        pods(({ status }) => status?.phase === "Failed"),
      );
    },
  },
  {
    name: "deleted-while-it-waits-for-its-config",
    async steps(world) {
      const env = [{ name: "A", valueFrom: { secretKeyRef: { name: "absent", key: "a" } } }];
      await world.create(pod("config", { containers: [program(idle, { env })] }, { finalizers: [holder] }));
      await world.reach("waiting", isWaiting("CreateContainerConfigError"));
      await remove(world, "config");
      await world.reach(
        "ended",
        pods(({ status }) => status?.phase === "Failed"),
      );
    },
  },
  {
    name: "what-it-does-before-its-end-takes-too-long",
    chance,
    async steps(world) {
      const lifecycle = { preStop: { exec: { command: ["node", "-e", "setInterval(() => {}, 1000)"] } } };
      const containers = [program(`${listens} ${ends}`, { readinessProbe: ready, lifecycle })];
      await world.create(pod("slow", { terminationGracePeriodSeconds: 5, containers }, { finalizers: [holder] }));
      await world.reach("ready", isReady);
      await remove(world, "slow");
      await world.reach("ended", isEnded);
    },
  },
  {
    name: "sleeps-before-its-end",
    chance,
    async steps(world) {
      const lifecycle = { preStop: { sleep: { seconds: 2 } } };
      const containers = [program(`${listens} ${ends}`, { readinessProbe: ready, lifecycle })];
      await world.create(pod("slow", { containers }, { finalizers: [holder] }));
      await world.reach("ready", isReady);
      await remove(world, "slow");
      await world.reach("ended", isEnded);
    },
  },
  {
    name: "its-last-words-are-long",
    async steps(world) {
      const text = "require('fs').writeFileSync('/dev/termination-log', 'word '.repeat(1000)); process.exit(1)";
      const log = "for (let line = 1; line < 200; line++) console.log('line ' + line); process.exit(1)";
      const containers = [
        program(text),
        program(log, { name: "other", terminationMessagePolicy: "FallbackToLogsOnError" }),
      ];
      await world.create(pod("words", { restartPolicy: "Never", containers }));
      await world.reach("failed", isInPhase("Failed"));
    },
  },
  {
    name: "not-ready-until-others-say-so",
    async steps(world) {
      const readinessGates = [{ conditionType: "example.com/checked" }];
      await world.create(pod("gated", { readinessGates, containers: [program(idle)] }));
      await world.reach(
        "running",
        container(({ ready: isUp }) => isUp),
      );
    },
  },
];
