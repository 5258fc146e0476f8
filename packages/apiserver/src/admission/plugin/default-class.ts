import type { PersistentVolumeClaim } from "@kubewright/api/core/v1";
import type { Ingress } from "@kubewright/api/networking/v1";
import type { AdmissionPlugin } from "../../resource/admission-plugin.ts";
import { knownAnnotation } from "../../resource/known-annotation.ts";
import type { ApiObject } from "../../resource-object.ts";
import type { ObjectStore } from "../../storage/object-store.ts";
import { isWriteOf } from "../forbid-write.ts";

const { storageClass, ingressClass } = knownAnnotation;

/** Claims without a storage class get the default one. */
export function defaultStorageClass(store: ObjectStore): AdmissionPlugin {
  return {
    name: "DefaultStorageClass",
    admit(request) {
      if (!isWriteOf(request, "", "persistentvolumeclaims") || request.operation !== "CREATE") return;
      const claim = request.object as unknown as PersistentVolumeClaim;
      if (claim.metadata.annotations?.[storageClass] !== undefined) return;
      if (claim.spec?.storageClassName !== undefined) return;
      const name = defaultOf(store, "storage.k8s.io/storageclasses", [
        "storageclass.kubernetes.io/is-default-class",
        "storageclass.beta.kubernetes.io/is-default-class",
      ]);
      if (name === undefined) return;
      claim.spec ??= {};
      claim.spec.storageClassName = name;
    },
  };
}

/** Ingresses without a class get the default one. */
export function defaultIngressClass(store: ObjectStore): AdmissionPlugin {
  return {
    name: "DefaultIngressClass",
    admit(request) {
      if (!isWriteOf(request, "networking.k8s.io", "ingresses") || request.operation !== "CREATE") return;
      const ingress = request.object as unknown as Ingress;
      if (ingress.spec?.ingressClassName !== undefined) return;
      if (ingress.metadata.annotations?.[ingressClass] !== undefined) return;
      const name = defaultOf(store, "networking.k8s.io/ingressclasses", [
        "ingressclass.kubernetes.io/is-default-class",
      ]);
      if (name === undefined) return;
      ingress.spec ??= {};
      ingress.spec.ingressClassName = name;
    },
  };
}

/** The newest class that is marked as default, or the first by name of those. */
function defaultOf(store: ObjectStore, collection: string, annotations: readonly string[]): string | undefined {
  const marked = store
    .list(collection)
    .items.map(({ object }) => object)
    .filter(({ metadata }) => annotations.some((name) => metadata.annotations?.[name] === "true"));
  marked.sort((a, b) => compare(createdAt(b), createdAt(a)) || compare(a.metadata.name ?? "", b.metadata.name ?? ""));
  return marked[0]?.metadata.name;
}

function createdAt({ metadata }: ApiObject): string {
  return metadata.creationTimestamp ?? "";
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
