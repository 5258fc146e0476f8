import { nodeLifecycleController } from "../../src/controller/node-lifecycle/node-lifecycle-controller.ts";
import { nodeScenarios } from "./node/node-scenarios.ts";
import { referenceSuite } from "./scenario-suite.ts";

referenceSuite({ controllers: [nodeLifecycleController()], scenarios: nodeScenarios, serviceAccountAdmission: false });
