import { type StatusCause, validateFinalizerName } from "@kubewright/api";
import type { Namespace } from "@kubewright/api/core/v1";
import { invalidField } from "@kubewright/api/server";
import type { KindValidation } from "../kind-validation.ts";
import { checkText } from "../rule/text-rule.ts";
import { typedValidation } from "../typed-validation.ts";

/** The rules of namespaces. */
export const namespaceValidation: KindValidation = typedValidation<Namespace>({
  validate: checkNamespace,
  validateUpdate: (namespace, _old, causes) => checkNamespace(namespace, causes),
  views: {
    status: { validateUpdate: (namespace, _old, causes) => checkPhase(namespace, causes) },
    finalize: {
      validateUpdate({ spec }, _old, causes) {
        for (const [index, name] of (spec?.finalizers ?? []).entries()) {
          checkFinalizer(name, `spec.finalizers[${index}]`, causes);
        }
      },
    },
  },
});

const standardFinalizers: readonly string[] = ["kubernetes", "orphan", "foregroundDeletion"];

function checkNamespace({ spec }: Namespace, causes: StatusCause[]): void {
  for (const name of spec?.finalizers ?? []) checkFinalizer(name, "spec.finalizers", causes);
}

function checkFinalizer(name: string, field: string, causes: StatusCause[]): void {
  checkText(validateFinalizerName, name, field, causes);
  if (name.includes("/") || standardFinalizers.includes(name)) return;
  causes.push(invalidField(field, name, "name is neither a standard finalizer name nor is it fully qualified"));
}

function checkPhase({ metadata, status }: Namespace, causes: StatusCause[]): void {
  const phase = status?.phase ?? "";
  const isTerminating = metadata.deletionTimestamp !== undefined;
  const expected = isTerminating ? "Terminating" : "Active";
  if (phase === expected) return;
  const detail = `may only be '${expected}' if \`deletionTimestamp\` is ${isTerminating ? "not " : ""}empty`;
  causes.push(invalidField("status.Phase", phase, detail));
}
