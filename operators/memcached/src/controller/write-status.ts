import { isConflict, isNotFound, jsonEqual, type ReconcileContext, withStatus } from "@kubewright/operator";
import type { Memcached, MemcachedStatus } from "../api/v1/memcached.ts";

/**
 * The Memcached with the status. Nothing is sent if it has it already.
 *
 * Undefined when somebody has changed or deleted it meanwhile.
 */
export async function writeStatus(
  memcached: Memcached,
  status: MemcachedStatus,
  { client, signal }: Pick<ReconcileContext, "client" | "signal">,
): Promise<Memcached | undefined> {
  // Even when somebody has changed the Memcached meanwhile, there is nothing to send.
  if (jsonEqual(memcached.status, status)) return memcached;
  try {
    return await client.status.update(withStatus(memcached, status), { signal });
  } catch (error) {
    if (isConflict(error) || isNotFound(error)) return undefined;
    throw error;
  }
}
