import type { Container, Pod } from "@kubewright/api/core/v1";
import type { ProgramUser } from "../../../image/image-adapter.ts";

/** What is given to the makers of a pod's volumes. */
export interface VolumesRequest {
  readonly pod: Pod;
  /** A folder for them, made for this pod and removed with it. Processes of any user can go through it. */
  readonly folder: string;
  /** Who the files belong to, where that can be chosen. */
  readonly user?: ProgramUser | undefined;
  readonly signal: AbortSignal;
}

/** The volumes of a pod as folders. Disposing of them ends what keeps them up to date. */
export interface PodVolumes extends AsyncDisposable {
  /** By the volume's name. */
  readonly folders: ReadonlyMap<string, string>;
}

/** What is given to the maker of a container's environment. */
export interface EnvironmentRequest {
  readonly pod: Pod;
  readonly container: Container;
  readonly podIp: string;
  readonly hostIp: string;
  readonly signal: AbortSignal;
}

/** What containers get from the cluster: variables and volumes. */
export interface PodResources {
  /** Makes the volumes. Rejects with why one of them cannot be made: `configmap "web" not found`; it is tried again then. */
  prepareVolumes(request: VolumesRequest): Promise<PodVolumes>;
  /**
   * The variables of a container, `$(VAR)` expanded. Rejects with why there is one that cannot be had: `secret "key" not found`; it is tried
   * again then.
   */
  containerEnvironment(request: EnvironmentRequest): Promise<Readonly<Record<string, string>>>;
}

/** A volume, or what stands for it, could not be made. */
export class VolumeError extends Error {
  override readonly name: string = "VolumeError";
  readonly volume: string;

  constructor(volume: string, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.volume = volume;
  }
}
