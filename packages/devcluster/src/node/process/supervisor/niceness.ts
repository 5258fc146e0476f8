import { Quantity } from "@kubewright/api";
import type { Container } from "@kubewright/api/core/v1";

/** What a processor of one's own counts for; a process of the machine itself counts for as much. */
const sharesOfProcessor = 1024;

/** Processes that are one step nicer get a fifth less. */
const step = 1.25;

/** Pods that ask for nothing get a third of what others get. A kubelet leaves them far less, but this machine has other things to do, too. */
const maxNiceness = 5;

/**
 * How much a container leaves the processor to others, by what it asks for, as the weights that a kubelet gives have it: the cluster goes
 * on while pods start, and pods with requests go before those without. 0 is like any other process.
 */
export function nicenessOf({ resources }: Pick<Container, "resources">): number {
  const wanted = resources?.requests?.["cpu"] ?? resources?.limits?.["cpu"] ?? 0;
  const shares = Quantity.parse(wanted).toNumber() * sharesOfProcessor;
  const niceness = Math.log(sharesOfProcessor / shares) / Math.log(step);
  return Math.round(Math.min(maxNiceness, Math.max(0, niceness)));
}
