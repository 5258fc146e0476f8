import { ApiError } from "../../errors.ts";
import { guardDepth } from "../../json/depth-guard.ts";
import { isJsonObject, type JsonObject } from "../../json/own-member.ts";
import type { ManagedFieldsEntry } from "../../meta/object.ts";
import { badRequestError, plainFailure } from "../../status/failure.ts";
import { StatusError } from "../../status/status-error.ts";
import { formatTime, type Moment } from "../../value/time.ts";
import type { ValueType } from "../../value/value-type.ts";
import type { FieldFilter } from "../field/field-filter.ts";
import { FieldSet } from "../field/field-set.ts";
import { formatProblems, validateValue } from "../typed/validate-value.ts";
import { applyConflictOf } from "./apply-conflict.ts";
import { capUpdateManagers } from "./cap-update-managers.ts";
import { FieldConflicts } from "./field-conflict.ts";
import { fieldsOfLastApplied, lastAppliedManager, lastAppliedOf, withLastApplied } from "./last-applied.ts";
import { type Managed, ManagedFieldsCodec, managerIdentifier, nothingManaged } from "./managed-fields.ts";
import {
  describeObject,
  formatKind,
  isReset,
  managedFieldsOf,
  uidOf,
  withoutManagedFields,
} from "./object-metadata.ts";
import { type Managers, type TypedObject, Updater } from "./updater.ts";

/** What a FieldManager needs to know of the objects it is for: one kind in one version, through one subresource. */
export interface FieldManagerOptions {
  /** The version in which clients write, and in which all objects are passed here. */
  readonly apiVersion: string;
  readonly kind: string;
  /** The type of the objects in that version. */
  readonly type: ValueType;
  /**
   * What an object of the kind without any data looks like. It stands for the live object of a create.
   *
   * Members that every object has, such as a built-in kind's `status: {}`, are not owned by who creates the object; they have to be here.
   * @default only apiVersion and kind
   */
  readonly emptyObject?: JsonObject | undefined;
  /** @default "" the object itself */
  readonly subresource?: string | undefined;
  /** What may stay of the fields that a writer sets here, by version: other fields are reset by the kind's rules, so nobody gets to own them. */
  readonly resetFields?: ReadonlyMap<string, FieldFilter> | undefined;
  /** @default there is one version only: entries of managers that used another are dropped */
  readonly convert?: ConvertVersion | undefined;
}

/**
 * The object in the version that is asked for, and its type there; undefined when that version does not exist (any more).
 *
 * The object can be of any version, and says of which: what was converted once may have to be converted back.
 */
export type ConvertVersion = (object: JsonObject, apiVersion: string) => VersionedObject | undefined;

/** An object and the type it has in its version. */
export interface VersionedObject {
  readonly object: JsonObject;
  readonly type: ValueType;
}

/** Who writes, and when. */
export interface WriteOptions {
  /** The field manager that the client named, or what its user agent says. */
  readonly manager: string;
  readonly now: Moment;
}

export interface ApplyOptions extends WriteOptions {
  /** Whether to take fields from other managers instead of failing with a conflict. @default false */
  readonly force?: boolean | undefined;
}

/**
 * Keeps `metadata.managedFields` of the objects of one kind, and merges what is applied.
 *
 * Objects are plain JSON and never changed; results share parts with them. It holds nothing but caches, so that one can serve all requests.
 */
export class FieldManager {
  readonly #options: FieldManagerOptions;
  readonly #emptyObject: JsonObject;
  readonly #subresource: string;
  readonly #updater: Updater;
  readonly #codec = new ManagedFieldsCodec();

