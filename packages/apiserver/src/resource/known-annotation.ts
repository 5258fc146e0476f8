/** Annotations by which the server goes, as the reference does, by what they are for. */
export const knownAnnotation = {
  /** How often the template of a DaemonSet changed: once a field, and still shown. */
  templateGeneration: "deprecated.daemonset.template.generation",
  /** The storage class of a claim or volume, before there was a field. */
  storageClass: "volume.beta.kubernetes.io/storage-class",
  /** The class of an ingress, before there was a field. */
  ingressClass: "kubernetes.io/ingress.class",
  /** Of pods that a kubelet has without being told to. */
  mirrorPod: "kubernetes.io/config.mirror",
  /** Whether pods of a service account may use only the secrets that it lists. */
  mountableSecrets: "kubernetes.io/enforce-mountable-secrets",
  /** What a pod's system calls are restricted by. */
  seccompPod: "seccomp.security.alpha.kubernetes.io/pod",
} as const;

/** Beginnings of annotations after which the name of a container comes. */
export const knownPrefix = {
  seccomp: "container.seccomp.security.alpha.kubernetes.io/",
  appArmor: "container.apparmor.security.beta.kubernetes.io/",
} as const;
