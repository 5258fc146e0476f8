import { ownerReferenceTo } from "@kubewright/api";
import { type Deployment, ReplicaSet } from "@kubewright/api/apps/v1";
import { annotationsForRevision, replicasAnnotations } from "./revision.ts";
import { templateHash, templateHashLabel } from "./template-hash.ts";

const maxNameLength = 253;

/** The set for a deployment's template, as it is to be made. Its name follows from the template, so that it is never made twice. */
export function newSetFor(deployment: Deployment, revision: number, replicas: number): ReplicaSet {
  const { metadata, spec, status } = deployment;
  const { template, selector, minReadySeconds } = spec;
  const hash = templateHash(template, status?.collisionCount);
  const labels = { ...template.metadata?.labels, [templateHashLabel]: hash };
  return ReplicaSet.of({
    metadata: {
      name: setName(metadata.name, hash),
      namespace: metadata.namespace,
      labels,
      annotations: { ...annotationsForRevision(deployment, {}, revision), ...replicasAnnotations(deployment) },
      ownerReferences: [ownerReferenceTo(deployment, { controller: true, blockOwnerDeletion: true })],
    },
    spec: {
      replicas,
      ...(minReadySeconds !== undefined && { minReadySeconds }),
      selector: { ...selector, matchLabels: { ...selector.matchLabels, [templateHashLabel]: hash } },
      template: { ...template, metadata: { ...template.metadata, labels } },
    },
  });
}

/** The deployment's name is cut where the whole would be too long. */
function setName(deploymentName: string, hash: string): string {
  return `${deploymentName.slice(0, maxNameLength - hash.length - 1)}-${hash}`;
}
