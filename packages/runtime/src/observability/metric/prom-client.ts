/**
 * The classes of prom-client that the runtime makes metrics with: those that `import { Counter } from "prom-client"` gives, from
 * their own files. Its index loads the push gateway and the cluster mode too, and with them Node's `https` and `cluster`.
 */
import type * as promClient from "prom-client";
// @ts-expect-error: only the index has declarations
import counter from "prom-client/lib/counter.js";
// @ts-expect-error: only the index has declarations
import gauge from "prom-client/lib/gauge.js";
// @ts-expect-error: only the index has declarations
import registry from "prom-client/lib/registry.js";

export type Counter<L extends string = string> = promClient.Counter<L>;
export const Counter: typeof promClient.Counter = counter;

export type Gauge<L extends string = string> = promClient.Gauge<L>;
export const Gauge: typeof promClient.Gauge = gauge;

export type Registry = promClient.Registry;
export const Registry: typeof promClient.Registry = registry;
