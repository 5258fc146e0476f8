import type { DeleteOptions } from "../client.ts";

/** The body of a delete request: none when there is nothing to say. */
export function deleteBody(options: DeleteOptions): object | undefined {
  const { dryRun, propagationPolicy, gracePeriodSeconds, preconditions } = options;
  const said = {
    ...(dryRun === true && { dryRun: ["All"] }),
    ...(propagationPolicy !== undefined && { propagationPolicy }),
    ...(gracePeriodSeconds !== undefined && { gracePeriodSeconds }),
    ...(preconditions !== undefined && { preconditions }),
  };
  return Object.keys(said).length === 0 ? undefined : { apiVersion: "v1", kind: "DeleteOptions", ...said };
}
