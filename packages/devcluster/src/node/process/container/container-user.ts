import type { Container, Pod } from "@kubewright/api/core/v1";
import type { ProgramUser } from "../../../image/image-adapter.ts";
import { podText } from "../pod/pod-text.ts";

/** Who a container is to run as. */
export interface ContainerUser {
  /** Undefined: as this process does. */
  readonly user: ProgramUser | undefined;
  /** A wish that cannot be honoured here, in words. */
  readonly unmet?: string;
}

/**
 * Who a container runs as: the pod's choice before the image's. Throws an Error in the kubelet's words where the pod forbids what would be.
 */
export function containerUser(options: {
  readonly pod: Pod;
  readonly container: Container;
  readonly imageUser: ProgramUser | undefined;
  /** Whether something is known of the image: of one that is only pretended to run, nobody knows that it runs as root. */
  readonly isKnown: boolean;
  readonly canChangeUser: boolean;
  readonly ownUid: number;
}): ContainerUser {
  const { pod, container, imageUser, isKnown, canChangeUser, ownUid } = options;
  const context = { ...pod.spec?.securityContext, ...defined(container.securityContext ?? {}) };
  const { runAsUser, runAsGroup, runAsNonRoot } = context;
  if (runAsNonRoot === true) {
    const place = `(pod: ${JSON.stringify(podText(pod))}, container: ${container.name})`;
    if (runAsUser === 0) throw new Error(`container's runAsUser breaks non-root policy ${place}`);
    const uid = runAsUser ?? (canChangeUser ? (imageUser?.uid ?? 0) : ownUid);
    if (uid === 0 && isKnown) throw new Error(`container has runAsNonRoot and image will run as root ${place}`);
  }
  if (!canChangeUser) {
    if (runAsUser === undefined || runAsUser === ownUid) return { user: undefined };
    const unmet = `Container ${container.name} runs as user ${ownUid} and not as ${runAsUser}: only root can change users`;
    return { user: undefined, unmet };
  }
  if (runAsUser !== undefined)
    return { user: { uid: runAsUser, gid: runAsGroup ?? imageUserGroup(imageUser, runAsUser) } };
  if (imageUser !== undefined) return { user: { uid: imageUser.uid, gid: runAsGroup ?? imageUser.gid } };
  return { user: runAsGroup === undefined ? undefined : { uid: ownUid, gid: runAsGroup } };
}

/** A user whom the image knows has the image's group; others have root's, as in containers. */
function imageUserGroup(imageUser: ProgramUser | undefined, uid: number): number {
  return imageUser?.uid === uid ? imageUser.gid : 0;
}

function defined<T extends object>(object: T): Partial<T> {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined)) as Partial<T>;
}
