import { Pod } from "@kubewright/api/core/v1";
import type { OneNodeScenario } from "../one-node-scenario.ts";
import { emptyImage, ends, holder, idle, image, listens, pod, program, whenListening } from "../programs.ts";
import { container, isReady, isRestarted, isWaiting, pods } from "./checks.ts";

/** Pods that cannot do what they should. */
export const faultScenarios: readonly OneNodeScenario[] = [
  {
    name: "crash-loop",
    async steps(world) {
      await world.create(pod("crash", { containers: [program("console.log('run'); process.exit(1)")] }));
      await world.reach("first", isWaiting("CrashLoopBackOff", 1));
      await world.reach("second", isWaiting("CrashLoopBackOff", 2), { speed: 10 });
    },
  },
  {
    name: "crash-loop-that-ends-well",
    async steps(world) {
      await world.create(pod("crash", { containers: [program("")] }));
      await world.reach("first", isWaiting("CrashLoopBackOff", 1));
    },
  },
  {
    name: "crash-loop-in-init",
    async steps(world) {
      await world.create(
        pod("crash", {
          initContainers: [program("process.exit(1)", { name: "setup" })],
          containers: [program(idle)],
        }),
      );
      await world.reach(
        "first",
        pods(({ status }) => {
          const [setup] = status?.initContainerStatuses ?? [];
          return setup?.state?.waiting?.reason === "CrashLoopBackOff" && setup.restartCount === 1;
        }),
      );
    },
  },
  {
    name: "crash-loop-that-is-deleted",
    async steps(world) {
      await world.create(pod("crash", { containers: [program("process.exit(1)")] }, { finalizers: [holder] }));
      await world.reach("crashed", isWaiting("CrashLoopBackOff", 1));
      await world.client.delete(Pod, { name: "crash", namespace: world.namespace });
      await world.reach(
        "ended",
        container(({ state }) => state?.terminated !== undefined),
      );
    },
  },
  {
    name: "image-without-a-program",
    async steps(world) {
      await world.create(pod("empty", { containers: [{ name: "main", image: emptyImage }] }));
      await world.reach("waiting", isWaiting("CreateContainerError"));
    },
  },
  {
    name: "image-whose-name-is-none",
    async steps(world) {
      await world.create(pod("name", { containers: [{ name: "main", image: "Not An Image" }] }));
      await world.reach("waiting", isWaiting("InvalidImageName"));
    },
  },
  ...Object.entries({ name: "no-such-program", path: "/no/such/program", folder: "/usr" }).map(
    ([what, command]): OneNodeScenario => ({
      name: `command-that-does-not-exist-${what}`,
      async steps(world) {
        await world.create(pod("lost", { containers: [{ name: "main", image, command: [command] }] }));
        await world.reach("waiting", isWaiting("CrashLoopBackOff", 1));
      },
    }),
  ),
  {
    name: "command-that-does-not-exist-once",
    async steps(world) {
      const containers = [{ name: "main", image, command: ["no-such-program"] }];
      await world.create(pod("lost", { restartPolicy: "Never", containers }));
      await world.reach(
        "failed",
        pods(({ status }) => status?.phase === "Failed"),
      );
    },
  },
  {
    name: "port-in-use",
    async steps(world) {
      const fails = ".on('error', ({ code }) => { console.error(code); process.exit(1); })";
      const first = `${ends} ${listens}`;
      const second = whenListening(`require('net').createServer().listen(21873, process.env.POD_IP)${fails}`);
      const containers = [
        program(second, { name: "b", terminationMessagePolicy: "FallbackToLogsOnError" }),
        program(first, { name: "a" }),
      ];
      await world.create(pod("port", { containers }));
      await world.reach(
        "one runs",
        pods(({ status }) => {
          const b = (status?.containerStatuses ?? []).find(({ name }) => name === "b");
          return b?.state?.waiting?.reason === "CrashLoopBackOff" && b.restartCount === 1;
        }),
      );
    },
  },
  {
    name: "root-where-it-is-forbidden",
    async steps(world) {
      const securityContext = { runAsNonRoot: true, runAsUser: 0 };
      await world.create(pod("root", { securityContext, containers: [program(idle)] }));
      await world.reach("waiting", isWaiting("CreateContainerConfigError"));
    },
  },
  {
    name: "hook-after-the-start-that-fails",
    async steps(world) {
      // When the program listens, it also listens to signals.
      const text = `${ends} ${listens}`;
      const hook = whenListening("console.log('no'); process.exit(9);");
      const lifecycle = { postStart: { exec: { command: ["node", "-e", hook] } } };
      await world.create(pod("hook", { containers: [program(text, { lifecycle })] }));
      await world.reach("waiting", isWaiting("CrashLoopBackOff", 1));
    },
  },
  {
    name: "one-of-two-ends",
    async steps(world) {
      const containers = [program("process.exit(7)"), program(idle, { name: "other" })];
      await world.create(pod("two", { restartPolicy: "Never", containers }));
      await world.reach(
        "one is left",
        container(({ state }) => state?.terminated !== undefined),
      );
    },
  },
  {
    name: "one-that-failed-comes-up",
    async steps(world) {
      const text = `const fs = require('fs'); const path = '/state/seen'; ${ends}
        if (fs.existsSync(path)) setInterval(() => {}, 1000); else { fs.writeFileSync(path, ''); process.exit(1); }`;
      await world.create(
        pod("again", {
          volumes: [{ name: "state", emptyDir: {} }],
          containers: [program(text, { volumeMounts: [{ name: "state", mountPath: "/state" }] })],
        }),
      );
      await world.reach("up", isRestarted(1));
    },
  },
];

/** The whole node fails: nothing else may run on it. */
export const crashScenarios: readonly OneNodeScenario[] = [
  {
    name: "node-is-killed",
    async steps(world) {
      await world.create(
        pod("again", { initContainers: [program("", { name: "setup" })], containers: [program(idle)] }),
        pod("once", { restartPolicy: "Never", containers: [program(idle)] }),
      );
      await world.reach("running", isReady);
      await world.crashNode();
      await world.reach(
        "back",
        pods(({ metadata, status }) => {
          const [main] = status?.containerStatuses ?? [];
          if (metadata.name === "again") return main?.state?.running !== undefined && main.restartCount === 1;
          return status?.phase === "Failed";
        }),
      );
    },
  },
];
