import {
  type LabelSelector,
  Quantity,
  type StatusCause,
  validateDns1123Label,
  validateDns1123Subdomain,
} from "@kubewright/api";
import type { PersistentVolumeClaimSpec } from "@kubewright/api/core/v1";
import { forbiddenField, invalidField, requiredField, unsupportedField } from "@kubewright/api/server";
import { checkLabelSelector } from "../../rule/label-selector.ts";
import { checkOneOf, checkPresent, checkText } from "../../rule/text-rule.ts";

const accessModes = ["ReadOnlyMany", "ReadWriteMany", "ReadWriteOnce", "ReadWriteOncePod"];

interface DataSource {
  readonly apiGroup?: string | null;
  readonly kind?: string;
  readonly name?: string;
  readonly namespace?: string;
}

/** Adds what is wrong with what is asked of a volume. */
export function checkClaimSpec(spec: PersistentVolumeClaimSpec, field: string, causes: StatusCause[]): void {
  const modes: readonly string[] = spec.accessModes ?? [];
  if (modes.length === 0) causes.push(requiredField(`${field}.accessModes`, "at least 1 access mode is required"));
  checkLabelSelector(spec.selector as LabelSelector | undefined, `${field}.selector`, causes);
  checkAccessModes(modes, `${field}.accessModes`, causes);
  checkSize(spec.resources?.requests?.storage, `${field}.resources[storage]`, causes);
  const { storageClassName, volumeMode, volumeAttributesClassName } = spec;
  if (storageClassName) checkText(validateDns1123Subdomain, storageClassName, `${field}.storageClassName`, causes);
  checkOneOf(volumeMode, ["Block", "Filesystem"], `${field}.volumeMode`, causes);
  checkDataSources(spec, field, causes);
  if (volumeAttributesClassName) {
    checkText(validateDns1123Subdomain, volumeAttributesClassName, `${field}.volumeAttributesClassName`, causes);
  }
}

/** Adds what is wrong with how a volume is to be used. */
export function checkAccessModes(modes: readonly string[], field: string, causes: StatusCause[]): void {
  for (const mode of modes) {
    if (!accessModes.includes(mode)) causes.push(unsupportedField(field, mode, accessModes));
  }
  const known = modes.filter((mode) => accessModes.includes(mode));
  if (known.includes("ReadWriteOncePod") && known.some((mode) => mode !== "ReadWriteOncePod")) {
    causes.push(forbiddenField(field, "may not use ReadWriteOncePod with other access modes"));
  }
}

function checkSize(amount: string | undefined, field: string, causes: StatusCause[]): void {
  if (amount === undefined) return void causes.push(requiredField(field));
  const size = Quantity.parse(amount);
  if (size.compare(Quantity.of(0)) <= 0) {
    causes.push(invalidField(field, size.toString(), "must be greater than zero"));
  }
}

function checkDataSources(spec: PersistentVolumeClaimSpec, field: string, causes: StatusCause[]): void {
  const source = spec.dataSource as DataSource | undefined;
  const reference = spec.dataSourceRef as DataSource | undefined;
  if (source) checkDataSource(source, `${field}.dataSource`, causes);
  if (reference) {
    checkDataSource(reference, `${field}.dataSourceRef`, causes);
    if (reference.namespace) {
      checkText(validateDns1123Label, reference.namespace, `${field}.dataSourceRef.namespace`, causes);
    }
  }
  if (!source || !reference) return;
  // The reference passes a path where the value belongs, which prints as nothing.
  if (reference.namespace) {
    causes.push(invalidField(field, {}, "may not be specified when dataSourceRef.namespace is specified"));
  } else if (
    (source.apiGroup ?? null) !== (reference.apiGroup ?? null) ||
    (source.kind ?? "") !== (reference.kind ?? "") ||
    (source.name ?? "") !== (reference.name ?? "")
  ) {
    causes.push(invalidField(field, {}, "must match dataSourceRef"));
  }
}

function checkDataSource(source: DataSource, field: string, causes: StatusCause[]): void {
  const { kind = "", name } = source;
  const apiGroup = source.apiGroup ?? "";
  checkPresent(name, `${field}.name`, causes);
  checkPresent(kind, `${field}.kind`, causes);
  if (apiGroup === "" && kind !== "PersistentVolumeClaim") {
    const detail = "must be 'PersistentVolumeClaim' when referencing the default apiGroup";
    causes.push(invalidField(field, kind, detail));
  }
  if (apiGroup !== "") checkText(validateDns1123Subdomain, apiGroup, `${field}.apiGroup`, causes);
}
