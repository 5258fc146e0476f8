import { formatApiVersion, type GroupResource, type GroupVersionKind, notFoundError } from "@kubewright/api";
import type { ManagedKind } from "../../resource/field-managers.ts";
import type { Resource, ViewSubresource } from "../../resource/resource.ts";
import type { Strategy } from "../../resource/strategy.ts";
import type { WriteTarget } from "../write-request.ts";

/** Where a write goes: objects of a resource, or a view of them. What is sent there is of `kind`. */
export interface Endpoint extends ManagedKind {
  readonly view: ViewSubresource | undefined;
  readonly gvk: GroupVersionKind;
  /** As errors name it: the view is not part of it. */
  readonly groupResource: GroupResource;
  readonly strategy: Strategy;
}

/** The endpoint that a write is sent to. Throws NotFound for a subresource that is no view. */
export function endpointOf(target: WriteTarget): Endpoint {
  const { resource, subresource = "", name } = target;
  const groupResource = { group: resource.group, resource: resource.resource };
  if (subresource === "") return objectEndpoint(resource, groupResource);
  const view = resource.subresources.get(subresource);
  if (view?.type !== "view") throw notFoundError(groupResource, name);
  return {
    resource,
    view,
    subresource,
    gvk: view.kind,
    apiVersion: formatApiVersion(view.kind),
    kind: view.kind.kind,
    type: view.valueType,
    codec: view.codec,
    strategy: view.strategy,
    resetFields: view.strategy.resetFields,
    groupResource,
  };
}

function objectEndpoint(resource: Resource, groupResource: GroupResource): Endpoint {
  const { group, version, kind, type, codec, strategy } = resource;
  return {
    resource,
    view: undefined,
    subresource: "",
    gvk: { group, version, kind },
    apiVersion: formatApiVersion(resource),
    kind,
    type,
    codec,
    strategy,
    resetFields: strategy.resetFields,
    groupResource,
  };
}
