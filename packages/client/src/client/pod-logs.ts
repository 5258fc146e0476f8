import type { CallOptions } from "../call-options.ts";

export interface PodLogOptions extends CallOptions {
  /** @default the only container, or the one the pod's annotation names */
  readonly container?: string;
  /** Go on as lines are written. @default false */
  readonly follow?: boolean;
  /** The log of the container before its last restart. @default false */
  readonly previous?: boolean;
  readonly sinceSeconds?: number;
  /** RFC 3339. */
  readonly sinceTime?: string;
  readonly tailLines?: number;
  readonly limitBytes?: number;
  /** Begin each line with its time. @default false */
  readonly timestamps?: boolean;
}
