import { forbiddenError, notFoundError, StatusError } from "@kubewright/api";
import type { AdmissionPlugin, AdmissionRequest } from "../../resource/admission-plugin.ts";
import type { ObjectStore } from "../../storage/object-store.ts";
import { forbidWrite } from "../forbid-write.ts";

const immortal: readonly string[] = ["default", "kube-system", "kube-public"];
const namespaces = { group: "", resource: "namespaces" };

/** Objects are made only in namespaces that exist and are not being deleted. */
export function namespaceLifecycle(store: ObjectStore): AdmissionPlugin {
  return {
    name: "NamespaceLifecycle",
    admit(request) {
      const { operation, resource, name, namespace } = request;
      if (resource.group === "" && resource.resource === "namespaces") {
        if (operation === "DELETE" && immortal.includes(name)) {
          throw forbiddenError(namespaces, name, "this namespace may not be deleted");
        }
        return;
      }
      if (namespace === "" || operation === "DELETE" || isAccessReview(request)) return;
      const found = store.get("namespaces", "", namespace);
      if (found === undefined) throw notFoundError(namespaces, namespace);
      const { phase } = (found.object.status ?? {}) as { phase?: string };
      if (operation === "CREATE" && phase === "Terminating") throw beingTerminated(request);
    },
  };
}

function isAccessReview({ resource }: AdmissionRequest): boolean {
  return resource.group === "authorization.k8s.io" && resource.resource === "localsubjectaccessreviews";
}

function beingTerminated(request: AdmissionRequest): StatusError {
  const { namespace } = request;
  const { status } = forbidWrite(
    request,
    `unable to create new content in namespace ${namespace} because it is being terminated`,
  );
  return new StatusError({
    ...status,
    details: {
      ...status.details,
      causes: [
        {
          reason: "NamespaceTerminating",
          message: `namespace ${namespace} is being terminated`,
          field: "metadata.namespace",
        },
      ],
    },
  });
}