  constructor(options: FieldManagerOptions) {
    const { apiVersion, kind, convert } = options;
    this.#options = options;
    this.#emptyObject = options.emptyObject ?? { apiVersion, kind };
    this.#subresource = options.subresource ?? "";
    this.#updater = new Updater({
      convert: (object, version) => convertTyped(object, version, convert),
      filters: options.resetFields,
    });
  }

  /**
   * `next` with the managedFields that follow from writing it over `live`: for every write that is not an apply.
   *
   * `live` is undefined for a create. Never throws: where managedFields cannot be computed, the result has none.
   */
  update(live: JsonObject | undefined, next: JsonObject, options: WriteOptions): JsonObject {
    try {
      return guardDepth(() => this.#update(live ?? this.#emptyObject, next, options));
    } catch (error) {
      if (error instanceof StatusError || error instanceof ApiError) return withoutManagedFields(next);
      throw error;
    }
  }

  /**
   * The object that results from applying `patch`, with its managedFields; defaults are still to be filled in.
   *
   * `live` is undefined for a create. Throws a StatusError: Conflict when other managers own fields that would change, BadRequest when
   * `patch` has another kind or managedFields, a failure without reason (500) when it does not have the type.
   */
  apply(live: JsonObject | undefined, patch: JsonObject, options: ApplyOptions): JsonObject {
    try {
      return guardDepth(() => this.#apply(live ?? this.#emptyObject, patch, options));
    } catch (error) {
      throw error instanceof ApiError ? plainFailure(error.detail ?? error.message) : error;
    }
  }

  #update(live: JsonObject, next: JsonObject, options: WriteOptions): JsonObject {
    const object = withoutManagedFields(next);
    const managed = this.#decodeNext(live, next);
    // An object that nobody keeps track of stays so until it is applied to.
    if (managed.managers.size === 0 && uidOf(live) !== "") return object;
    return this.#encode(object, this.#track(live, object, managed, options));
  }

  #apply(live: JsonObject, patch: JsonObject, options: ApplyOptions): JsonObject {
    const managed = this.#decodeLive(live);
    this.#checkPatch(patch);
    const { object, managed: after } = this.#applyTracked(live, patch, managed, options);
    const isTakenOver = options.manager === lastAppliedManager && lastAppliedOf(object) !== undefined;
    return this.#encode(isTakenOver ? withLastApplied(object, patch) : object, after);
  }

  /** Applies; fields that client-side apply set before are no conflict for who takes over from it. */
  #applyTracked(live: JsonObject, patch: JsonObject, managed: Managed, options: ApplyOptions): AppliedObject {
    try {
      return this.#applyOnce(live, patch, managed, options);
    } catch (error) {
      if (!(error instanceof FieldConflicts)) throw error;
      if (options.manager !== lastAppliedManager) throw applyConflictOf(error.conflicts);
      const allowed = fieldsOfLastApplied(this.#typed(withoutManagedFields(live)));
      const refused = allowed ? error.conflicts.filter(({ path }) => !allowed.has(path)) : error.conflicts;
      if (refused.length > 0) throw applyConflictOf(refused);
      return this.#applyOnce(live, patch, managed, { ...options, force: true });
    }
  }

  /** Throws FieldConflicts. */
  #applyOnce(live: JsonObject, patch: JsonObject, managed: Managed, options: ApplyOptions): AppliedObject {
    const before = withoutManagedFields(live);
    const known = managed.managers.size === 0 ? this.#trackExisting(before, managed, options) : managed;
    if (managedFieldsOf(patch) !== undefined) throw badRequestError("metadata.managedFields must be nil");
    const config = this.#valid(patch, false, "failed to create typed patch object");
    const typed = this.#valid(before, true, "failed to create typed live object");

    const identifier = this.#identifier(options.manager, "Apply");
    const { object, managers } = this.#updater.apply(typed, config, known.managers, identifier, options.force ?? false);
    const times = new Map(known.times);
    if (object !== undefined) times.set(identifier, formatTime(options.now));
    return {
      object: object === undefined ? before : (object.value as JsonObject),
      managed: { managers: withoutMetadata(managers, identifier), times },
    };
  }

  /** What was there before the first apply gets a manager. */
  #trackExisting(live: JsonObject, managed: Managed, { now }: WriteOptions): Managed {
    try {
      return this.#track(this.#emptyObject, live, managed, { manager: "before-first-apply", now });
    } catch (error) {
      if (!(error instanceof InvalidValue)) throw error;
      throw plainFailure(`failed to create manager for existing fields: ${error.message}`);
    }
  }

  /** Who owns what after a write that is no apply. Throws InvalidValue. */
  #track(live: JsonObject, next: JsonObject, managed: Managed, { manager, now }: WriteOptions): Managed {
    const after = this.#valid(next, true, "failed to convert new object", "to smd typed");
    const before = this.#valid(withoutManagedFields(live), true, "failed to convert live object", "to smd typed");
    // What this write alone changed, apart from what the manager changed before.
    const owners = new Map(
      withoutMetadata(this.#updater.update(before, after, managed.managers, currentOperation), currentOperation),
    );
    const owned = owners.get(currentOperation);
    if (owned === undefined) return capUpdateManagers({ managers: owners, times: managed.times });
    const identifier = this.#identifier(manager, "Update");
    const previous = owners.get(identifier)?.fields ?? FieldSet.empty;
    owners.delete(currentOperation);
    owners.set(identifier, { ...owned, fields: previous.union(owned.fields) });
    const times = new Map(managed.times).set(identifier, formatTime(now));
    return capUpdateManagers({ managers: owners, times });
  }

  /** What a client says of managedFields counts, unless it says nothing valid, or writes through a subresource. */
  #decodeNext(live: JsonObject, next: JsonObject): Managed {
    if (this.#subresource === "") {
      const entries = managedFieldsOf(next);
      if (entries !== undefined && isReset(entries)) return nothingManaged;
      const managed = this.#decodeOrNothing(entries);
      if (managed.managers.size > 0) return managed;
    }
    return this.#decodeOrNothing(managedFieldsOf(live));
  }

  #decodeOrNothing(entries: readonly ManagedFieldsEntry[] | undefined): Managed {
    try {
      return this.#codec.decode(entries ?? []);
    } catch (error) {
      if (error instanceof ApiError) return nothingManaged;
      throw error;
    }
  }

  #decodeLive(live: JsonObject): Managed {
    try {
      return this.#codec.decode(managedFieldsOf(live) ?? []);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      throw plainFailure(`failed to decode managed fields: ${error.detail ?? error.message}`);
    }
  }

  #encode(object: JsonObject, managed: Managed): JsonObject {
    const entries = this.#codec.encode(managed);
    if (entries.length === 0) return withoutManagedFields(object);
    const metadata = isJsonObject(object.metadata) ? object.metadata : {};
    return { ...object, metadata: { ...metadata, managedFields: entries } };
  }

  #checkPatch(patch: JsonObject): void {
    const { apiVersion, kind } = this.#options;
    if (patch.apiVersion === apiVersion && patch.kind === kind) return;
    throw badRequestError(`invalid object type: ${formatKind(patch)}`);
  }

  #identifier(manager: string, operation: "Apply" | "Update"): string {
    const { apiVersion } = this.#options;
    return managerIdentifier({ manager: manager || "unknown", operation, apiVersion, subresource: this.#subresource });
  }

  #typed(object: JsonObject): TypedObject {
    const { type, apiVersion } = this.#options;
    return { value: object, type, apiVersion };
  }

  /** Throws InvalidValue, a StatusError, that begins with `problem` and names the object. */
  #valid(object: JsonObject, allowDuplicates: boolean, problem: string, end = ""): TypedObject {
    const problems = validateValue(this.#options.type, object, { allowDuplicates });
    if (problems.length === 0) return this.#typed(object);
    const where = `${problem} (${describeObject(object)})${end === "" ? "" : ` ${end}`}`;
    throw new InvalidValue(`${where}: ${formatProblems(problems)}`);
  }
}

