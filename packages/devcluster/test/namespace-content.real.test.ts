import { namespaceContent } from "./namespace-content-scenarios.ts";
import { referenceSuite } from "./scenario/scenario-suite.ts";

referenceSuite(namespaceContent);
