import { expectTypeOf } from "vitest";
import { managerOptionsFromFlags } from "./manager-flags.ts";

const { flags, options } = managerOptionsFromFlags({
  leaderElectionId: "memcached.example.com",
  flags: {
    "max-size": { type: "number", default: 5, description: "" },
    limit: { type: "number", description: "" },
    registry: { type: "string", description: "" },
    mode: { type: "string", choices: ["fast", "safe"], default: "safe", description: "" },
    verbose: { type: "boolean", description: "" },
  },
});

expectTypeOf(flags).toEqualTypeOf<{
  readonly "max-size": number;
  readonly limit: number | undefined;
  readonly registry: string | undefined;
  readonly mode: "fast" | "safe";
  readonly verbose: boolean;
}>();

// What flags are for is there, to be extended.
expectTypeOf(options.metrics.bindAddress).toEqualTypeOf<string | undefined>();
expectTypeOf(options.health.bindAddress).toBeString();

// @ts-expect-error: there is no such flag.
flags.other;

managerOptionsFromFlags({
  leaderElectionId: "memcached.example.com",
  // @ts-expect-error: a number is not written as text.
  flags: { "max-size": { type: "number", default: "5", description: "" } },
});

// @ts-expect-error: nobody defined one.
managerOptionsFromFlags({ leaderElectionId: "memcached.example.com" }).flags.any;
