import { flowA } from "./flow-a.ts";
import { flowB } from "./flow-b.ts";
import { flowC } from "./flow-c.ts";
import { flowD } from "./flow-d.ts";
import { flowE } from "./flow-e.ts";
import type { TypedFlow } from "./typed-flow.ts";

/** Flows A to E, as a user types them. Each begins with an empty folder and leaves nothing in the cluster. */
export const typedFlows: readonly TypedFlow[] = [flowA, flowB, flowC, flowD, flowE];
