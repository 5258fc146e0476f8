import type { Authorizer } from "./authorizer.ts";

/** Allows everything to everyone. */
export const alwaysAllow: Authorizer = Object.freeze({ authorize: () => ({ isAllowed: true, reason: "" }) });
