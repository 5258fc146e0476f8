import type { Faults } from "@kubewright/apiserver";
import type { Transport } from "@kubewright/client";
import type { Pace } from "../pace/pace.ts";

/** Whose rights count. Absent: those of someone who may do everything, or of whom the kubeconfig names. */
export interface Who {
  readonly user: string;
  readonly groups: readonly string[];
}

/** A cluster that an environment is about. */
export interface TestCluster extends AsyncDisposable {
  /** For people: `the existing cluster https://127.0.0.1:6443, context kind-dev`. */
  readonly description: string;
  readonly pace: Pace;
  /** Whether it outlives the environment, with all that is left in it. */
  readonly persists: boolean;
  /** What goes wrong on purpose; absent where nothing can. */
  readonly faults?: Faults;
  /** Closed by who asked for it. */
  transport(who: Who | undefined): Transport;
  kubeconfig(who: Who | undefined): Promise<string>;
  /** Makes the images of an archive runnable; absent where no node runs any. */
  loadImage?(path: string): Promise<{ readonly references: readonly string[] }>;
}
