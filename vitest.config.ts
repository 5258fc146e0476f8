import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { PlainLineReporter } from "./tools/plain-line-reporter.ts";

const shared = {
  resolve: { conditions: ["@kubewright/source"] },
  ssr: { resolve: { conditions: ["@kubewright/source"] } },
};

/** How long `expect.poll` waits: its own second is short for a machine that has much else to do. */
const poll = { timeout: 15_000 };
// A machine may stop for seconds at the wrong moment. Whatever passes only when run again is named at the end of the run.
const retry = 1;

export default defineConfig({
  test: {
    reporters: ["default", new PlainLineReporter()],
    projects: [
      {
        ...shared,
        test: {
          name: "unit",
          include: ["{packages,operators,tools,examples,bench}/**/*.test.ts"],
          exclude: ["**/node_modules/**", "**/dist/**", "**/*.real.test.ts", "**/*.scenario.test.ts"],
          pool: "threads",
          isolate: false,
          // Many wait for processes and sockets: even a machine of two cores has time for two.
          maxWorkers: Math.max(2, availableParallelism() - 1),
          testTimeout: 60_000,
          hookTimeout: 60_000,
          expect: { poll },
          retry,
        },
      },
      {
        ...shared,
        test: {
          name: "real",
          include: ["{packages,operators,tools,examples,bench}/**/*.real.test.ts"],
          exclude: ["**/node_modules/**", "**/dist/**"],
          pool: "threads",
          isolate: false,
          // Most of the contract's cases wait for the server, not for the processor.
          maxConcurrency: 20,
          testTimeout: 60_000,
          hookTimeout: 60_000,
          expect: { poll },
          retry,
        },
      },
      {
        ...shared,
        test: {
          // On the real cluster of one node that it starts itself: one file after the other.
          name: "e2e",
          include: ["e2e/**/*.e2e.test.ts"],
          pool: "threads",
          isolate: false,
          fileParallelism: false,
          testTimeout: 300_000,
          hookTimeout: 120_000,
        },
      },
      {
        ...shared,
        test: {
          // Beside real controllers, in real time: each file has the machine to itself.
          name: "scenario",
          include: ["packages/**/*.scenario.test.ts"],
          exclude: ["**/node_modules/**", "**/dist/**"],
          pool: "threads",
          isolate: false,
          fileParallelism: false,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
