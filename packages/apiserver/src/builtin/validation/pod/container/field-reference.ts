import { Quantity, type StatusCause, validateQualifiedName } from "@kubewright/api";
import type { ObjectFieldSelector, ResourceFieldSelector } from "@kubewright/api/core/v1";
import { invalidField, requiredField, unsupportedField } from "@kubewright/api/server";
import { checkText } from "../../rule/text-rule.ts";

/** What the fields of a pod are called that something can be made of. */
const fieldLabels = new Set([
  "metadata.annotations",
  "metadata.labels",
  "metadata.name",
  "metadata.namespace",
  "metadata.uid",
  "spec.nodeName",
  "spec.restartPolicy",
  "spec.serviceAccountName",
  "spec.schedulerName",
  "status.phase",
  "status.hostIP",
  "status.hostIPs",
  "status.podIP",
  "status.podIPs",
]);

const resources = [
  "limits.cpu",
  "limits.ephemeral-storage",
  "limits.memory",
  "requests.cpu",
  "requests.ephemeral-storage",
  "requests.memory",
];

const sizes = ["1", "1k", "1M", "1G", "1T", "1P", "1E", "1Ki", "1Mi", "1Gi", "1Ti", "1Pi", "1Ei"];

/** Adds what is wrong with a reference to a field of the pod. `supported` are the ones that can be used here. */
export function checkFieldReference(
  { apiVersion, fieldPath }: ObjectFieldSelector,
  supported: readonly string[],
  field: string,
  causes: StatusCause[],
): void {
  if (!apiVersion) return void causes.push(requiredField(`${field}.apiVersion`));
  if (!fieldPath) return void causes.push(requiredField(`${field}.fieldPath`));
  const [path, key] = splitSubscript(fieldPath);
  const problem = conversionProblem(apiVersion, fieldPath, path, key);
  if (problem !== undefined) {
    causes.push(invalidField(`${field}.fieldPath`, fieldPath, `error converting fieldPath: ${problem}`));
  } else if (key === undefined) {
    const label = path === "spec.host" ? "spec.nodeName" : path;
    if (!supported.includes(label)) causes.push(unsupportedField(`${field}.fieldPath`, label, supported));
  } else {
    checkText(validateQualifiedName, path === "metadata.annotations" ? key.toLowerCase() : key, field, causes);
  }
}

/** Adds what is wrong with a reference to an amount that a container asks for. */
export function checkResourceReference(
  { containerName, resource, divisor }: ResourceFieldSelector,
  needsContainer: boolean,
  field: string,
  causes: StatusCause[],
): void {
  if (needsContainer && !containerName) {
    causes.push(requiredField(`${field}.containerName`));
  } else if (!resource) {
    causes.push(requiredField(`${field}.resource`));
  } else if (!resources.includes(resource) && !isPagesReference(resource)) {
    causes.push(unsupportedField(`${field}.resource`, resource, resources));
  }
  if (divisor !== undefined) checkDivisor(resource ?? "", Quantity.parse(divisor), `${field}.divisor`, causes);
}

function checkDivisor(resource: string, divisor: Quantity, field: string, causes: StatusCause[]): void {
  if (divisor.compare(Quantity.of(0)) === 0) return;
  const [kind = "", name = ""] = resource.split(".");
  const what = isPagesReference(resource)
    ? "hugepages"
    : name === "ephemeral-storage"
      ? "local ephemeral storage"
      : ["cpu", "memory"].includes(name)
        ? name
        : "";
  if (what === "" || (kind !== "limits" && kind !== "requests")) return;
  const text = divisor.toString();
  if (what === "cpu") {
    if (text === "1m" || text === "1") return;
    causes.push(invalidField(field, resource, "only divisor's values 1m and 1 are supported with the cpu resource"));
  } else if (!sizes.includes(text)) {
    const detail = `only divisor's values ${sizes.join(", ")} are supported with the ${what} resource`;
    causes.push(invalidField(field, resource, detail));
  }
}

function isPagesReference(resource: string): boolean {
  return resource.startsWith("requests.hugepages-") || resource.startsWith("limits.hugepages-");
}

/** `metadata.labels['a']` is the path `metadata.labels` and the key `a`. */
function splitSubscript(fieldPath: string): [path: string, key: string | undefined] {
  const begin = fieldPath.indexOf("['");
  if (!fieldPath.endsWith("']") || begin <= 0) return [fieldPath, undefined];
  return [fieldPath.slice(0, begin), fieldPath.slice(begin + 2, -2)];
}

function conversionProblem(
  apiVersion: string,
  fieldPath: string,
  path: string,
  key: string | undefined,
): string | undefined {
  if (apiVersion !== "v1") return `unsupported pod version: ${apiVersion}`;
  if (key !== undefined) {
    if (path === "metadata.annotations" || path === "metadata.labels") return undefined;
    return `field label does not support subscript: ${fieldPath}`;
  }
  return fieldLabels.has(path) || path === "spec.host" ? undefined : `field label not supported: ${fieldPath}`;
}
