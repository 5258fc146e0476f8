import { Quantity } from "@kubewright/api";
import type { LimitRangeItem } from "@kubewright/api/core/v1";
import type { ResourceList } from "../../builtin/default/pod/resource-list.ts";
import { isMore } from "../../builtin/default/pod/resource-list.ts";

/** What a container or pod asks for. */
export interface Amounts {
  readonly requests: ResourceList;
  readonly limits: ResourceList;
}

/** How a container or pod breaks the rules of a limit range, in the server's words. */
export function limitProblems(item: LimitRangeItem, amounts: Amounts): string[] {
  const { type } = item;
  return [
    ...each(item.min, (name, least) => minProblem(type, name, least, amounts)),
    ...each(item.max, (name, most) => maxProblem(type, name, most, amounts)),
    ...each(item.maxLimitRequestRatio, (name, most) => ratioProblem(type, name, most, amounts)),
  ];
}

/** The same for what only has requests. */
export function requestProblems(item: LimitRangeItem, requests: ResourceList): string[] {
  const { type } = item;
  return [
    ...each(item.min, (name, least) => minProblem(type, name, least, { requests, limits: {} })),
    ...each(item.max, (name, most) => {
      const rule = `maximum ${name} usage per ${type} is ${most}`;
      const request = requests[name];
      if (request === undefined) return `${rule}.  No request is specified`;
      return isMore(request, most) ? `${rule}, but request is ${request}` : undefined;
    }),
  ];
}

function minProblem(type: string, name: string, least: string, { requests, limits }: Amounts): string | undefined {
  const rule = `minimum ${name} usage per ${type} is ${least}`;
  const request = requests[name];
  const limit = limits[name];
  if (request === undefined) return `${rule}.  No request is specified`;
  if (isMore(least, request)) return `${rule}, but request is ${request}`;
  return limit !== undefined && isMore(least, limit) ? `${rule}, but limit is ${limit}` : undefined;
}

function maxProblem(type: string, name: string, most: string, { requests, limits }: Amounts): string | undefined {
  const rule = `maximum ${name} usage per ${type} is ${most}`;
  const request = requests[name];
  const limit = limits[name];
  if (limit === undefined) return `${rule}.  No limit is specified`;
  if (isMore(limit, most)) return `${rule}, but limit is ${limit}`;
  return request !== undefined && isMore(request, most) ? `${rule}, but request is ${request}` : undefined;
}

function ratioProblem(type: string, name: string, most: string, { requests, limits }: Amounts): string | undefined {
  const rule = `${name} max limit to request ratio per ${type} is ${most}`;
  const request = Quantity.parse(requests[name] ?? "0");
  const limit = Quantity.parse(limits[name] ?? "0");
  if (request.isZero) return `${rule}, but no request is specified or request is 0`;
  if (limit.isZero) return `${rule}, but no limit is specified or limit is 0`;
  const ratio = Number(limit.milliValue()) / Number(request.milliValue());
  const isBroken = ratio * 1000 > Number(Quantity.parse(most).milliValue());
  return isBroken ? `${rule}, but provided ratio is ${ratio.toFixed(6)}` : undefined;
}

function each(
  rules: ResourceList | undefined,
  problemOf: (name: string, amount: string) => string | undefined,
): string[] {
  return Object.entries(rules ?? {})
    .map(([name, amount]) => problemOf(name, amount))
    .filter((problem) => problem !== undefined);
}