interface AppliedObject {
  readonly object: JsonObject;
  readonly managed: Managed;
}

/** Stands for the manager during a write, so that what the write changed can be told from what the manager owned before. */
const currentOperation = "current-operation";

/** What nobody owns: the server sets it, or it is the object's identity. */
const unownedFields = FieldSet.of(
  ["apiVersion"],
  ["kind"],
  ["metadata"],
  ...[
    "name",
    "namespace",
    "creationTimestamp",
    "selfLink",
    "uid",
    "clusterName",
    "generation",
    "managedFields",
    "resourceVersion",
  ].map((name) => ["metadata", name]),
);

function withoutMetadata(managers: Managers, manager: string): Managers {
  const owned = managers.get(manager);
  if (owned === undefined) return managers;
  const result = new Map(managers);
  const fields = owned.fields.difference(unownedFields);
  if (fields.isEmpty) result.delete(manager);
  else result.set(manager, { ...owned, fields });
  return result;
}

/** A value that does not have its type: what the server answers with a failure that has no reason. */
class InvalidValue extends StatusError {
  constructor(message: string) {
    super(plainFailure(message).status);
  }
}

function convertTyped(
  object: TypedObject,
  apiVersion: string,
  convert: ConvertVersion | undefined,
): TypedObject | undefined {
  const converted = convert?.(object.value as JsonObject, apiVersion);
  if (converted === undefined) return undefined;
  const problems = validateValue(converted.type, converted.object);
  if (problems.length > 0) throw new InvalidValue(formatProblems(problems));
  return { value: converted.object, type: converted.type, apiVersion };
}
