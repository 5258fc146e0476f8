import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { PlainLineReporter } from "./tools/plain-line-reporter.ts";

const shared = {
  resolve: { conditions: ["@kubewright/source"] },
  ssr: { resolve: { conditions: ["@kubewright/source"] } },
};

export default defineConfig({
  test: {
    reporters: ["default", new PlainLineReporter()],
    projects: [
      {
        ...shared,
        test: {
          name: "unit",
          include: ["{packages,tools,examples,bench}/**/*.test.ts"],
          exclude: ["**/node_modules/**", "**/dist/**", "**/*.real.test.ts", "**/*.scenario.test.ts"],
          pool: "threads",
          isolate: false,
          // Many wait for processes and sockets: even a machine of two cores has time for two.
          maxWorkers: Math.max(2, availableParallelism() - 1),
          testTimeout: 20_000,
        },
      },
      {
        ...shared,
        test: {
          name: "real",
          include: ["{packages,tools,examples,bench}/**/*.real.test.ts"],
          exclude: ["**/node_modules/**", "**/dist/**"],
          pool: "threads",
          isolate: false,
          // Most of the contract's cases wait for the server, not for the processor.
          maxConcurrency: 20,
          testTimeout: 60_000,
          hookTimeout: 60_000,
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
