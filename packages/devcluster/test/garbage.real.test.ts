import { garbage } from "./garbage-scenarios.ts";
import { referenceSuite } from "./scenario/scenario-suite.ts";

referenceSuite(garbage);
