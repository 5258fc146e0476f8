import type { Container, Pod, PodSpec, ServiceAccount, Volume, VolumeMount } from "@kubewright/api/core/v1";
import type { Randomness } from "../../host.ts";
import type { AdmissionPlugin, AdmissionRequest } from "../../resource/admission-plugin.ts";
import { knownAnnotation } from "../../resource/known-annotation.ts";
import type { ObjectStore } from "../../storage/object-store.ts";
import { forbidWrite, isWriteOf } from "../forbid-write.ts";
import { secretProblem } from "./mountable-secret.ts";

const { mirrorPod, mountableSecrets } = knownAnnotation;
const tokenPath = "/var/run/secrets/kubernetes.io/serviceaccount";
const volumePrefix = "kube-api-access-";
/** An hour, and some seconds by which clients that do not read the token again are told apart. */
const tokenSeconds = 3607;
/** 0644 */
const fileMode = 420;

/** Pods run as a service account that exists, `default` if they name none, and get its token and pull secrets. */
export function serviceAccountAdmission(
  store: ObjectStore,
  generateName: (prefix: string, random: Randomness) => string,
): AdmissionPlugin {
  return {
    name: "ServiceAccount",
    admit(request) {
      const pod = podIn(request);
      if (pod === undefined || request.operation !== "CREATE") return;
      if (pod.metadata.annotations?.[mirrorPod] === undefined) {
        const spec = pod.spec as PodSpec;
        const account = accountOf(store, request, spec.serviceAccountName || "default");
        // Two names of one field.
        spec.serviceAccountName ||= "default";
        spec.serviceAccount = spec.serviceAccountName;
        if (spec.automountServiceAccountToken ?? account.automountServiceAccountToken ?? true) {
          mountToken(spec, () => generateName(volumePrefix, request.context.random));
        }
        if ((spec.imagePullSecrets?.length ?? 0) === 0 && (account.imagePullSecrets?.length ?? 0) > 0) {
          spec.imagePullSecrets = (account.imagePullSecrets ?? []).map(({ name }) => (name ? { name } : {}));
        }
      }
      check(store, request, pod);
    },
    validate(request) {
      const pod = podIn(request);
      if (pod !== undefined) check(store, request, pod);
    },
  };
}

function podIn(request: AdmissionRequest): Pod | undefined {
  const isEphemeral = request.subresource === "ephemeralcontainers" && request.resource.kind === "Pod";
  if (!isWriteOf(request, "", "pods") && !isEphemeral) return undefined;
  return request.object as unknown as Pod | undefined;
}

function check(store: ObjectStore, request: AdmissionRequest, pod: Pod): void {
  const isEphemeral = request.subresource === "ephemeralcontainers";
  if (request.operation !== "CREATE" && !(isEphemeral && request.operation === "UPDATE")) return;
  const spec = pod.spec as PodSpec;
  if (!isEphemeral && pod.metadata.annotations?.[mirrorPod] !== undefined) {
    const problem = mirrorProblem(spec);
    if (problem !== undefined) throw forbidWrite(request, problem);
    return;
  }
  if (!spec.serviceAccountName) {
    const { namespace } = request;
    throw forbidWrite(request, `no service account specified for pod ${namespace}/${pod.metadata.name ?? ""}`);
  }
  const account = accountOf(store, request, spec.serviceAccountName);
  if (!isTrue(account.metadata.annotations?.[mountableSecrets])) return;
  const problem = secretProblem(spec, account, isEphemeral);
  if (problem !== undefined) throw forbidWrite(request, problem);
}

function accountOf(store: ObjectStore, request: AdmissionRequest, name: string): ServiceAccount {
  const found = store.get("serviceaccounts", request.namespace, name);
  if (found !== undefined) return found.object as unknown as ServiceAccount;
  const account = `${request.namespace}/${name}`;
  throw forbidWrite(request, `error looking up service account ${account}: serviceaccount "${name}" not found`);
}

/** Pods that a kubelet has from elsewhere may not use what only the API has. */
function mirrorProblem(spec: PodSpec): string | undefined {
  if (spec.serviceAccountName) return "a mirror pod may not reference service accounts";
  if (usesSecrets(spec)) return "a mirror pod may not reference secrets";
  const hasToken = spec.volumes?.some(({ projected }) =>
    projected?.sources?.some(({ serviceAccountToken }) => serviceAccountToken !== undefined),
  );
  return hasToken ? "a mirror pod may not use ServiceAccountToken volume projections" : undefined;
}

function usesSecrets(spec: PodSpec): boolean {
  const containers = [...(spec.containers ?? []), ...(spec.initContainers ?? []), ...(spec.ephemeralContainers ?? [])];
  return (
    (spec.imagePullSecrets?.length ?? 0) > 0 ||
    (spec.volumes ?? []).some(
      ({ secret, projected }) =>
        secret !== undefined || projected?.sources?.some((source) => source.secret !== undefined),
    ) ||
    containers.some(
      ({ env, envFrom }) =>
        env?.some(({ valueFrom }) => valueFrom?.secretKeyRef !== undefined) ||
        envFrom?.some(({ secretRef }) => secretRef !== undefined),
    )
  );
}

function mountToken(spec: PodSpec, nameVolume: () => string): void {
  const existing = spec.volumes?.find(({ name }) => name.startsWith(volumePrefix))?.name;
  const name = existing ?? nameVolume();
  const mounted = [...(spec.initContainers ?? []), ...(spec.containers ?? [])].map((container) =>
    mountInto(container, { name, readOnly: true, mountPath: tokenPath }),
  );
  if (existing === undefined && mounted.includes(true)) spec.volumes = [...(spec.volumes ?? []), tokenVolume(name)];
}

function mountInto(container: Container, mount: VolumeMount): boolean {
  if (container.volumeMounts?.some(({ mountPath }) => mountPath === tokenPath)) return false;
  container.volumeMounts = [...(container.volumeMounts ?? []), mount];
  return true;
}

function tokenVolume(name: string): Volume {
  return {
    name,
    projected: {
      defaultMode: fileMode,
      sources: [
        { serviceAccountToken: { path: "token", expirationSeconds: tokenSeconds } },
        { configMap: { name: "kube-root-ca.crt", items: [{ key: "ca.crt", path: "ca.crt" }] } },
        {
          downwardAPI: {
            items: [{ path: "namespace", fieldRef: { apiVersion: "v1", fieldPath: "metadata.namespace" } }],
          },
        },
      ],
    },
  };
}

function isTrue(text: string | undefined): boolean {
  return text !== undefined && ["1", "t", "T", "true", "TRUE", "True"].includes(text);
}
