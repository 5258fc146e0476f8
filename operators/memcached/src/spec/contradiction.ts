import { Quantity } from "@kubewright/operator";
import type { Memcached, MemcachedSpec } from "../api/v1/memcached.ts";
import type { Trouble } from "../trouble.ts";
import { cacheMebibytes, neededMebibytes } from "./container-memory.ts";
import { resourcesOf } from "./container-resources.ts";
import { problemsOfExtraArguments } from "./extra-arguments.ts";
import { type MemcachedSettings, quantityOf, readQuantity } from "./memcached-settings.ts";

/** Names of Services, with room for what is appended to them. */
const usableName = /^[a-z]([-a-z0-9]{0,50}[a-z0-9])?$/;

/** The largest `-m` that memcached can read: a whole number of 32 bits. */
const maxMebibytes = 2 ** 31 - 1;

/** The first thing in which a Memcached contradicts itself; undefined if it can be carried out. */
export function contradictionIn({ metadata, spec }: Memcached, settings: MemcachedSettings): Trouble | undefined {
  if (!usableName.test(metadata.name)) {
    return {
      reason: "NameNotUsable",
      message: `"${metadata.name}" cannot be the name of a Service: choose one of at most 52 small letters, digits and "-" that begins with a letter`,
    };
  }
  if (spec.port !== undefined && spec.containerPort !== undefined && spec.port !== spec.containerPort) {
    return {
      reason: "ContradictoryPorts",
      message: `port is ${spec.port} and containerPort is ${spec.containerPort}, which is another name for it: set one of them`,
    };
  }
  const unreadable = unreadableQuantityIn(spec);
  if (unreadable !== undefined) return unreadable;
  const [problem] = problemsOfExtraArguments(settings.extraArgs);
  if (problem !== undefined) return { reason: "ContradictoryArguments", message: problem };
  if (cacheMebibytes(settings) < 1) {
    return { reason: "MemoryTooSmall", message: `memory is ${settings.memory}: set it to 1Mi or more` };
  }
  if (cacheMebibytes(settings) > maxMebibytes) {
    return { reason: "MemoryTooLarge", message: `memory is ${settings.memory}: set it to ${maxMebibytes}Mi or less` };
  }
  return limitTooSmall(settings) ?? requestAboveLimit(settings);
}

function unreadableQuantityIn({ memory, resources }: MemcachedSpec): Trouble | undefined {
  const quantities = {
    memory,
    ...under("resources.limits", resources?.limits),
    ...under("resources.requests", resources?.requests),
  };
  for (const [field, text] of Object.entries(quantities)) {
    if (text === undefined || readQuantity(text) !== undefined) continue;
    return {
      reason: "QuantityNotReadable",
      message: `${field} is ${text}, which is no quantity: write it like 64Mi or 500m`,
    };
  }
  return undefined;
}

function under<T>(field: string, members: Readonly<Record<string, T>> = {}): Record<string, T> {
  return Object.fromEntries(Object.entries(members).map(([name, member]) => [`${field}.${name}`, member]));
}

function limitTooSmall(settings: MemcachedSettings): Trouble | undefined {
  const given = settings.resources.limits.memory;
  const needed = Quantity.parse(`${neededMebibytes(settings)}Mi`);
  if (given === undefined || quantityOf(given).compare(needed) >= 0) return undefined;
  return {
    reason: "MemoryLimitTooSmall",
    message:
      `resources.limits.memory is ${given}, but memcached may need ${needed} with memory ${settings.memory}, ` +
      `${settings.maxConnections} connections and ${settings.threads} threads: raise the limit, lower one of those, or leave the limit out`,
  };
}

function requestAboveLimit(settings: MemcachedSettings): Trouble | undefined {
  const { limits, requests } = resourcesOf(settings);
  for (const [name, request] of Object.entries(requests)) {
    const limit = limits[name];
    if (limit === undefined || quantityOf(request).compare(quantityOf(limit)) <= 0) continue;
    return {
      reason: "RequestAboveLimit",
      message: `resources.requests.${name} is ${request}, and the limit is ${limit}: lower the request, or set resources.limits.${name} to no less`,
    };
  }
  return undefined;
}
