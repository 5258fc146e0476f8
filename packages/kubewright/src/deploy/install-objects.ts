import { resolve } from "node:path";
import type { DynamicObject } from "@kubewright/api";
import type { CommandHost } from "../host.ts";
import { applyObjects, type ObjectOutcome } from "./apply-objects.ts";
import { deleteObjects } from "./delete-objects.ts";
import { isEmbeddedCluster, loadProjectImage } from "./embedded-cluster.ts";
import { managerImageOf, withManagerImage } from "./manager-image.ts";
import { isDeployment } from "./object-order.ts";
import { readManifests } from "./read-manifests.ts";
import { outcomeReporter } from "./report.ts";
import { type RolloutOptions, waitForRollout } from "./rollout/wait-for-rollout.ts";
import { type ClusterChoice, type TargetCluster, withCluster } from "./target-cluster.ts";

/** The flags that all commands have which change a cluster. */
export interface ChangeOptions extends ClusterChoice {
  /** A file, a folder with a kustomization, or a folder of manifests. */
  readonly filename: string;
  readonly dryRun?: boolean;
  readonly timeout: number;
  readonly output: "text" | "json";
}

export interface InstallOptions extends ChangeOptions {
  readonly forceConflicts?: boolean;
}

export interface DeployOptions extends InstallOptions {
  readonly image?: string;
  /** Whether an embedded cluster gets the image of the project. */
  readonly load: boolean;
  /** Whether the project is built before that. */
  readonly build: boolean;
  readonly wait: boolean;
}

export interface RemoveOptions extends ChangeOptions {
  readonly ignoreNotFound?: boolean;
}

/** Where projects have the whole of their operator. */
const defaultConfig = "config/default";

/** Installs the custom resource definitions of a project. */
export async function install(options: InstallOptions, host: CommandHost): Promise<void> {
  const objects = await read(options, host);
  await withCluster(options, host, async (cluster) => {
    tell(options, cluster, await apply(cluster, objects, options, host), host);
  });
}

/** Brings an operator into the cluster, and resolves when it is available. */
export async function deploy(options: DeployOptions, host: CommandHost): Promise<void> {
  const { dryRun: isDryRun = false } = options;
  const rendered = await read(options, host);
  // What is not the project's own config has images that are not the project's.
  const image = options.image ?? (options.filename === defaultConfig ? managerImageOf(rendered) : undefined);
  if (image !== undefined) withManagerImage(rendered, image);
  await withCluster(options, host, async (cluster) => {
    const imageId = image === undefined ? undefined : await load(cluster, image, options, host);
    const objects = image === undefined ? rendered : withManagerImage(rendered, image, imageId);
    const outcomes = await apply(cluster, objects, options, host);
    const deployments = outcomes.filter((outcome) => isDeployment(outcome as unknown as DynamicObject));
    if (!isDryRun && options.wait) {
      for (const { name, namespace = cluster.client.namespace, result } of deployments) {
        const isUnchanged = result === "unchanged";
        await waitForRollout(cluster, { name, namespace }, { ...rolloutOptions(options, host), isUnchanged });
        if (options.output === "text") host.output.write(`deployment.apps/${name} is available\n`);
      }
    }
    tell(options, cluster, outcomes, host, { ...(image !== undefined && { image }), ...(imageId && { imageId }) });
  });
}

/** Removes what `install` or `deploy` made, and resolves when it is gone. */
export async function remove(options: RemoveOptions, host: CommandHost): Promise<void> {
  const objects = await read(options, host);
  const { dryRun: isDryRun = false, ignoreNotFound = false, timeout, output } = options;
  await withCluster(options, host, async (cluster) => {
    const outcomes = await deleteObjects(cluster.client, objects, {
      isDryRun,
      ignoreNotFound,
      timeoutMs: timeout * 1000,
      signal: host.interrupted,
      onOutcome: outcomeReporter(output, isDryRun, host),
    });
    if (outcomes.every(({ result }) => result === "absent")) host.messages.write(nothingThere(outcomes.length));
    tell(options, cluster, outcomes, host);
  });
}

function nothingThere(count: number): string {
  return `Nothing to remove: ${count === 1 ? "its one object is not" : `none of the ${count} objects is`} there\n`;
}

async function read({ filename }: ChangeOptions, host: CommandHost): Promise<DynamicObject[]> {
  return await readManifests(resolve(host.folder, filename), {
    hint: 'go to the folder of a project that has it ("kubewright init", "kubewright create api" and "kubewright manifests" write it), or name another place with --filename',
    warn: (text) => host.messages.write(`warning: ${text}\n`),
  });
}

async function apply(
  { client }: TargetCluster,
  objects: readonly DynamicObject[],
  options: InstallOptions,
  host: CommandHost,
): Promise<ObjectOutcome[]> {
  const { dryRun: isDryRun = false, forceConflicts: isForced = false, output } = options;
  return await applyObjects(client, objects, {
    isDryRun,
    isForced,
    timeoutMs: options.timeout * 1000,
    signal: host.interrupted,
    onOutcome: outcomeReporter(output, isDryRun, host),
    say: (text) => host.messages.write(text),
  });
}

/** The id of the image, if the cluster is one that takes images from this machine. */
async function load(
  { client }: TargetCluster,
  image: string,
  { load: isLoaded, build, dryRun = false }: DeployOptions,
  host: CommandHost,
): Promise<string | undefined> {
  if (!isLoaded || dryRun || !(await isEmbeddedCluster(client, host.interrupted))) return undefined;
  const written = await loadProjectImage(client, image, !build, host);
  if (written === undefined) return undefined;
  host.messages.write(`Loaded ${image} into the cluster (${Math.ceil(written.bytes / 1024)} KiB)\n`);
  return written.id;
}

function rolloutOptions(options: DeployOptions, host: CommandHost): Omit<RolloutOptions, "isUnchanged"> {
  return {
    timeoutMs: options.timeout * 1000,
    signal: host.interrupted,
    clock: host.clock,
    say: (text) => host.messages.write(text),
  };
}

/** For scripts, one line in the end. */
function tell(
  { output, dryRun: isDryRun = false }: ChangeOptions,
  { context, server }: TargetCluster,
  objects: readonly ObjectOutcome[],
  host: CommandHost,
  more: object = {},
): void {
  if (output === "json")
    host.output.write(`${JSON.stringify({ context, server, dryRun: isDryRun, ...more, objects })}\n`);
}
