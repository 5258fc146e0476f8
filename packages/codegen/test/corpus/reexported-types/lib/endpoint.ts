/** Endpoint of it. */
export interface Endpoint {
  host: string;
}
