import { endpointSliceController } from "../../src/controller/endpoint-slice/endpoint-slice-controller.ts";
import { referenceSuite } from "./scenario-suite.ts";
import { serviceScenarios } from "./service/service-scenarios.ts";

referenceSuite({
  controllers: [endpointSliceController()],
  scenarios: serviceScenarios,
  serviceAccountAdmission: false,
});
