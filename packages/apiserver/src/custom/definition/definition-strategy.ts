import { jsonEqual, type StatusCause, validateDns1123Subdomain } from "@kubewright/api";
import { invalidField } from "@kubewright/api/server";
import { writableMeta } from "../../resource/object-meta/writable-meta.ts";
import type { Strategy } from "../../resource/strategy.ts";
import type { ApiObject } from "../../resource-object.ts";
import { withCondition } from "./condition.ts";
import { asDefinition, cleanupFinalizer, type Definition } from "./definition.ts";
import { definitionWarnings } from "./definition-warnings.ts";
import {
  definitionNameProblems,
  validateDefinition,
  validateDefinitionUpdate,
  validateStatus,
} from "./validate-definition.ts";

/** What happens beside the write of a definition. */
export interface DefinitionHooks {
  /** An empty status, new for each call. */
  emptyStatus(): NonNullable<Definition["status"]>;
  afterWrite(definition: Definition): void;
  afterDelete(definition: Definition): void;
}

/** The rules of writes of CustomResourceDefinitions and of their status. */
export function definitionStrategies(hooks: DefinitionHooks): { readonly main: Strategy; readonly status: Strategy } {
  const main: Strategy = {
    allowsCreateOnUpdate: false,
    allowsUnconditionalUpdate: false,
    returnsDeletedObject: false,
    defaultPropagation: "Background",
    resetFields: [["status"]],
    validateName: (name, isPrefix) => validateDns1123Subdomain(name, { isPrefix }),
    prepareForCreate(object) {
      const definition = asDefinition(object);
      writableMeta(object).generation = 1;
      definition.status = withStorageVersion(definition, hooks.emptyStatus());
    },
    validate(object) {
      const definition = asDefinition(object);
      return [...nameCauses(definition), ...validateDefinition(definition)];
    },
    prepareForUpdate(object, old) {
      const [definition, before] = [asDefinition(object), asDefinition(old)];
      definition.status = withStorageVersion(definition, before.status ?? {});
      if (!jsonEqual(definition.spec, before.spec)) {
        writableMeta(object).generation = (old.metadata.generation ?? 0) + 1;
      }
    },
    validateUpdate: (object, old) => validateDefinitionUpdate(asDefinition(object), asDefinition(old)),
    warningsOnCreate: (object) => definitionWarnings(asDefinition(object), undefined),
    warningsOnUpdate: (object, old) => definitionWarnings(asDefinition(object), asDefinition(old)),
    beginDeletion(object, _options, { clock }) {
      const definition = asDefinition(object);
      const finalizers = definition.metadata.finalizers ?? [];
      if (!finalizers.includes(cleanupFinalizer)) definition.metadata.finalizers = [...finalizers, cleanupFinalizer];
      definition.status = withCondition(
        definition.status ?? {},
        {
          type: "Terminating",
          status: "True",
          reason: "InstanceDeletionPending",
          message: "CustomResourceDefinition marked for deletion; CustomResource deletion will begin soon",
        },
        clock.now(),
      );
    },
    afterWrite: (object) => hooks.afterWrite(asDefinition(object)),
    afterDelete: (object) => hooks.afterDelete(asDefinition(object)),
  };
  const { warningsOnUpdate: _, ...shared } = main;
  const status: Strategy = {
    ...shared,
    resetFields: [["spec"]],
    prepareForUpdate(object: ApiObject, old: ApiObject) {
      object.spec = old.spec;
    },
    validateUpdate: (object) => validateStatus(asDefinition(object)),
  };
  return { main, status };
}

function nameCauses(definition: Definition): StatusCause[] {
  const { name } = definition.metadata;
  return definitionNameProblems(definition).map((problem) => invalidField("metadata.name", name, problem));
}

/** Objects may be stored in this version from now on. */
function withStorageVersion(
  { spec }: Definition,
  status: NonNullable<Definition["status"]>,
): Definition["status"] & object {
  const storage = spec.versions?.find((version) => version.storage)?.name;
  const stored = status.storedVersions ?? [];
  return storage === undefined || stored.includes(storage)
    ? status
    : { ...status, storedVersions: [...stored, storage] };
}
