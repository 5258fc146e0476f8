import { schedulerController } from "../../src/scheduler/scheduler-controller.ts";
import { referenceSuite } from "./scenario-suite.ts";
import { schedulingScenarios } from "./scheduling/scheduling-scenarios.ts";

for (const scenario of schedulingScenarios) {
  referenceSuite({ controllers: [schedulerController()], scenarios: [scenario], serviceAccountAdmission: false });
}
