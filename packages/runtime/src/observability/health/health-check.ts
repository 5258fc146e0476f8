/** Says whether something works: resolves, or rejects with what is wrong. `signal` aborts when its time is over. */
export type HealthCheck = (options: { readonly signal: AbortSignal }) => void | Promise<void>;

/** Always well: the process answers. */
export const ping: HealthCheck = () => {};
