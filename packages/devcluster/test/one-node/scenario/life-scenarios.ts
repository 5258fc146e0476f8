import { ConfigMap, Pod, Secret } from "@kubewright/api/core/v1";
import type { OneNodeScenario, OneNodeWorld } from "../one-node-scenario.ts";
import { ends, holder, idle, image, listens, nextImage, pod, program, serve } from "../programs.ts";
import { container, isGone, isInPhase, isReady, isRestarted, isTold, isWaiting, remove } from "./checks.ts";

/** Lets a pod go that was held. */
async function release(world: OneNodeWorld, name: string): Promise<void> {
  const key = { name, namespace: world.namespace };
  await world.client.patch(Pod, key, { merge: { metadata: { finalizers: null } } });
}

/** Runs a pod until it is ready, deletes it, and looks at it after its end. */
function ending(name: string, text: string, spec: Parameters<typeof pod>[1] = {}, more = {}): OneNodeScenario {
  return {
    name,
    chance,
    async steps(world) {
      const containers = [program(text, { readinessProbe: ready, ...more })];
      await world.create(pod("ending", { containers, ...spec }, { finalizers: [holder] }));
      await world.reach("ready", isReady);
      await remove(world, "ending");
      await world.reach(
        "ended",
        container(({ state }) => state?.terminated !== undefined),
        { speed: 5 },
      );
      await release(world, "ending");
      await world.reach("gone", isGone);
    },
  };
}

/** Whether a program is looked at before it listens. */
const chance = /^Unhealthy Readiness probe failed: (Get|dial tcp) /;

/** The program has set up its signal handlers when it answers. */
const ready = { tcpSocket: { port: 21873 }, periodSeconds: 1, timeoutSeconds: 30 };

