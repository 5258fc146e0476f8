import type { Int32 } from "@kubewright/api";

/** Endpoint is used by several kinds. */
export interface Endpoint {
  /**
   * Host of it.
   * +kubebuilder:validation:MinLength=1
   */
  host: string;
  port?: Port;
}

/**
 * Port is a number.
 * +kubebuilder:validation:Minimum=1
 * +kubebuilder:validation:Maximum=65535
 */
export type Port = Int32;
