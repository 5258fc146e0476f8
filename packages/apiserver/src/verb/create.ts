import { cloneJson, isAlreadyExists } from "@kubewright/api";
import type { AdmissionRequest } from "../resource/admission-plugin.ts";
import type { RequestContext } from "../resource/request-context.ts";
import type { ServerState } from "../resource/server-state.ts";
import type { ApiObject } from "../resource-object.ts";
import { bindPod } from "./action/binding.ts";
import { created } from "./action/eviction.ts";
import { decodeObject } from "./body/decode-object.ts";
import { takeNamespace } from "./identity/object-name.ts";
import { removeDuplicateOwners } from "./identity/owner-references.ts";
import { admissionNamespace, admit, validateAdmission } from "./write/admit.ts";
import { fillServerFields, prepareNew, wipeServerFields } from "./write/before-create.ts";
import { type Endpoint, endpointOf } from "./write/endpoint.ts";
import { insertObject } from "./write/insert-object.ts";
import type { ObjectRequest, WriteResult } from "./write-request.ts";

/** How many names the server makes before it gives up. */
const maxNames = 8;

/** Makes an object, or answers one that is a question. Throws StatusErrors. */
export async function createObject(
  state: ServerState,
  request: ObjectRequest,
  context: RequestContext,
): Promise<WriteResult> {
  const endpoint = endpointOf(request);
  const { resource, namespace } = request;
  const sent = decodeObject(state, endpoint, request.body, context);
  wipeServerFields(sent);
  takeNamespace(sent, resource, namespace);
  removeDuplicateOwners(sent, context, false);
  const object = state.fieldManagers
    .of(endpoint)
    .update(undefined, sent, { manager: context.fieldManager, now: context.clock.now() }) as ApiObject;
  const admission = admissionOf(endpoint, namespace, object, context);
  await admit(state, admission);
  removeDuplicateOwners(object, context, true);
  if (resource.answer !== undefined) return answer(state, resource.answer, admission);
  if (resource.group === "" && resource.resource === "bindings") {
    await bindPod(state, admission, admission.name);
    return { object: created, code: 201 };
  }

  const { generateName = "", name = "" } = object.metadata;
  if (generateName === "" || name !== "") return store(state, endpoint, admission);
  for (let names = 1; ; names++) {
    const attempt = { ...admission, object: cloneJson(object) };
    try {
      return await store(state, endpoint, attempt);
    } catch (error) {
      if (names === maxNames || !isAlreadyExists(error)) throw error;
    }
  }
}

type Creation = AdmissionRequest & { readonly object: ApiObject };

function admissionOf(endpoint: Endpoint, namespace: string, object: ApiObject, context: RequestContext): Creation {
  const { resource, subresource } = endpoint;
  const name = object.metadata.name ?? "";
  return {
    operation: "CREATE",
    resource,
    subresource,
    namespace: admissionNamespace(resource, namespace, name),
    name,
    object,
    context,
  };
}

async function answer(
  state: ServerState,
  give: (object: ApiObject, context: RequestContext) => ApiObject | Promise<ApiObject>,
  admission: Creation,
): Promise<WriteResult> {
  await validateAdmission(state, admission);
  return { object: await give(admission.object, admission.context), code: 201 };
}

async function store(state: ServerState, endpoint: Endpoint, admission: Creation): Promise<WriteResult> {
  const { object, context } = admission;
  fillServerFields(object, context);
  prepareNew(endpoint, object, endpoint.resource.isNamespaced ? admission.namespace : "", context);
  await validateAdmission(state, { ...admission, name: object.metadata.name });
  return { object: insertObject(state, endpoint, object, context), code: 201 };
}