/** Pods that do what they should. */
export const lifeScenarios: readonly OneNodeScenario[] = [
  {
    name: "pod-life",
    async steps(world) {
      const resources = { requests: { cpu: "10m", memory: "32Mi" }, limits: { memory: "256Mi" } };
      await world.create(
        pod("life", {
          initContainers: [
            program("", { name: "first" }),
            program(idle, { name: "beside", restartPolicy: "Always" }),
            program("", { name: "second" }),
          ],
          containers: [
            program(serve, {
              resources,
              ports: [{ name: "http", containerPort: 21873 }],
              readinessProbe: { httpGet: { path: "/200", port: "http" }, periodSeconds: 1, timeoutSeconds: 30 },
            }),
            program(idle, { name: "another" }),
          ],
        }),
      );
      await world.reach("ready", isReady);
      await remove(world, "life");
      await world.reach("gone", isGone);
    },
    chance,
  },
  {
    name: "pod-completes",
    async steps(world) {
      const text = "require('fs').writeFileSync('/dev/termination-log', 'all done'); console.log('x')";
      await world.create(pod("once", { restartPolicy: "Never", containers: [program(text)] }));
      await world.reach("completed", isInPhase("Succeeded"));
      await remove(world, "once");
      await world.reach("gone", isGone);
    },
  },
  {
    name: "pod-completes-on-failure-only",
    async steps(world) {
      await world.create(
        pod("once", { restartPolicy: "OnFailure", containers: [program(""), program("", { name: "other" })] }),
      );
      await world.reach("completed", isInPhase("Succeeded"));
    },
  },
  {
    name: "pod-fails",
    async steps(world) {
      const text = "console.error('cannot go on'); process.exit(3)";
      const containers = [
        program(text, { terminationMessagePolicy: "FallbackToLogsOnError" }),
        program("", { name: "well" }),
      ];
      await world.create(pod("once", { restartPolicy: "Never", containers }));
      await world.reach("failed", isInPhase("Failed"));
    },
  },
  {
    name: "pod-fails-in-init",
    async steps(world) {
      await world.create(
        pod("once", {
          restartPolicy: "Never",
          initContainers: [program("process.exit(2)", { name: "setup" }), program("", { name: "never" })],
          containers: [program(idle)],
        }),
      );
      await world.reach("failed", isInPhase("Failed"));
    },
  },
  {
    name: "pod-active-for-too-long",
    chance,
    async steps(world) {
      const containers = [program(`${listens} ${ends}`, { readinessProbe: ready })];
      await world.create(pod("long", { activeDeadlineSeconds: 15, containers }));
      await world.reach("ready", isReady);
      await world.pass(15);
      await world.reach("failed", isInPhase("Failed"));
    },
  },
  {
    name: "pod-with-another-image",
    chance,
    async steps(world) {
      await world.create(pod("image", { containers: [program(`${listens} ${ends}`, { readinessProbe: ready })] }));
      await world.reach("running", isReady);
      const key = { name: "image", namespace: world.namespace };
      const containers = [{ name: "main", image: nextImage }];
      await world.client.patch(Pod, key, { strategic: { spec: { containers } } });
      await world.reach("changed", (objects, events) => isRestarted(1)(objects, events) && isReady(objects, events));
    },
  },
  {
    name: "pod-waits-for-its-config",
    async steps(world) {
      await world.create(
        pod("config", {
          containers: [
            program(idle, { env: [{ name: "A", valueFrom: { configMapKeyRef: { name: "config", key: "a" } } }] }),
          ],
        }),
      );
      await world.reach("without", isWaiting("CreateContainerConfigError"));
      await world.create(ConfigMap.of({ metadata: { name: "config" }, data: { b: "1" } }));
      await world.reach(
        "without the key",
        container(({ state }) => /couldn't find key/.test(state?.waiting?.message ?? "")),
        { speed: 5 },
      );
      const key = { name: "config", namespace: world.namespace };
      await world.client.patch(ConfigMap, key, { merge: { data: { a: "1" } } });
      await world.reach("with", isReady, { speed: 5 });
    },
  },
  {
    name: "pod-waits-for-its-volume",
    async steps(world) {
      await world.create(
        pod("volume", {
          volumes: [{ name: "keys", secret: { secretName: "keys" } }],
          containers: [program(idle, { volumeMounts: [{ name: "keys", mountPath: "/keys", readOnly: true }] })],
        }),
      );
      await world.reach("without", isTold("FailedMount"));
      await world.create(Secret.of({ metadata: { name: "keys" }, stringData: { a: "1" } }));
      await world.reach("with", isReady, { speed: 5 });
    },
  },
  ending("pod-ends-when-told", `${listens} ${ends}`),
  ending("pod-ends-with-an-error", `${listens} process.on('SIGTERM', () => process.exit(5));`),
  ending("pod-ignores-sigterm", `${listens} process.on('SIGTERM', () => {});`, { terminationGracePeriodSeconds: 3 }),
  ending(
    "pod-does-something-before-its-end",
    `${listens} ${ends}`,
    {},
    { lifecycle: { preStop: { exec: { command: ["node", "-e", ""] } } } },
  ),
  ending(
    "pod-fails-to-do-something-before-its-end",
    `${listens} ${ends}`,
    {},
    { lifecycle: { preStop: { exec: { command: ["node", "-e", "process.exit(4)"] } } } },
  ),
  {
    name: "pod-removed-at-once",
    async steps(world) {
      await world.create(pod("now", { containers: [program(`${listens} process.on('SIGTERM', () => {})`)] }));
      await world.reach("ready", isReady);
      await remove(world, "now", 0);
      await world.reach("gone", (objects, events) => isGone(objects, events) && isTold("Killing")(objects, events));
    },
  },
  {
    name: "pod-with-its-image-s-program",
    async steps(world) {
      await world.create(pod("image", { restartPolicy: "Never", containers: [{ name: "main", image }] }));
      await world.reach("completed", isInPhase("Succeeded"));
    },
  },
];
