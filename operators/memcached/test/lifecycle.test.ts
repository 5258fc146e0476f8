import { lifecycleSuite } from "./lifecycle-suite.ts";

lifecycleSuite();
