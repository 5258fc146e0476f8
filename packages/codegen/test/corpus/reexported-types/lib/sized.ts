import type { Int32 } from "@kubewright/api";

export interface Sized {
  size: Int32;
}
