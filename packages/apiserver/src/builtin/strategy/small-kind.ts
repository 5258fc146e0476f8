import { formatTime } from "@kubewright/api";
import type { APIService } from "@kubewright/api/apiregistration/v1";
import type { Lease } from "@kubewright/api/coordination/v1";
import type { Node, ServiceAccount } from "@kubewright/api/core/v1";
import type { EndpointSlice } from "@kubewright/api/discovery/v1";
import type { CSIDriver } from "@kubewright/api/storage/v1";
import type { RequestContext } from "../../resource/request-context.ts";
import type { ApiObject } from "../../resource-object.ts";

/** Groups that this server has itself are there at once. */
export function prepareApiService(object: ApiObject, { clock }: RequestContext): void {
  const service = object as unknown as APIService;
  if (service.spec?.service !== undefined) return;
  service.status = {
    conditions: [
      {
        type: "Available",
        status: "True",
        lastTransitionTime: formatTime(clock.now()),
        reason: "Local",
        message: "Local APIServices are always available",
      },
    ],
  };
}

/** A default server does not have the feature of these fields. */
export function prepareLease(object: ApiObject, old?: ApiObject): void {
  const { spec } = object as unknown as Lease;
  const oldSpec = (old as unknown as Lease | undefined)?.spec;
  for (const name of ["strategy", "preferredHolder"] as const) {
    if (oldSpec?.[name] === undefined) delete spec?.[name];
  }
}

/** Nodes may come with a status; only what configured kubelets through the API is gone. */
export function prepareNode(object: ApiObject): void {
  const { spec, status } = object as unknown as Node;
  delete spec?.configSource;
  delete status?.config;
}

/** Only the names of secrets count. */
export function prepareServiceAccount(object: ApiObject): void {
  const account = object as unknown as ServiceAccount;
  if (account.secrets !== undefined) account.secrets = account.secrets.map(({ name }) => (name ? { name } : {}));
}

/** A default server does not have the feature of this field. */
export function prepareCsiDriver(object: ApiObject): void {
  const spec = (object as unknown as CSIDriver).spec as { preventPodSchedulingIfMissing?: boolean };
  delete spec.preventPodSchedulingIfMissing;
}

/** This version only shows what an older one wrote here. */
export function prepareEndpointSlice(object: ApiObject): void {
  for (const endpoint of (object as unknown as EndpointSlice).endpoints ?? []) delete endpoint.deprecatedTopology;
}
