import { driftSuite } from "./drift-suite.ts";

driftSuite();
