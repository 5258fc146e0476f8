import { type KubeObject, ownerReferenceTo, type Unnamed, validateDns1123Subdomain } from "@kubewright/api";
import { Pod, type PodTemplateSpec } from "@kubewright/api/core/v1";

/** A pod as a template describes it, managed by `owner` and named after it. */
export function podFromTemplate(template: PodTemplateSpec | undefined, owner: KubeObject): Unnamed<Pod> {
  const { labels, annotations, finalizers } = template?.metadata ?? {};
  return Pod.of({
    metadata: {
      generateName: namePrefix(owner.metadata.name),
      namespace: owner.metadata.namespace,
      ...(labels !== undefined && { labels }),
      ...(annotations !== undefined && { annotations }),
      ...(finalizers !== undefined && { finalizers }),
      ownerReferences: [ownerReferenceTo(owner, { controller: true, blockOwnerDeletion: true })],
    },
    spec: template?.spec ?? { containers: [] },
  });
}

/** With a dash, unless that makes it too long to begin a name. */
function namePrefix(name: string): string {
  const prefix = `${name}-`;
  return validateDns1123Subdomain(prefix, { isPrefix: true }).length === 0 ? prefix : name;
}
