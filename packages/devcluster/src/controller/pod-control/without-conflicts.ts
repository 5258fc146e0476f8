import { hasCause, isConflict, statusErrorOf } from "@kubewright/api";
import { type ReconcileContext, type Reconciler, Result } from "@kubewright/runtime";

/**
 * A reconciler for which a conflict is no failure.
 *
 * It means that someone changed an object which the reconciler watches: that change is on its way and leads to the next reconcile, so there
 * is nothing to wait for. Nor is there in a namespace that is going away, where nothing can be made any more. Errors that wrap one of these
 * are failures.
 */
export function withoutConflicts(reconciler: Reconciler): Reconciler {
  return {
    async reconcile(context: ReconcileContext): Promise<Result> {
      try {
        return (await reconciler.reconcile(context)) ?? Result.done();
      } catch (error) {
        if (statusErrorOf(error) !== error) throw error;
        if (!isConflict(error) && !hasCause(error, "NamespaceTerminating")) throw error;
        context.log.debug({ err: error }, "the object is not what it was, the next change leads to a new attempt");
        return Result.done();
      }
    },
  };
}
