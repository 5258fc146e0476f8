import type { Clock } from "@kubewright/api";
import type { Logger } from "@kubewright/runtime";
import type { Target } from "./port-targets.ts";
import type { TargetPicker } from "./target-picker.ts";

export interface PortListenerOptions {
  readonly picker: TargetPicker;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Takes what comes to a port to the targets that a picker chooses. */
export interface PortListener {
  /** Listens there, at any free port when that is 0, and tells at which. Throws what Node does when it cannot. */
  open(host: string, port: number): Promise<number>;
  /** Takes nothing new. */
  close(): void;
  /** Also ends what it has taken. */
  destroy(): void;
  /** The picker has other targets than before. */
  targetsChanged(): void;
  /** Resolves when nobody waits any more for an answer of such a target. */
  drained(isMeant: (target: Target) => boolean): Promise<void>;
  /** Whether it still works on what it has taken. */
  readonly isBusy: boolean;
}
