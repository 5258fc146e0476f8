import { garbage } from "./garbage-scenarios.ts";
import { embeddedSuite } from "./scenario/scenario-suite.ts";

embeddedSuite(garbage);
