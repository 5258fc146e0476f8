import {
  type DynamicObject,
  defineKind,
  groupVersionKindOf,
  isConflict,
  isNotFound,
  jsonEqual,
  type Kind,
  statusErrorOf,
} from "@kubewright/api";
import { CustomResourceDefinition } from "@kubewright/api/apiextensions/v1";
import { type ApiClient, ClientError, deleted, sleep, waitFor } from "@kubewright/client";
import { CommandError } from "../errors.ts";
import { applyOrder, isDefinition } from "./object-order.ts";
import { objectName } from "./target-cluster.ts";

/** What became of an object. */
export interface ObjectOutcome {
  readonly apiVersion: string;
  readonly kind: string;
  readonly namespace?: string;
  readonly name: string;
  readonly result: ObjectResult;
}

export type ObjectResult =
  | "created"
  | "configured"
  | "unchanged"
  | "deleted"
  /** Was not there to be deleted. */
  | "absent"
  /** Could not be tried in a dry run: what it needs is not there yet. */
  | "unchecked";

export interface ApplyObjectsOptions {
  readonly isDryRun: boolean;
  /** Takes over fields that others set. */
  readonly isForced: boolean;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  /** Told of each object as soon as it was applied. */
  readonly onOutcome: (outcome: ObjectOutcome) => void;
  readonly say: (text: string) => void;
}

const settleMs = 10_000;

/**
 * Makes the cluster have these objects, by server-side apply: namespaces and definitions first, which are served when the others come.
 *
 * What is as it should be is left as it is. Something that is being deleted is waited for, and made anew.
 */
export async function applyObjects(
  client: ApiClient,
  objects: readonly DynamicObject[],
  options: ApplyObjectsOptions,
): Promise<ObjectOutcome[]> {
  const { first, rest } = applyOrder(objects);
  const outcomes: ObjectOutcome[] = [];
  const run = new ApplyRun(client, options, first);
  const apply = async (object: DynamicObject) => {
    const outcome = await run.apply(object);
    outcomes.push(outcome);
    options.onOutcome(outcome);
  };
  for (const object of first) await apply(object);
  if (!options.isDryRun) {
    const definitions = first.filter(isDefinition);
    for (const { metadata } of definitions) await waitUntilServed(client, metadata.name, options);
    if (definitions.length > 0) client.discovery.invalidate();
  }
  for (const object of rest) await apply(object);
  return outcomes;
}

class ApplyRun {
  readonly #client: ApiClient;
  readonly #options: ApplyObjectsOptions;
  /** Namespaces and definitions that come along. */
  readonly #first: readonly DynamicObject[];

  constructor(client: ApiClient, options: ApplyObjectsOptions, first: readonly DynamicObject[]) {
    this.#client = client;
    this.#options = options;
    this.#first = first;
  }

