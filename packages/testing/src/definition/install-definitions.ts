import { type Clock, defineKind } from "@kubewright/api";
import { CustomResourceDefinition } from "@kubewright/api/apiextensions/v1";
import { type Client, conditionIs, waitFor } from "@kubewright/client";
import { eventually } from "../eventually/eventually.ts";
import { type DefinitionSource, readDefinitions } from "./read-definitions.ts";

export interface InstallOptions {
  /** How long it may take until a kind is served. @default 30_000 */
  readonly timeoutMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  /** @default the host's */
  readonly clock?: Clock | undefined;
}

/**
 * Makes the server serve custom kinds, and resolves to their definitions when it does, in every version that they say is served.
 *
 * Definitions that are there are changed to these. Paths are from the working directory; `new URL("crd.yaml", import.meta.url)` is
 * one beside the test. Rejects with TestingError `INVALID_DEFINITION` for a source that has none, and as the server refuses one.
 */
export async function installDefinitions(
  client: Client,
  sources: readonly DefinitionSource[],
  options: InstallOptions = {},
): Promise<readonly CustomResourceDefinition[]> {
  const definitions = (await Promise.all(sources.map(readDefinitions))).flat();
  return await Promise.all(definitions.map((definition) => install(client, definition, options)));
}

async function install(
  client: Client,
  { status: _, ...definition }: CustomResourceDefinition,
  options: InstallOptions,
): Promise<CustomResourceDefinition> {
  const { timeoutMs = 30_000, signal, clock } = options;
  const limits = { timeoutMs, ...(signal !== undefined && { signal }) };
  const waiting = { ...limits, ...(clock !== undefined && { clock }) };
  const { metadata } = await client.apply(definition, { force: true, fieldManager: "kubewright-testing", ...limits });
  const installed = await waitFor(client, CustomResourceDefinition, metadata.name, conditionIs("Established"), waiting);
  const { group, names, versions } = installed!.spec;
  // Discovery and the request handlers learn of it a little later than the watch.
  for (const { name: version, served } of versions) {
    const kind = defineKind({ group, version, kind: names.kind });
    if (served) await eventually(({ signal }) => client.list(kind, { limit: 1, signal }), waiting);
  }
  return installed!;
}
