import { defineConfig } from "vitest/config";

// Each test file has a cluster of its own; what is waited for may take a while on a busy machine.
export default defineConfig({ test: { include: ["test/**/*.test.ts"], testTimeout: 30_000, passWithNoTests: true } });
