/** A number with a fraction. The name tells the code generator: `type: number`; integers, or a quantity, are what Kubernetes recommends. */
export type Float = number;

/** A moment in whole seconds, RFC 3339: `2026-11-15T21:00:00Z`. The name tells the code generator: `format: date-time`. */
export type Time = string;

/** A moment with microseconds: `2026-11-15T21:00:00.000000Z`. The name tells the code generator: `format: date-time`. */
export type MicroTime = string;

/** A length of time as `parseDuration` reads it: `1h30m`. The name tells the code generator. */
export type Duration = string;

/** A quantity as it is in an object: `500m`, `64Mi`. The name tells the code generator; {@link Quantity} calculates with it. */
export type QuantityText = string;
