import {
  cloneJson,
  createMergePatch,
  defineKind,
  isAlreadyExists,
  isConflict,
  type KubeObject,
  semanticEqual,
} from "@kubewright/api";
import { ClientError } from "../../errors.ts";
import type { Client, WriteOptions } from "../client.ts";
import { kindOfWritten } from "../request/written-object.ts";

/** What became of an object, and how the server has it now. */
export interface CreateOrUpdateResult<T extends KubeObject> {
  readonly outcome: "created" | "updated" | "unchanged";
  readonly object: T;
}

/** Makes an object be what it should be, by changing it. */
export type Mutate<T extends KubeObject> = (object: T) => void | Promise<void>;

/** Writes a changed object. */
type Save<T extends KubeObject> = (existing: T, wanted: T) => Promise<T>;

/** Someone else's write may come first so often before we give up. */
const ATTEMPTS = 5;

/**
 * Makes sure that an object exists and is as `mutate` makes it.
 *
 * When there is none, `object` with `mutate` run on it is created. When there is one, `mutate` runs on what the server
 * has, and only a change is written. When someone else writes in between, all of it is done again, so `mutate` may run
 * several times: it sets fields and does nothing else. It cannot change name or namespace.
 */
export async function createOrUpdate<T extends KubeObject>(
  client: Client,
  object: T,
  mutate: Mutate<T>,
  options: WriteOptions = {},
): Promise<CreateOrUpdateResult<T>> {
  return await createOr((_, wanted) => client.update(wanted, options), client, object, mutate, options);
}

/**
 * As `createOrUpdate`, but sends only the fields that changed, as a merge patch.
 *
 * What others write to other fields meanwhile does not matter. A list that changed is sent as a whole.
 */
export async function createOrPatch<T extends KubeObject>(
  client: Client,
  object: T,
  mutate: Mutate<T>,
  options: WriteOptions = {},
): Promise<CreateOrUpdateResult<T>> {
  const kind = kindOf(object);
  const save: Save<T> = (existing, wanted) =>
    client.patch(kind, existing.metadata, { merge: createMergePatch(existing, wanted) }, options);
  return await createOr(save, client, object, mutate, options);
}

async function createOr<T extends KubeObject>(
  save: Save<T>,
  client: Client,
  object: T,
  mutate: Mutate<T>,
  options: WriteOptions,
): Promise<CreateOrUpdateResult<T>> {
  const kind = kindOf(object);
  const { signal, timeoutMs } = options;
  const reading = { ...(signal !== undefined && { signal }), ...(timeoutMs !== undefined && { timeoutMs }) };
  for (let attempt = 1; ; attempt++) {
    const existing = await client.find(kind, object.metadata, reading);
    const wanted = cloneJson(existing ?? object);
    await mutate(wanted);
    refuseMove(existing ?? object, wanted);
    if (existing !== undefined && semanticEqual(existing, wanted)) return { outcome: "unchanged", object: existing };
    try {
      return existing === undefined
        ? { outcome: "created", object: (await client.create<T>(wanted, options)) as T }
        : { outcome: "updated", object: await save(existing, wanted) };
    } catch (error) {
      const isRace = existing === undefined ? isAlreadyExists(error) : isConflict(error);
      if (attempt >= ATTEMPTS || !isRace) throw error;
    }
  }
}

function kindOf<T extends KubeObject>(object: T): ReturnType<typeof defineKind<T>> {
  return defineKind<T>(kindOfWritten(object, "create or update"));
}

function refuseMove(before: KubeObject, after: KubeObject): void {
  const { name, namespace } = before.metadata;
  if (after.metadata.name === name && after.metadata.namespace === namespace) return;
  throw new ClientError(
    "INVALID_ARGUMENT",
    `the function given to createOrUpdate changed the name or namespace of ${before.kind} ${name}: it may not`,
  );
}
