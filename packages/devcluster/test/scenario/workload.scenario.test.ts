import { deploymentController } from "../../src/controller/deployment/deployment-controller.ts";
import { replicaSetController } from "../../src/controller/replica-set/replica-set-controller.ts";
import { referenceSuite } from "./scenario-suite.ts";
import { deploymentFailureScenarios, deploymentScenarios } from "./workload/deployment-scenarios.ts";
import { failureScenarios, replicaSetScenarios } from "./workload/replica-set-scenarios.ts";

const controllers = [replicaSetController(), deploymentController()];

referenceSuite({
  controllers,
  scenarios: [...replicaSetScenarios, ...deploymentScenarios],
  serviceAccountAdmission: false,
});
referenceSuite({
  controllers,
  scenarios: [...failureScenarios, ...deploymentFailureScenarios],
  serviceAccountAdmission: true,
});
