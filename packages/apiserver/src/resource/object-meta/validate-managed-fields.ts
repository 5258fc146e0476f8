import type { ManagedFieldsEntry, StatusCause } from "@kubewright/api";
import { byteLength, invalidField, tooLongField } from "@kubewright/api/server";
import { validateFieldManager } from "../option-rules.ts";

/** The longest name of a subresource, in bytes. */
const maxSubresourceLength = 256;

/** What is wrong with entries of `managedFields`, beside the fields they name. */
export function validateManagedFields(
  entries: readonly ManagedFieldsEntry[] | undefined,
  field: string,
): StatusCause[] {
  return (entries ?? []).flatMap((entry, index) => {
    const { operation = "", fieldsType = "", manager = "", subresource = "" } = entry;
    const at = `${field}[${index}]`;
    const causes: StatusCause[] = [];
    if (operation !== "Apply" && operation !== "Update") {
      causes.push(invalidField(`${at}.operation`, operation, "must be `Apply` or `Update`"));
    }
    if (fieldsType !== "" && fieldsType !== "FieldsV1") {
      causes.push(invalidField(`${at}.fieldsType`, fieldsType, "must be `FieldsV1`"));
    }
    causes.push(...validateFieldManager(manager, `${at}.manager`));
    if (byteLength(subresource) > maxSubresourceLength) {
      causes.push(tooLongField(`${at}.subresource`, maxSubresourceLength));
    }
    return causes;
  });
}
