import { lifecycleSuite } from "./lifecycle-suite.ts";

// The real API server, with the controllers and the simulated node of the dev cluster.
lifecycleSuite({ cluster: "assets" });
