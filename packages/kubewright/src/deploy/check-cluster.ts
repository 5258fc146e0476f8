import { stat } from "node:fs/promises";
import { join } from "node:path";
import { isForbidden, isUnauthorized } from "@kubewright/api";
import type { CustomResourceDefinition } from "@kubewright/api/apiextensions/v1";
import { type ApiClient, ClientError, type ResourceMapping } from "@kubewright/client";
import type { CommandHost } from "../host.ts";
import { sayWhen } from "../terminal/say-when.ts";
import { isDefinition } from "./object-order.ts";
import { readManifests } from "./read-manifests.ts";
import { type ClusterChoice, noAnswer, type OpenedCluster, withQuietCluster } from "./target-cluster.ts";

/** How long a server may take to be connected to, and to answer: the way may lead through tunnels that open now. */
const patienceMs = 15_000;

/** The same where another program says who we are: a person may have to log in. */
const loginPatienceMs = 300_000;

/** Where projects have the definitions of their kinds. */
const definitionsFolder = "config/crd";

/**
 * Sees that a server answers, and that it has the kinds of the project in the host's folder: what the user should know before an operator
 * is started.
 *
 * Rejects with CommandError when none answers, or knows us: an operator would try for ever, as it must where it runs unattended. That a kind is
 * not there is a note only: where `make run` of Kubebuilder's projects ends with "no matches for kind", our operators wait for a kind and begin
 * when it comes, so that to install it in the meantime is all there is to do.
 */
export async function checkCluster(choice: ClusterChoice, host: CommandHost): Promise<string[]> {
  const { interrupted: signal } = host;
  return await withQuietCluster(
    choice,
    host,
    async (cluster) => {
      await sayWhen(`Waiting for ${cluster.server}`, answer(cluster, signal), host);
      try {
        const missing = await missingKinds(cluster.client, host.folder, signal);
        if (missing.length === 0) return [];
        const command = cluster.command("install");
        return [
          `${cluster.server} does not serve ${missing.join(", ")} of ${definitionsFolder}: run "${command}" in another terminal; the operator waits for it`,
        ];
      } catch (error) {
        if (signal.aborted || isUnauthorized(error)) throw error;
        return [`whether the cluster has the project's kinds is not known: ${(error as Error).message}`];
      }
    },
    { connectTimeoutMs: patienceMs },
  );
}

/** Resolves when the server has answered, whatever it says. */
async function answer(cluster: OpenedCluster, signal: AbortSignal): Promise<void> {
  const timeoutMs = cluster.hasCredentialPlugin ? loginPatienceMs : patienceMs;
  try {
    const { body } = await cluster.client.request({ method: "GET", path: "/version", signal, timeoutMs });
    await body.text();
  } catch (error) {
    if (error instanceof ClientError && error.code === "TIMEOUT") throw noAnswer(cluster, error);
    throw error;
  }
}

/** Names of the project's definitions that the server does not serve, or not in all of their versions. */
async function missingKinds(client: ApiClient, folder: string, signal: AbortSignal): Promise<string[]> {
  const path = join(folder, definitionsFolder);
  if ((await stat(path).catch(() => undefined)) === undefined) return [];
  const objects = await readManifests(path, { hint: '"kubewright manifests" writes it', warn: () => {} });
  const definitions = objects.filter(isDefinition) as unknown as CustomResourceDefinition[];
  if (definitions.length === 0) return [];
  return missingOf(definitions, await served(client, signal));
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

function missingOf(
  definitions: readonly CustomResourceDefinition[],
  resources: readonly ResourceMapping[] | undefined,
): string[] {
  if (resources === undefined) return [];
  return definitions.flatMap(({ metadata, spec: { group, names, versions = [] } }) => {
    const there = resources.filter((each) => each.group === group && each.resource === names.plural);
    const wanted = versions.filter((version) => version.served).map(({ name }) => name);
    const missing = wanted.filter((name) => !there.some(({ version }) => version === name));
    if (missing.length === 0) return [];
    return [there.length === 0 ? metadata.name : `${metadata.name} in ${missing.join(" and ")}`];
  });
}
