import {
  cloneJson,
  createMergePatch,
  defineKind,
  isAlreadyExists,
  isConflict,
  jsonEqual,
  type KubeObject,
} from "@kubewright/api";
import { ClientError } from "../../errors.ts";
import type { MergePatch, Reader, WriteOptions, Writer } from "../client.ts";
import { kindOfWritten } from "../request/written-object.ts";

/** What became of an object, and how the server has it now. */
export interface CreateOrUpdateResult<T extends KubeObject> {
  readonly outcome: "created" | "updated" | "unchanged";
  readonly object: T;
}

/** Makes an object be what it should be, by changing it. */
export type Mutate<T extends KubeObject> = (object: T) => void | Promise<void>;

/** How a changed object is written, and on whose behalf. */
interface Way<T extends KubeObject> {
  readonly caller: string;
  save(existing: T, wanted: T): Promise<T>;
}

/** Someone else's write may come first so often before we give up. */
const maxAttempts = 5;

/**
 * Makes sure that an object exists and is as `mutate` makes it.
 *
 * When there is none, `object` with `mutate` run on it is created. When there is one, `mutate` runs on what the server
 * has, and only a change is written. When someone else writes in between, all of it is done again, so `mutate` may run
 * several times: it sets fields and does nothing else. It cannot change name or namespace.
 *
 * Any other JSON is a change, also where it means the same: write quantities as the server has them. To remove a field,
 * delete it or make it undefined; `null` is a value. `status` stays as the server has it, whatever `mutate` does to it: servers
 * ignore it in these writes, `client.status` writes it. `timeoutMs` holds for each request.
 */
export async function createOrUpdate<T extends KubeObject>(
  client: Reader & Writer,
  object: T,
  mutate: Mutate<T>,
  options: WriteOptions = {},
): Promise<CreateOrUpdateResult<T>> {
  const way: Way<T> = { caller: "createOrUpdate", save: (_, wanted) => client.update(wanted, options) };
  return await createOr(way, client, object, mutate, options);
}

/**
 * As `createOrUpdate`, but sends only the fields that changed, as a merge patch.
 *
 * What others write to other fields meanwhile does not matter. A list that changed is sent as a whole.
 */
export async function createOrPatch<T extends KubeObject>(
  client: Reader & Writer,
  object: T,
  mutate: Mutate<T>,
  options: WriteOptions = {},
): Promise<CreateOrUpdateResult<T>> {
  const kind = kindOf(object);
  const save: Way<T>["save"] = (existing, wanted) =>
    client.patch(kind, existing.metadata, { merge: createMergePatch(existing, wanted) as MergePatch<T> }, options);
  return await createOr({ caller: "createOrPatch", save }, client, object, mutate, options);
}

async function createOr<T extends KubeObject>(
  { caller, save }: Way<T>,
  client: Reader & Writer,
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
    refuseMove(caller, existing ?? object, wanted);
    keepStatus(existing, wanted);
    if (existing !== undefined && jsonEqual(existing, cloneJson(wanted)))
      return { outcome: "unchanged", object: existing };
    try {
      return existing === undefined
        ? { outcome: "created", object: (await client.create<T>(wanted, options)) as T }
        : { outcome: "updated", object: await save(existing, wanted) };
    } catch (error) {
      const isRace = existing === undefined ? isAlreadyExists(error) : isConflict(error);
      if (attempt >= maxAttempts || !isRace) throw error;
    }
  }
}

function kindOf<T extends KubeObject>(object: T): ReturnType<typeof defineKind<T>> {
  return defineKind<T>(kindOfWritten(object, "create or update"));
}

function keepStatus(existing: KubeObject | undefined, wanted: KubeObject & { status?: unknown }): void {
  if (existing !== undefined && "status" in existing) wanted.status = existing.status;
  else delete wanted.status;
}

function refuseMove(caller: string, before: KubeObject, after: KubeObject): void {
  const { name, namespace } = before.metadata;
  if (after.metadata.name === name && after.metadata.namespace === namespace) return;
  throw new ClientError(
    "INVALID_ARGUMENT",
    `the function given to ${caller} changed the name or namespace of ${before.kind} ${name}: it may not`,
  );
}
