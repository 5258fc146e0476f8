import { endpointSliceController } from "../../src/controller/endpoint-slice/endpoint-slice-controller.ts";
import { embeddedSuite } from "./scenario-suite.ts";
import { serviceScenarios } from "./service/service-scenarios.ts";

embeddedSuite({
  controllers: [endpointSliceController()],
  scenarios: serviceScenarios,
  serviceAccountAdmission: false,
});
