import { Quantity } from "@kubewright/api";
import { forbiddenField, invalidField } from "@kubewright/api/server";
import { neededResources } from "../../default/pod/pod-resources.ts";
import { isHugePages, isMore } from "../../default/pod/resource-list.ts";
import { checkResources } from "./container/resource.ts";
import { checkPodResource } from "./container/resource-name.ts";
import type { PodScope } from "./pod-scope.ts";

/** Adds what is wrong with what a pod as a whole asks for. */
export function checkPodResources({ spec, claimNames, causes }: PodScope, field: string): void {
  const { resources } = spec;
  if (resources === undefined) return;
  if (spec.os?.name === "windows") {
    return void causes.push(forbiddenField(field, "may not be set for a windows pod"));
  }
  if (resources.claims !== undefined) {
    causes.push(forbiddenField(`${field}.claims`, "claims may not be set for Resources at pod-level"));
  }
  checkResources(resources, checkPodResource, claimNames, field, causes);
  for (const [kind, isCompared] of [["requests", () => true] as const, ["limits", isHugePages] as const]) {
    for (const [name, amount] of Object.entries(neededResources(spec, kind))) {
      const own = resources[kind]?.[name];
      if (own === undefined || !isCompared(name) || !isMore(amount, own)) continue;
      const detail = `must be greater than or equal to aggregate container ${kind} of ${shown(amount)}`;
      causes.push(invalidField(`${field}.${kind}[${name}]`, shown(own), detail));
    }
  }
  for (const [index, container] of (spec.containers ?? []).entries()) {
    for (const [name, amount] of Object.entries(container.resources?.limits ?? {})) {
      const most = resources.limits?.[name];
      if (most === undefined || !isMore(amount, most)) continue;
      const detail = `must be less than or equal to pod limits of ${shown(most)}`;
      causes.push(invalidField(`${field}.containers[${index}][${name}].limits`, shown(amount), detail));
    }
  }
}

function shown(amount: string): string {
  return Quantity.parse(amount).toString();
}
