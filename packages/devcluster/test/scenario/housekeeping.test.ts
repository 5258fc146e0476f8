import { housekeeping } from "./housekeeping/housekeeping.ts";
import { embeddedSuite } from "./scenario-suite.ts";

embeddedSuite(housekeeping);
