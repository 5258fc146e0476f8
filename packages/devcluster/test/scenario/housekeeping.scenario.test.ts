import { housekeeping } from "./housekeeping/housekeeping.ts";
import { referenceSuite } from "./scenario-suite.ts";

referenceSuite(housekeeping);
