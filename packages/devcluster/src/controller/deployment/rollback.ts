import type { Deployment } from "@kubewright/api/apps/v1";
import type { EventRecorder } from "@kubewright/runtime";
import type { DeploymentRollout } from "./deployment-rollout.ts";
import { annotationsAfterRollback, lastRevision, revisionOf, rollbackAnnotation } from "./set/revision.ts";
import { allSets } from "./set/set-group.ts";
import { isSameTemplate, withoutHash } from "./set/template-hash.ts";

/** The revision that an annotation asks to go back to, 0 for the one before. Undefined when none does. */
export function rollbackRevisionOf({ metadata }: Deployment): number | undefined {
  const text = metadata.annotations?.[rollbackAnnotation];
  return text !== undefined && /^[+-]?\d+$/.test(text) ? Number(text) : undefined;
}

/** Gives the deployment the template of the revision that is asked for, and takes the request away, also when it cannot be met. */
export async function rollBack(rollout: DeploymentRollout, events: EventRecorder): Promise<void> {
  await rollout.syncRevision();
  if ((await rollout.ensureNewSet()) === undefined) return;
  const { deployment, group } = rollout;
  const sets = allSets(group);
  const revision = rollbackRevisionOf(deployment) || lastRevision(sets);
  const refuse = async (reason: string, note: string): Promise<void> => {
    events.warning(deployment, { reason, note });
    await rollout.update(withoutRequest(deployment));
  };
  if (revision === 0) {
    return await refuse("DeploymentRollbackRevisionNotFound", "Unable to find last revision.");
  }
  const set = sets.find((one) => revisionOf(one) === revision);
  if (set === undefined) {
    return await refuse("DeploymentRollbackRevisionNotFound", "Unable to find the revision to rollback to.");
  }
  const { name } = deployment.metadata;
  if (isSameTemplate(deployment.spec.template, set.spec.template)) {
    const note = `The rollback revision contains the same template as current deployment "${name}"`;
    return await refuse("DeploymentRollbackTemplateUnchanged", note);
  }
  const annotations = annotationsAfterRollback(deployment.metadata.annotations ?? {}, set.metadata.annotations ?? {});
  await rollout.update(
    withoutRequest({
      ...deployment,
      metadata: { ...deployment.metadata, annotations },
      spec: { ...deployment.spec, template: withoutHash(set.spec.template) },
    }),
  );
  const note = `Rolled back deployment "${name}" to revision ${revision}`;
  events.normal(deployment, { reason: "DeploymentRollback", note });
}

function withoutRequest(deployment: Deployment): Deployment {
  const { [rollbackAnnotation]: _, ...annotations } = deployment.metadata.annotations ?? {};
  return { ...deployment, metadata: { ...deployment.metadata, annotations } };
}
