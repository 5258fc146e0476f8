import { driftSuite } from "./drift-suite.ts";

// The real API server, with the controllers and the simulated node of the dev cluster.
driftSuite({ cluster: "assets" });
