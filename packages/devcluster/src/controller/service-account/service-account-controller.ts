import { hasCause, isAlreadyExists } from "@kubewright/api";
import { Namespace, ServiceAccount } from "@kubewright/api/core/v1";
import { enqueueMapped, on, type ReconcileContext } from "@kubewright/runtime";
import type { ClusterController } from "../cluster-controller.ts";

const accountName = "default";

/** Keeps a service account `default` in each namespace that is active. */
export const serviceAccountController: ClusterController = {
  name: "serviceaccount-controller",
  addTo({ manager }) {
    manager
      .controller("serviceaccount-controller")
      .for(Namespace, { predicates: [on({ deleted: false })] })
      .watches(
        ServiceAccount,
        enqueueMapped(({ metadata }) => [{ name: metadata.namespace ?? "" }]),
        { predicates: [on({ added: false, updated: false })] },
      )
      .reconcile(reconcile);
  },
};

async function reconcile({ key, client, signal }: ReconcileContext): Promise<void> {
  const namespace = await client.find(Namespace, key, { signal });
  if (namespace?.status?.phase !== "Active") return;
  const accountKey = { namespace: key.name, name: accountName };
  if ((await client.find(ServiceAccount, accountKey, { signal })) !== undefined) return;
  try {
    await client.create<ServiceAccount>({ apiVersion: "v1", kind: "ServiceAccount", metadata: accountKey }, { signal });
  } catch (error) {
    if (!isAlreadyExists(error) && !hasCause(error, "NamespaceTerminating")) throw error;
  }
}
