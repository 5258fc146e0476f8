import { stat } from "node:fs/promises";
import { join } from "node:path";
import { isForbidden } from "@kubewright/api";
import type { CustomResourceDefinition } from "@kubewright/api/apiextensions/v1";
import { type ApiClient, ClientError, type ResourceMapping } from "@kubewright/client";
import type { CommandHost } from "../host.ts";
import { isDefinition } from "./object-order.ts";
import { readManifests } from "./read-manifests.ts";
import { type ClusterChoice, noAnswer, type OpenedCluster, withQuietCluster } from "./target-cluster.ts";

/** How long a server may take to be connected to, and to answer. */
const patienceMs = 5_000;

/** Where projects have the definitions of their kinds. */
const definitionsFolder = "config/crd";

/**
 * Sees that a server answers, and that it has the kinds of the project in the host's folder: what the user should know before an operator
 * is started.
 *
 * Rejects with CommandError when none answers: an operator would try for ever, as it must where it runs unattended. That a kind is not there is
 * a note only: where `make run` of Kubebuilder's projects ends with "no matches for kind", our operators wait for a kind and begin when it comes,
 * so that to install it in the meantime is all there is to do.
 */
export async function checkCluster(choice: ClusterChoice, host: CommandHost): Promise<string[]> {
  const { interrupted: signal } = host;
  return await withQuietCluster(
    choice,
    host,
    async (cluster) => {
      await answer(cluster, signal);
      const { definitions, problem } = await projectDefinitions(host.folder);
      if (problem !== undefined) return [problem];
      const missing = definitions.length === 0 ? [] : missingOf(definitions, await served(cluster.client, signal));
      if (missing.length === 0) return [];
      const command = ["kubewright install", ...cluster.flags].join(" ");
      return [
        `${cluster.server} does not serve ${missing.join(", ")} of ${definitionsFolder}: run "${command}" in another terminal; the operator waits for it`,
      ];
    },
    { connectTimeoutMs: patienceMs },
  );
}

/** Resolves when the server has answered, whatever it says. A plugin for credentials has a limit of its own, and a person at it none. */
async function answer(cluster: OpenedCluster, signal: AbortSignal): Promise<void> {
  const limit = cluster.hasCredentialPlugin ? {} : { timeoutMs: patienceMs };
  try {
    const { body } = await cluster.client.request({ method: "GET", path: "/version", signal, ...limit });
    await body.text();
  } catch (error) {
    if (error instanceof ClientError && error.code === "TIMEOUT") throw noAnswer(cluster, error);
    throw error;
  }
}

/** Undefined where that is not for us to know. */
async function served(client: ApiClient, signal: AbortSignal): Promise<readonly ResourceMapping[] | undefined> {
  try {
    return await client.discovery.resources({ signal });
  } catch (error) {
    if (isForbidden(error)) return undefined;
    throw error;
  }
}

interface ProjectDefinitions {
  readonly definitions: readonly CustomResourceDefinition[];
  /** Why they are not known. */
  readonly problem?: string;
}

async function projectDefinitions(folder: string): Promise<ProjectDefinitions> {
  const path = join(folder, definitionsFolder);
  if ((await stat(path).catch(() => undefined)) === undefined) return { definitions: [] };
  try {
    const objects = await readManifests(path, { hint: '"kubewright manifests" writes it', warn: () => {} });
    return { definitions: objects.filter(isDefinition) as unknown as CustomResourceDefinition[] };
  } catch (error) {
    const problem = `whether the cluster has the project's kinds is not known: ${(error as Error).message}`;
    return { definitions: [], problem };
  }
}

/** Names of definitions that are not served, or not in all of their versions. */
function missingOf(
  definitions: readonly CustomResourceDefinition[],
  resources: readonly ResourceMapping[] | undefined,
): string[] {
  if (resources === undefined) return [];
  return definitions.flatMap(({ metadata, spec: { group, names, versions } }) => {
    const there = resources.filter((each) => each.group === group && each.resource === names.plural);
    const wanted = versions.filter((version) => version.served).map(({ name }) => name);
    const missing = wanted.filter((name) => !there.some(({ version }) => version === name));
    if (missing.length === 0) return [];
    return [there.length === 0 ? metadata.name : `${metadata.name} in ${missing.join(" and ")}`];
  });
}
