import { join } from "node:path";
import type { Pod, Volume } from "@kubewright/api/core/v1";
import type { NodeContext } from "../../node-agent.ts";
import {
  type EnvironmentRequest,
  type PodResources,
  type PodVolumes,
  VolumeError,
  type VolumesRequest,
} from "../container/pod-resources.ts";
import { containerEnvironment } from "../env/container-environment.ts";
import { makeOpenFolder } from "./atomic-folder.ts";
import { ClusterVolume } from "./cluster-volume.ts";
import { hostPath } from "./host-path.ts";
import { ObjectWatches } from "./object-watches.ts";
import { hasClusterFiles } from "./volume-files.ts";

/** Where pods have the files of their service account. */
const accountFolder = "/var/run/secrets/kubernetes.io/serviceaccount";

/**
 * Variables and volumes as a cluster gives them to containers. For one node; dispose of it after the node.
 *
 * Because processes share the machine's file system, pods find the API server by a variable `KUBECONFIG`, too: it names a file beside
 * those of the service account. `POD_NAMESPACE` tells what else would be read there.
 */
export class ClusterResources implements PodResources, AsyncDisposable {
  readonly #context: NodeContext;
  readonly #watches: ObjectWatches;

  constructor(context: NodeContext) {
    this.#context = context;
    this.#watches = new ObjectWatches(context);
  }

  async prepareVolumes(request: VolumesRequest): Promise<PodVolumes> {
    const { pod, folder } = request;
    const folders = new Map<string, string>();
    const opened: ClusterVolume[] = [];
    const dispose = async () => {
      await Promise.all(opened.splice(0).map((volume) => volume[Symbol.asyncDispose]()));
    };
    try {
      for (const volume of pod.spec?.volumes ?? []) {
        try {
          folders.set(volume.name, await this.#prepare(volume, join(folder, volume.name), request, opened));
        } catch (error) {
          const message = error instanceof Error ? error.message : String(error);
          throw new VolumeError(volume.name, message, { cause: error });
        }
      }
    } catch (error) {
      await dispose();
      throw error;
    }
    return { folders, [Symbol.asyncDispose]: dispose };
  }

  async containerEnvironment(request: EnvironmentRequest): Promise<Record<string, string>> {
    const variables = await containerEnvironment(this.#context, request);
    const hasAccount = request.container.volumeMounts?.some(({ mountPath }) => mountPath === accountFolder) === true;
    if (!hasAccount || this.#context.server === undefined) return variables;
    const { namespace = "" } = request.pod.metadata;
    return { KUBECONFIG: `${accountFolder}/kubeconfig`, POD_NAMESPACE: namespace, ...variables };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#watches[Symbol.asyncDispose]();
  }

  async #prepare(
    volume: Volume,
    path: string,
    { pod, user, signal }: VolumesRequest,
    opened: ClusterVolume[],
  ): Promise<string> {
    if (hasClusterFiles(volume)) {
      const made = new ClusterVolume({
        ...{ context: this.#context, watches: this.#watches },
        ...{ pod, volume, path, user },
      });
      opened.push(made);
      await made.prepare(signal);
      return path;
    }
    if (volume.emptyDir !== undefined) {
      makeOpenFolder(path, user);
      for (const part of subPaths(pod, volume.name)) makeOpenFolder(join(path, part), user);
      return path;
    }
    if (volume.hostPath !== undefined) return hostPath(volume.hostPath);
    const source = Object.keys(volume).find((key) => key !== "name") ?? "an unknown";
    throw new Error(`this node cannot make volumes of the kind ${source}`);
  }
}

/** Folders of a volume that containers mount in place of all of it. */
function subPaths(pod: Pod, volume: string): Set<string> {
  const containers = [...(pod.spec?.initContainers ?? []), ...(pod.spec?.containers ?? [])];
  const mounts = containers.flatMap(({ volumeMounts = [] }) => volumeMounts.filter(({ name }) => name === volume));
  return new Set(mounts.flatMap(({ subPath }) => (subPath === undefined || subPath === "" ? [] : [subPath])));
}
