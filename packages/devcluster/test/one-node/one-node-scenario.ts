import type { Kind, KubeObject } from "@kubewright/api";
import type { Event } from "@kubewright/api/core/v1";
import type { Client } from "@kubewright/client";

/** What is done to a cluster of one node that runs programs, and what it comes to there. */
export interface OneNodeScenario {
  /** In kebab-case: also the name of the file in `recording/`. */
  readonly name: string;
  /** Kinds whose objects are recorded. @default pods */
  readonly kinds?: readonly Kind[];
  steps(world: OneNodeWorld): Promise<void>;
  /** Events that come or do not, as time will have it: by reason and message. */
  readonly chance?: RegExp;
}

/** Whether objects, and what events tell of them, are as they should be. */
export type WorldCheck = (objects: readonly KubeObject[], events: readonly Event[]) => boolean;

/** A cluster of one node, for one scenario. */
export interface OneNodeWorld {
  /** May do everything. */
  readonly client: Client;
  /** Made for the scenario. */
  readonly namespace: string;
  /** Creates objects in the namespace. */
  create(...objects: readonly KubeObject[]): Promise<void>;
  /**
   * Waits until the check passes and nothing more changes; what there is then is recorded under the label. Where there is a recording, waits
   * until what there is is equal to it.
   */
  reach(label: string, check: WorldCheck, options?: ReachOptions): Promise<void>;
  /** Lets seconds go by: some times as fast where the clock is ours. */
  pass(seconds: number): Promise<void>;
  /** Kills the node with all that runs on it, and starts it again. */
  crashNode(): Promise<void>;
}

export interface ReachOptions {
  /** By how much time goes faster than it does, where the clock is ours: for waits in which no program has to be in time. @default 1 */
  readonly speed?: number;
}

/** What a scenario came to: by label, in the order in which they were recorded. */
export type OneNodeRecording = Readonly<Record<string, unknown>>;
