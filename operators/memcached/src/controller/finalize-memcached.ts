import type { Clock, ConditionInput, ReconcileContext } from "@kubewright/operator";
import type { Memcached } from "../api/v1/memcached.ts";
import { conditionsWith } from "../status/memcached-status.ts";
import { writeStatus } from "./write-status.ts";

/** Tells that a Memcached is being deleted. All that belongs to it is in the cluster, and goes with it. */
export async function finalizeMemcached(
  memcached: Memcached,
  context: ReconcileContext,
  clock: Pick<Clock, "now">,
): Promise<void> {
  const { name, namespace } = memcached.metadata;
  const report = async (object: Memcached, status: ConditionInput["status"], message: string): Promise<Memcached> => {
    const conditions = conditionsWith(object, [{ type: "Degraded", status, reason: "Finalizing", message }], clock);
    try {
      return (await writeStatus(object, { ...object.status, conditions }, context)) ?? object;
    } catch (error) {
      // Nothing that is only told keeps it from going.
      context.log.warn({ err: error }, "the last words of a Memcached could not be written");
      return object;
    }
  };
  // The texts are the reference's, to the last space.
  const begun = await report(memcached, "Unknown", `Performing finalizer operations for the custom resource: ${name} `);
  const note = `Custom Resource ${name} is being deleted from the namespace ${namespace}`;
  context.events.warning(memcached, { reason: "Deleting", action: "DeleteCR", note });
  await report(begun, "True", `Finalizer operations for custom resource ${name} name were successfully accomplished`);
}
