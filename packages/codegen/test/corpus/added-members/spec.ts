import type { Int32 } from "@kubewright/api";

export namespace Deep.Deeper {
  /** Inner is in a namespace. */
  export interface Inner {
    /** Name of it. */
    name: string;
  }
}

export interface SampleSpec {
  /** Size is declared here. */
  size: Int32;
}
