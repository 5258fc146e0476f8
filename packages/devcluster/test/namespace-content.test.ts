import { namespaceContent } from "./namespace-content-scenarios.ts";
import { embeddedSuite } from "./scenario/scenario-suite.ts";

embeddedSuite(namespaceContent);
