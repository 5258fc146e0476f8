import { nodeLifecycleController } from "../../src/controller/node-lifecycle/node-lifecycle-controller.ts";
import { nodeScenarios } from "./node/node-scenarios.ts";
import { embeddedSuite } from "./scenario-suite.ts";

embeddedSuite({ controllers: [nodeLifecycleController()], scenarios: nodeScenarios, serviceAccountAdmission: false });
