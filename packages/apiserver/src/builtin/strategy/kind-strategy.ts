import { validateDns1123Subdomain } from "@kubewright/api";
import { writableMeta } from "../../resource/object-meta/writable-meta.ts";
import type { Strategy } from "../../resource/strategy.ts";
import type { ApiObject } from "../../resource-object.ts";
import { dropDisabledFields } from "../disabled-field.ts";
import type { KindValidation, ViewValidation } from "../validation/kind-validation.ts";
import type { KindWarnings } from "../warning/kind-warnings.ts";
import { isSameAt, putBack } from "./field-path.ts";
import type { KindRules, ViewRules } from "./kind-rules.ts";

/** What a strategy is made from beside its rules. */
export interface KindFacts {
  /** An empty status, new for each call; absent for kinds without the subresource. */
  readonly emptyStatus?: (() => unknown) | undefined;
  readonly validation: KindValidation;
  readonly warnings?: KindWarnings | undefined;
}

/** The strategy of a kind: what most kinds do, and the kind's own rules where it has some. */
export function strategyFor(rules: KindRules, { emptyStatus, validation, warnings }: KindFacts): Strategy {
  const nameRule = rules.name ?? validateDns1123Subdomain;
  const pinned = rules.pinned ?? (emptyStatus === undefined ? [] : ["status"]);
  const startsGeneration = rules.startsGeneration ?? rules.generation !== undefined;
  const emptiesStatus = rules.emptiesStatus ?? true;
  return {
    ...ownRules(rules),
    warningsOnCreate: (object) => warnings?.main?.(object, undefined) ?? [],
    warningsOnUpdate: (object, old) => warnings?.main?.(object, old) ?? [],
    allowsCreateOnUpdate: rules.allowsCreateOnUpdate ?? false,
    allowsUnconditionalUpdate: rules.allowsUnconditionalUpdate ?? true,
    returnsDeletedObject: rules.returnsDeletedObject ?? false,
    defaultPropagation: rules.defaultPropagation ?? "Background",
    resetFields: pinned.map((path) => path.split(".")),
    validateName: (name, isPrefix) => nameRule(name, { isPrefix }),
    prepareForCreate(object, context) {
      if (startsGeneration) writableMeta(object).generation = 1;
      if (emptyStatus !== undefined && emptiesStatus) object.status = emptyStatus();
      dropDisabledFields(object);
      rules.prepareForCreate?.(object, context);
    },
    prepareForUpdate(object, old, context) {
      for (const path of pinned) putBack(object, old, path);
      dropDisabledFields(object);
      rules.prepareForUpdate?.(object, old, context);
      countGeneration(object, old, rules.generation);
    },
    validate: (object, context) => validation.validate(object, context),
    validateUpdate: (object, old, context) => validation.validateUpdate(object, old, context),
  };
}

/** The strategy of writes through a view such as `status`: the object's own, but for what is put back. */
export function viewStrategyFor(
  main: Strategy,
  view: ViewRules,
  validation: ViewValidation | undefined,
  warn?: (object: ApiObject) => readonly string[],
): Strategy {
  const pinned = view.pinned ?? ["spec"];
  const { beginWrite: _, afterWrite: __, repeatedMetadataRules: ___, ...shared } = main;
  return {
    ...shared,
    allowsCreateOnUpdate: false,
    resetFields: view.resetFields ?? pinned.map((path) => path.split(".")),
    warningsOnUpdate: (object) => warn?.(object) ?? [],
    prepareForUpdate(object, old, context) {
      for (const path of pinned) putBack(object, old, path);
      view.prepareForUpdate?.(object, old, context);
      countGeneration(object, old, view.generation);
    },
    validateUpdate: (object, old, context) => validation?.validateUpdate(object, old, context) ?? [],
  };
}

function countGeneration(object: ApiObject, old: ApiObject, paths: readonly string[] | undefined): void {
  if (paths?.some((path) => !isSameAt(object, old, path))) {
    writableMeta(object).generation = (old.metadata.generation ?? 0) + 1;
  }
}

const ownNames = [
  "canonicalize",
  "gracePeriodOf",
  "beginDeletion",
  "mayGo",
  "beginWrite",
  "afterWrite",
  "afterDelete",
  "repeatedMetadataRules",
] as const satisfies readonly (keyof Strategy)[];

/** The rules that are part of a strategy as they are. */
function ownRules(rules: KindRules): Partial<Strategy> {
  return Object.fromEntries(ownNames.filter((name) => rules[name] !== undefined).map((name) => [name, rules[name]]));
}