  async apply(object: DynamicObject): Promise<ObjectOutcome> {
    const { isDryRun, isForced, signal } = this.#options;
    try {
      const { kind, namespace } = await this.#place(object);
      const key = { name: object.metadata.name, ...(namespace !== undefined && { namespace }) };
      const before = await this.#existing(kind, key, object);
      const placed = { ...object, metadata: { ...object.metadata, ...(namespace !== undefined && { namespace }) } };
      const after = await this.#client.apply(placed, {
        dryRun: isDryRun,
        force: isForced,
        fieldValidation: "Strict",
        signal,
      });
      const result = before === undefined ? "created" : isSame(before, after) ? "unchanged" : "configured";
      return outcomeOf(placed, result);
    } catch (error) {
      if (isDryRun && this.#comesLater(object, error)) return outcomeOf(object, "unchecked");
      throw explained(error, object);
    }
  }

  /** The kind, and the namespace if it has one. A definition that was made a moment ago may not be served everywhere yet. */
  async #place(object: DynamicObject): Promise<{ kind: Kind<DynamicObject>; namespace: string | undefined }> {
    const { signal } = this.#options;
    const groupVersionKind = groupVersionKindOf(object);
    for (let waitedMs = 0; ; waitedMs += 200) {
      try {
        const { scope, resource } = await this.#client.discovery.resourceFor(groupVersionKind, { signal });
        const kind = defineKind<DynamicObject>({ ...groupVersionKind, scope, plural: resource });
        const namespace = scope === "Namespaced" ? (object.metadata.namespace ?? this.#client.namespace) : undefined;
        return { kind, namespace };
      } catch (error) {
        const isComing = !this.#options.isDryRun && this.#isDefined(object) && waitedMs < settleMs;
        if (!(error instanceof ClientError) || error.code !== "UNKNOWN_KIND" || !isComing) throw error;
        await sleep(200, { signal });
      }
    }
  }

  async #existing(
    kind: Kind<DynamicObject>,
    key: { readonly name: string; readonly namespace?: string },
    object: DynamicObject,
  ): Promise<DynamicObject | undefined> {
    const { signal, timeoutMs, isDryRun, say } = this.#options;
    const existing = await this.#client.find(kind, key, { signal });
    if (existing?.metadata.deletionTimestamp === undefined || isDryRun) return existing;
    say(`Waiting for ${objectName(object)}, which is being deleted, to go\n`);
    await waitFor(this.#client, kind, key, deleted, { signal, timeoutMs });
    return undefined;
  }

  #isDefined(object: DynamicObject): boolean {
    const { group, kind } = groupVersionKindOf(object);
    return this.#first.some((one) => {
      const spec = one.spec as { group?: string; names?: { kind?: string } } | undefined;
      return isDefinition(one) && spec?.group === group && spec.names?.kind === kind;
    });
  }

  /** Whether an object was refused because its namespace or definition is only made without `dryRun`. */
  #comesLater(object: DynamicObject, error: unknown): boolean {
    if (error instanceof ClientError && error.code === "UNKNOWN_KIND") return this.#isDefined(object);
    const { namespace } = object.metadata;
    return isNotFound(error) && this.#first.some((one) => one.kind === "Namespace" && one.metadata.name === namespace);
  }
}

export function outcomeOf(object: DynamicObject, result: ObjectResult): ObjectOutcome {
  const { apiVersion, kind, metadata } = object;
  const { name, namespace } = metadata;
  return { apiVersion, kind, ...(namespace !== undefined && { namespace }), name, result };
}

/** Whether what users write is the same: controllers may have written a status meanwhile, and servers keep books of their own. */
function isSame(before: DynamicObject, after: DynamicObject): boolean {
  const bare = ({ metadata, status: _, ...rest }: DynamicObject) => {
    const { managedFields: __, resourceVersion: ___, generation: ____, ...kept } = metadata;
    return { ...rest, metadata: kept };
  };
  return jsonEqual(bare(before), bare(after));
}

async function waitUntilServed(client: ApiClient, name: string, options: ApplyObjectsOptions): Promise<void> {
  const { timeoutMs, signal } = options;
  const isDecided = (crd: CustomResourceDefinition | undefined) => {
    const is = (type: string, status: string) =>
      crd?.status?.conditions?.some((one) => one.type === type && one.status === status) === true;
    return is("Established", "True") || is("NamesAccepted", "False");
  };
  const crd = await waitFor(client, CustomResourceDefinition, { name }, isDecided, { timeoutMs, signal });
  const refusal = crd?.status?.conditions?.find(({ type, status }) => type === "NamesAccepted" && status === "False");
  if (refusal !== undefined) {
    throw new CommandError(
      `customresourcedefinition.apiextensions.k8s.io/${name} is not served: ${refusal.message ?? refusal.reason}; another definition has one of its names: delete that one, or choose other names`,
    );
  }
}

function explained(error: unknown, object: DynamicObject): unknown {
  const name = objectName(object);
  const status = statusErrorOf(error);
  if (isConflict(error) && status !== undefined) {
    return new CommandError(
      `${name}: ${status.message}\nSomeone else set these fields to other values; --force-conflicts takes them over.`,
      { cause: error },
    );
  }
  if (error instanceof ClientError && error.code === "UNKNOWN_KIND") {
    return new CommandError(
      `${name}: the cluster does not know the kind ${object.kind} of ${object.apiVersion}; install its definition first`,
      { cause: error },
    );
  }
  if (status === undefined || status.code === 401 || status.code === 403) return error;
  return new CommandError(`${name} was refused: ${status.message}`, { cause: error });
}
