import { deploymentController } from "../../src/controller/deployment/deployment-controller.ts";
import { disruptionController } from "../../src/controller/disruption/disruption-controller.ts";
import { replicaSetController } from "../../src/controller/replica-set/replica-set-controller.ts";
import { disruptionScenarios } from "./disruption/disruption-scenarios.ts";
import { embeddedSuite } from "./scenario-suite.ts";

embeddedSuite({
  controllers: [replicaSetController(), deploymentController(), disruptionController()],
  scenarios: disruptionScenarios,
  serviceAccountAdmission: false,
});
