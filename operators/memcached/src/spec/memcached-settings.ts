import { Quantity, type QuantityText } from "@kubewright/operator";
import type { MemcachedResources, MemcachedSpec } from "../api/v1/memcached.ts";

/** A spec without gaps: what each instance is to be. */
export interface MemcachedSettings {
  readonly size: number;
  readonly image: string;
  readonly memory: Quantity;
  readonly maxConnections: number;
  readonly threads: number;
  readonly port: number;
  readonly extraArgs: readonly string[];
  readonly resources: Required<MemcachedResources>;
  readonly surge: boolean;
  readonly drainSeconds: number;
}

/** The settings that a spec stands for. What it leaves open, or in a way that cannot be read, has the defaults of the definition. */
export function settingsOf(spec: MemcachedSpec): MemcachedSettings {
  const { limits = {}, requests = {} } = spec.resources ?? {};
  return {
    size: spec.size ?? 1,
    image: spec.image ?? "memcached:1.6.26-alpine3.19",
    memory: readQuantity(spec.memory ?? "") ?? quantityOf("64Mi"),
    maxConnections: spec.maxConnections ?? 1024,
    threads: spec.threads ?? 4,
    port: spec.port ?? spec.containerPort ?? 11211,
    extraArgs: spec.extraArgs ?? [],
    resources: { limits, requests },
    surge: spec.rollout?.surge ?? false,
    drainSeconds: spec.rollout?.drainSeconds ?? 5,
  };
}

/** Quantities may also be written as numbers. */
export function quantityOf(text: QuantityText | number): Quantity {
  return Quantity.parse(text);
}

/** Undefined for what is none: the pattern of a definition takes some texts for one, as `1e1.5`. */
export function readQuantity(text: string | number): Quantity | undefined {
  try {
    return Quantity.parse(text);
  } catch {
    return undefined;
  }
}
