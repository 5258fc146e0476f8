/** A way in which a process node differs from a kubelet by design. */
export interface NodeDeviation {
  /** In kebab-case. */
  readonly name: string;
  /** What a kubelet does, and what a process node does instead. */
  readonly text: string;
}

/** All ways in which pods on a process node differ from pods on a real node, as far as their objects show it. */
export const nodeDeviations: readonly NodeDeviation[] = [
  {
    name: "loopback-addresses",
    text: "A pod's address is a loopback address of this machine (127.x.y.z), or the one it has where there are no others, with mapped ports. A port that a program of this machine has on all addresses is mapped, too.",
  },
  {
    name: "no-pulls",
    text: "Nothing is pulled. Where a kubelet says ErrImagePull, ErrImageNeverPull or ImagePullBackOff, a container of an image that nothing here runs is pretended to run, and an event Simulated says so.",
  },
  {
    name: "first-process",
    text: "A program that does not handle SIGTERM ends at once, with 143. As the first process of a container it would be killed when its grace period is over, with 137.",
  },
  {
    name: "runtime-words",
    text: "That a program cannot be executed is told without the words that containerd and runc put around it.",
  },
  {
    name: "early-probes",
    text: "A success of a startup or readiness probe counts from the first moment on. A kubelet looks first up to a period later, and may tell of a failure before that.",
  },
  {
    name: "soon-in-back-off",
    text: "CrashLoopBackOff is in the status at once. A kubelet may say Error or Completed until it looks at the pod again.",
  },
  {
    name: "no-limits",
    text: "Limits of memory and processor are not enforced: nothing is OOMKilled. Requests of processor make a program less nice to others, within a factor of three.",
  },
  {
    name: "shared-machine",
    text: "Containers share the file system, the processes and the network of this machine. Paths of mounts in commands, arguments and variables are replaced by where the volume is.",
  },
  {
    name: "address-after-the-end",
    text: "A pod that had ended before its node was restarted keeps its address in the status.",
  },
  {
    name: "identifiers",
    text: "Container ids begin with process://, and an image id is what the image's adapter says.",
  },
];
