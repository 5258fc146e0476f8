import { garbageCollectorController } from "../../../src/controller/garbage-collector/garbage-collector-controller.ts";
import { namespaceController } from "../../../src/controller/namespace/namespace-controller.ts";
import { rootCaController } from "../../../src/controller/root-ca/root-ca-controller.ts";
import { serviceAccountController } from "../../../src/controller/service-account/service-account-controller.ts";
import type { SuiteOptions } from "../scenario-suite.ts";
import { garbageScenarios } from "./garbage-scenarios.ts";
import { namespaceContentScenarios } from "./namespace-content-scenarios.ts";
import { namespaceScenarios } from "./namespace-scenarios.ts";

/** What keeps a cluster in order, whatever runs on it. */
export const housekeeping: SuiteOptions = {
  scenarios: [...garbageScenarios, ...namespaceScenarios, ...namespaceContentScenarios],
  controllers: [garbageCollectorController, namespaceController, serviceAccountController, rootCaController],
};
