import type {
  ConfigMap,
  DownwardAPIVolumeFile,
  KeyToPath,
  Pod,
  Secret,
  Volume,
  VolumeProjection,
} from "@kubewright/api/core/v1";
import type { NodeContext } from "../../node-agent.ts";
import type { ClusterObjects } from "../env/cluster-objects.ts";
import { fieldValue } from "../env/field-value.ts";
import { resourceValue } from "../env/resource-value.ts";
import type { VolumeFile, VolumeFiles } from "./atomic-folder.ts";
import { serverKubeconfig } from "./server-kubeconfig.ts";

/** What files of a volume are made from. */
export interface FileSources {
  readonly pod: Pod;
  readonly objects: ClusterObjects;
  readonly server: NodeContext["server"];
  /** Whether the pod names its user: only that user may read its tokens then. */
  readonly hasUser: boolean;
  /** The token of a projection, by its place in the volume. */
  token(source: number): Promise<string>;
}

/** Whether the content of a volume is files that come from the cluster. */
export function hasClusterFiles({ configMap, secret, projected, downwardAPI }: Volume): boolean {
  return [configMap, secret, projected, downwardAPI].some((source) => source !== undefined);
}

/** The files that a volume has now. Rejects in the kubelet's words where something is not there. */
export async function volumeFiles(volume: Volume, sources: FileSources): Promise<VolumeFiles> {
  const { configMap, secret, projected, downwardAPI } = volume;
  if (configMap !== undefined) {
    return filesOf({ configMap: { ...configMap } }, 0, configMap.defaultMode ?? 0o644, sources);
  }
  if (secret !== undefined) {
    const { secretName = "", ...rest } = secret;
    return filesOf({ secret: { ...rest, name: secretName } }, 0, secret.defaultMode ?? 0o644, sources);
  }
  if (downwardAPI !== undefined) return filesOf({ downwardAPI }, 0, downwardAPI.defaultMode ?? 0o644, sources);
  const files = new Map<string, VolumeFile>();
  const problems: string[] = [];
  for (const [index, source] of (projected?.sources ?? []).entries()) {
    try {
      const own = await filesOf(source, index, projected?.defaultMode ?? 0o644, sources);
      for (const [path, file] of own) files.set(path, file);
    } catch (error) {
      problems.push(error instanceof Error ? error.message : String(error));
    }
  }
  const distinct = [...new Set(problems)];
  if (distinct.length > 0) throw new Error(distinct.length === 1 ? distinct[0] : `[${distinct.join(", ")}]`);
  if (sources.server !== undefined && files.has("token") && files.has("ca.crt") && !files.has("kubeconfig")) {
    const text = serverKubeconfig(sources.server, sources.pod.metadata.namespace ?? "");
    files.set("kubeconfig", { data: Buffer.from(text), mode: 0o644 });
  }
  return files;
}

async function filesOf(
  source: VolumeProjection,
  index: number,
  defaultMode: number,
  sources: FileSources,
): Promise<VolumeFiles> {
  const { configMap, secret, downwardAPI, serviceAccountToken, clusterTrustBundle, podCertificate } = source;
  if (configMap !== undefined) {
    const { name = "", items, optional } = configMap;
    const data = configMapData(await sources.objects.configMap(name, optional));
    return selected(data, items, defaultMode, (key) => {
      if (optional !== true) throw new Error(`configmap references non-existent config key: ${key}`);
    });
  }
  if (secret !== undefined) {
    const { name = "", items, optional } = secret;
    const data = secretData(await sources.objects.secret(name, optional));
    return selected(data, items, defaultMode, (key) => {
      if (optional !== true) throw new Error(`references non-existent secret key: ${key}`);
    });
  }
  if (downwardAPI !== undefined) return downwardFiles(downwardAPI.items ?? [], defaultMode, sources);
  if (serviceAccountToken !== undefined) {
    const data = Buffer.from(await sources.token(index));
    return new Map([[serviceAccountToken.path, { data, mode: sources.hasUser ? 0o600 : defaultMode }]]);
  }
  if (clusterTrustBundle !== undefined && clusterTrustBundle.optional !== true) {
    throw new Error("this node has no cluster trust bundles");
  }
  if (podCertificate !== undefined) throw new Error("this node has no pod certificates");
  return new Map();
}

async function downwardFiles(
  items: readonly DownwardAPIVolumeFile[],
  defaultMode: number,
  { pod, objects }: FileSources,
): Promise<VolumeFiles> {
  const files = new Map<string, VolumeFile>();
  for (const { path, mode = defaultMode, fieldRef, resourceFieldRef } of items) {
    let text = "";
    if (fieldRef !== undefined) text = fieldValue(pod, fieldRef.fieldPath);
    else if (resourceFieldRef !== undefined) {
      const { initContainers = [], containers = [] } = pod.spec ?? {};
      const { containerName = "" } = resourceFieldRef;
      const container = [...containers, ...initContainers].find(({ name }) => name === containerName);
      if (container === undefined) throw new Error(`container ${containerName} not found`);
      text = resourceValue(resourceFieldRef, container, await objects.node(pod.spec?.nodeName ?? ""));
    }
    files.set(path, { data: Buffer.from(text), mode });
  }
  return files;
}

function configMapData(configMap: ConfigMap | undefined): Map<string, Uint8Array> {
  const { data = {}, binaryData = {} } = configMap ?? {};
  const texts = Object.entries(data).map(([key, text]): [string, Uint8Array] => [key, Buffer.from(text)]);
  return new Map([...decoded(binaryData), ...texts]);
}

function secretData(secret: Secret | undefined): Map<string, Uint8Array> {
  return decoded(secret?.data ?? {});
}

function decoded(data: Readonly<Record<string, string>>): Map<string, Uint8Array> {
  return new Map(Object.entries(data).map(([key, text]) => [key, Buffer.from(text, "base64")]));
}

/** All of the data, or what the items name. */
function selected(
  content: ReadonlyMap<string, Uint8Array>,
  items: readonly KeyToPath[] | undefined,
  defaultMode: number,
  onMissing: (key: string) => void,
): VolumeFiles {
  if (items === undefined || items.length === 0) {
    return new Map([...content].map(([key, data]) => [key, { data, mode: defaultMode }]));
  }
  const files = new Map<string, VolumeFile>();
  for (const { key, path, mode = defaultMode } of items) {
    const data = content.get(key);
    if (data === undefined) onMissing(key);
    else files.set(path, { data, mode });
  }
  return files;
}
