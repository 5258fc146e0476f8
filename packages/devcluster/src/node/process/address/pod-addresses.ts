/** Where a pod is on the network. */
export interface PodAddress {
  readonly ip: string;
  /** Where something listens instead of at a port of the pod: on hosts with one address for all, and where another program has that port. */
  readonly ports: ReadonlyMap<number, number>;
  /** Gives it back, for other pods. Harmless when done twice. */
  release(): void;
}

/** Gives each pod an address. */
export interface PodAddresses extends AsyncDisposable {
  /** Of the node itself. */
  readonly nodeIp: string;
  /** The network that addresses come from; undefined where pods have none of their own. */
  readonly podCidr: string | undefined;
  /** An address on which nothing listens at these ports, or at those that they are mapped to. */
  allocate(ports: readonly number[]): Promise<PodAddress>;
}
