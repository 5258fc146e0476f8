import type { QuantityText } from "@kubewright/operator";
import { neededMebibytes } from "./container-memory.ts";
import { type MemcachedSettings, quantityOf } from "./memcached-settings.ts";

export interface ContainerResources {
  readonly limits: Record<string, QuantityText>;
  readonly requests: Record<string, QuantityText>;
}

/** What the container gets: as much memory as it may need is its limit, and is set aside for it. What the spec says goes first. */
export function resourcesOf(settings: MemcachedSettings): ContainerResources {
  const { limits, requests } = settings.resources;
  const memory = limits.memory ?? `${neededMebibytes(settings)}Mi`;
  return {
    limits: textsOf({ ...limits, memory }),
    requests: textsOf({ cpu: limits.cpu ?? "50m", memory, ...requests }),
  };
}

function textsOf(quantities: Readonly<Record<string, QuantityText>>): Record<string, QuantityText> {
  return Object.fromEntries(Object.entries(quantities).map(([name, text]) => [name, quantityOf(text).toString()]));
}
