import { type StatusCause, validateConfigMapKey } from "@kubewright/api";
import type { Secret } from "@kubewright/api/core/v1";
import { invalidField, jsonTypeName, requiredField, tooLongField } from "@kubewright/api/server";
import { describeSyntaxError } from "../../../codec/json-syntax-error.ts";
import type { KindValidation } from "../kind-validation.ts";
import { checkImmutable } from "../rule/immutable.ts";
import { checkText } from "../rule/text-rule.ts";
import { typedValidation } from "../typed-validation.ts";
import { dataBytes, maxDataBytes } from "./data-size.ts";
import { checkFrozenData } from "./frozen-data.ts";

/** The rules of Secrets. */
export const secretValidation: KindValidation = typedValidation<Secret>({
  validate: checkSecret,
  validateUpdate(secret, old, causes) {
    checkImmutable(secret.type, old.type, "string", "type", causes);
    checkFrozenData(secret, old, causes);
    checkSecret(secret, causes);
  },
});

function checkSecret(secret: Secret, causes: StatusCause[]): void {
  const { data = {} } = secret;
  for (const key of Object.keys(data)) checkText(validateConfigMapKey, key, `data[${key}]`, causes);
  if (dataBytes(data) > maxDataBytes) causes.push(tooLongField("data", maxDataBytes));
  checkContents(secret, causes);
}

const accountAnnotation = "kubernetes.io/service-account.name";

/** What secrets of a type must contain. */
function checkContents({ type, data = {}, metadata }: Secret, causes: StatusCause[]): void {
  const need = (key: string): void => void causes.push(requiredField(`data[${key}]`));
  switch (type) {
    case "kubernetes.io/service-account-token":
      if (!metadata.annotations?.[accountAnnotation]) {
        causes.push(requiredField(`metadata.annotations[${accountAnnotation}]`));
      }
      break;
    case "kubernetes.io/dockercfg":
      checkJson(data, ".dockercfg", causes);
      break;
    case "kubernetes.io/dockerconfigjson":
      checkJson(data, ".dockerconfigjson", causes);
      break;
    case "kubernetes.io/basic-auth":
      if (data.username === undefined && data.password === undefined) {
        need("username");
        need("password");
      }
      break;
    case "kubernetes.io/ssh-auth":
      if (!data["ssh-privatekey"]) need("ssh-privatekey");
      break;
    case "kubernetes.io/tls":
      if (data["tls.crt"] === undefined) need("tls.crt");
      if (data["tls.key"] === undefined) need("tls.key");
  }
}

function checkJson(data: Readonly<Record<string, string>>, key: string, causes: StatusCause[]): void {
  const base64 = data[key];
  if (base64 === undefined) {
    causes.push(requiredField(`data[${key}]`));
    return;
  }
  const problem = objectProblem(Buffer.from(base64, "base64"));
  if (problem !== undefined) causes.push(invalidField(`data[${key}]`, "<secret contents redacted>", problem));
}

/** What Go says of bytes that are no JSON object; undefined when they are one, or null. */
function objectProblem(bytes: Buffer): string | undefined {
  const problem = describeSyntaxError(bytes);
  if (problem !== undefined) return problem;
  const value: unknown = JSON.parse(bytes.toString("utf8"));
  if (typeof value === "object" && !Array.isArray(value)) return undefined;
  return `json: cannot unmarshal ${jsonTypeName(value)} into Go value of type map[string]interface {}`;
}
