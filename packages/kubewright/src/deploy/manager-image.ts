import type { DynamicObject } from "@kubewright/api";
import type { Deployment } from "@kubewright/api/apps/v1";
import { CommandError } from "../errors.ts";
import { isDeployment } from "./object-order.ts";

/** An annotation that changes with the content of an image whose name stays, so that pods of it are made anew. */
const imageIdAnnotation = "kubewright.dev/image-id";

/**
 * The objects, with the operator's container running another image: that named `manager`, or the only one.
 *
 * Throws CommandError when it is not clear which container is meant.
 */
export function withManagerImage(objects: readonly DynamicObject[], image: string, imageId?: string): DynamicObject[] {
  const manager = managerOf(objects);
  return objects.map((object) => {
    if (object !== manager) return object;
    const deployment = structuredClone(object) as unknown as Deployment;
    const { spec, metadata = {} } = deployment.spec.template;
    const containers = spec?.containers ?? [];
    const own = containers.find(({ name }) => name === "manager") ?? containers[0];
    if (own !== undefined) own.image = image;
    if (imageId !== undefined) {
      deployment.spec.template.metadata = {
        ...metadata,
        annotations: { ...metadata.annotations, [imageIdAnnotation]: imageId },
      };
    }
    return deployment as unknown as DynamicObject;
  });
}

/** The image that the operator's container has; undefined where it is not clear which that is. */
export function managerImageOf(objects: readonly DynamicObject[]): string | undefined {
  const [one, ...others] = managersOf(objects);
  if (one === undefined || others.length > 0) return undefined;
  const { containers = [] } = (one as unknown as Deployment).spec.template.spec ?? {};
  return (containers.find(({ name }) => name === "manager") ?? containers[0])?.image;
}

function managersOf(objects: readonly DynamicObject[]): readonly DynamicObject[] {
  const deployments = objects.filter(isDeployment);
  const marked = deployments.filter(({ metadata }) => metadata.labels?.["control-plane"] === "controller-manager");
  return marked.length > 0 ? marked : deployments;
}

/** The Deployment that is the operator. */
function managerOf(objects: readonly DynamicObject[]): DynamicObject {
  const [one, ...others] = managersOf(objects);
  if (one === undefined) throw new CommandError("there is no Deployment for the image: is this the operator's config?");
  if (others.length === 0) return one;
  const names = [one, ...others].map(({ metadata }) => metadata.name).join(", ");
  throw new CommandError(
    `it is not clear which Deployment is the operator (${names}): label it control-plane=controller-manager`,
  );
}
