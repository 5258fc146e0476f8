import { schedulerController } from "../../src/scheduler/scheduler-controller.ts";
import { embeddedSuite } from "./scenario-suite.ts";
import { schedulingScenarios } from "./scheduling/scheduling-scenarios.ts";

for (const scenario of schedulingScenarios) {
  embeddedSuite({ controllers: [schedulerController()], scenarios: [scenario], serviceAccountAdmission: false });
}
