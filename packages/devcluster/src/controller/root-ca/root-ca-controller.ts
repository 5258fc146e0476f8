import { hasCause, isNotFound, jsonEqual } from "@kubewright/api";
import { ConfigMap, Namespace } from "@kubewright/api/core/v1";
import { enqueueMapped, on, type ReconcileContext, where } from "@kubewright/runtime";
import type { ClusterController } from "../cluster-controller.ts";

const configMapName = "kube-root-ca.crt";
const descriptionAnnotation = "kubernetes.io/description";
const description =
  "Contains a CA bundle that can be used to verify the kube-apiserver when using internal endpoints such as the internal service IP or " +
  "kubernetes.default.svc. No other usage is guaranteed across distributions of Kubernetes clusters.";

/** Keeps the certificate that pods trust the API server by in a config map of each namespace. Does nothing without a certificate. */
export const rootCaController: ClusterController = {
  name: "root-ca-certificate-publisher-controller",
  addTo({ manager, rootCertificate }) {
    if (rootCertificate === undefined) return;
    manager
      .controller("root-ca-certificate-publisher-controller")
      .for(Namespace, {
        predicates: [on({ deleted: false, updated: ({ object }) => object.status?.phase === "Active" })],
      })
      .watches(
        ConfigMap,
        enqueueMapped(({ metadata }) => [{ name: metadata.namespace ?? "" }]),
        { predicates: [where(({ metadata }) => metadata.name === configMapName), on({ added: false })] },
      )
      .reconcile((context) => publish(context, { "ca.crt": rootCertificate }));
  },
};

async function publish({ key, client, signal }: ReconcileContext, data: Record<string, string>): Promise<void> {
  const configMapKey = { namespace: key.name, name: configMapName };
  const found = await client.find(ConfigMap, configMapKey, { signal });
  if (found === undefined) {
    try {
      await client.create<ConfigMap>(
        {
          apiVersion: "v1",
          kind: "ConfigMap",
          metadata: { ...configMapKey, annotations: { [descriptionAnnotation]: description } },
          data,
        },
        { signal },
      );
    } catch (error) {
      // The namespace is gone or on its way.
      if (!isNotFound(error) && !hasCause(error, "NamespaceTerminating")) throw error;
    }
    return;
  }
  const annotations = found.metadata.annotations ?? {};
  if (jsonEqual(found.data, data) && annotations[descriptionAnnotation]) return;
  const metadata = { ...found.metadata, annotations: { ...annotations, [descriptionAnnotation]: description } };
  await client.update({ ...found, metadata, data }, { signal });
}
