import { statusErrorOf } from "@kubewright/api";

/** What events and conditions say of an error: the server's own words where it refused. */
export function errorText(error: unknown): string {
  const refusal = statusErrorOf(error);
  // An error that wraps a refusal says more than that.
  if (refusal !== undefined && refusal === error && refusal.status.message) return refusal.status.message;
  return error instanceof Error ? error.message : String(error);
}
