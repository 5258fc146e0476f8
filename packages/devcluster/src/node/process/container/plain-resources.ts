import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { expandVariables } from "./expand-variables.ts";
import type { EnvironmentRequest, PodResources, PodVolumes, VolumesRequest } from "./pod-resources.ts";

/** Resources that need nothing of a cluster: variables with values, and each volume as an empty folder. */
export const plainResources: PodResources = {
  async prepareVolumes({ pod, folder }: VolumesRequest): Promise<PodVolumes> {
    const folders = new Map<string, string>();
    for (const { name } of pod.spec?.volumes ?? []) {
      folders.set(name, join(folder, name));
      await mkdir(join(folder, name), { recursive: true, mode: 0o777 });
    }
    return { folders, async [Symbol.asyncDispose]() {} };
  },
  async containerEnvironment({ container }: EnvironmentRequest): Promise<Record<string, string>> {
    const variables: Record<string, string> = {};
    for (const { name, value } of container.env ?? []) variables[name] = expandVariables(value ?? "", variables);
    return variables;
  },
};
