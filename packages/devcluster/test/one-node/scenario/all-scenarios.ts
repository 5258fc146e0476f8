import type { OneNodeScenario } from "../one-node-scenario.ts";
import { endingScenarios } from "./ending-scenarios.ts";
import { faultScenarios } from "./fault-scenarios.ts";
import { lifeScenarios } from "./life-scenarios.ts";
import { probeScenarios } from "./probe-scenarios.ts";
import { sidecarScenarios } from "./sidecar-scenarios.ts";
import { workloadScenarios } from "./workload-scenarios.ts";

export const allScenarios: readonly OneNodeScenario[] = [
  ...lifeScenarios,
  ...endingScenarios,
  ...sidecarScenarios,
  ...faultScenarios,
  ...probeScenarios,
  ...workloadScenarios,
];
