import { type StatusCause, validateConfigMapKey } from "@kubewright/api";
import type { ConfigMap } from "@kubewright/api/core/v1";
import { invalidField, tooLongField } from "@kubewright/api/server";
import type { KindValidation } from "../kind-validation.ts";
import { checkText } from "../rule/text-rule.ts";
import { typedValidation } from "../typed-validation.ts";
import { dataBytes, maxDataBytes, textBytes } from "./data-size.ts";
import { checkFrozenData } from "./frozen-data.ts";

/** The rules of ConfigMaps. */
export const configMapValidation: KindValidation = typedValidation<ConfigMap>({
  validate: checkConfigMap,
  validateUpdate(map, old, causes) {
    checkFrozenData(map, old, causes);
    checkConfigMap(map, causes);
  },
});

function checkConfigMap({ data = {}, binaryData = {} }: ConfigMap, causes: StatusCause[]): void {
  for (const key of Object.keys(data)) {
    checkText(validateConfigMapKey, key, `data[${key}]`, causes);
    if (Object.hasOwn(binaryData, key)) {
      causes.push(invalidField(`data[${key}]`, key, "duplicate of key present in binaryData"));
    }
  }
  for (const key of Object.keys(binaryData)) checkText(validateConfigMapKey, key, `binaryData[${key}]`, causes);
  // The whole object is meant.
  if (textBytes(data) + dataBytes(binaryData) > maxDataBytes) causes.push(tooLongField("[]", maxDataBytes));
}
