import { Quantity, type StatusCause, validateDns1123Label } from "@kubewright/api";
import type { ResourceRequirements } from "@kubewright/api/core/v1";
import { compareBytes, duplicateField, forbiddenField, invalidField, requiredField } from "@kubewright/api/server";
import { isHugePages } from "../../../default/pod/resource-list.ts";
import { checkText } from "../../rule/text-rule.ts";
import { isWhole, mayOvercommit } from "./resource-name.ts";

/** Adds what is wrong with the name of a resource. */
export type ResourceNameCheck = (name: string, field: string, causes: StatusCause[]) => void;

type Amounts = Readonly<Record<string, string>>;
type Claims = NonNullable<ResourceRequirements["claims"]>;

/** Adds what is wrong with what a container, or a pod, asks for. `claimNames` are those of the pod. */
export function checkResources(
  resources: ResourceRequirements | undefined,
  checkName: ResourceNameCheck,
  claimNames: ReadonlySet<string>,
  field: string,
  causes: StatusCause[],
): void {
  if (resources === undefined) return;
  const limits: Amounts = resources.limits ?? {};
  const requests: Amounts = resources.requests ?? {};
  for (const [name, amount] of Object.entries(limits)) {
    checkAmount(name, Quantity.parse(amount), checkName, `${field}.limits[${name}]`, causes);
  }
  for (const [name, amount] of Object.entries(requests)) {
    checkRequest(name, Quantity.parse(amount), limits[name], checkName, field, causes);
  }
  const names = [...Object.keys(limits), ...Object.keys(requests)];
  if (names.some(isHugePages) && !names.includes("cpu") && !names.includes("memory")) {
    causes.push(forbiddenField(field, "HugePages require cpu or memory"));
  }
  checkClaims(resources.claims ?? [], claimNames, `${field}.claims`, causes);
}

/** Adds what is wrong with an amount of something. */
export function checkQuantity(name: string, amount: Quantity, field: string, causes: StatusCause[]): void {
  if (amount.compare(Quantity.of(0)) < 0) {
    causes.push(invalidField(field, amount.toString(), "must be greater than or equal to 0"));
  }
  if (isWhole(name) && amount.milliValue() % 1000n !== 0n) {
    causes.push(invalidField(field, amount.toString(), "must be an integer"));
  }
}

function checkAmount(
  name: string,
  amount: Quantity,
  checkName: ResourceNameCheck,
  field: string,
  causes: StatusCause[],
): void {
  checkName(name, field, causes);
  checkQuantity(name, amount, field, causes);
  if (isHugePages(name)) checkPageSize(name, amount, field, causes);
}

function checkRequest(
  name: string,
  amount: Quantity,
  limit: string | undefined,
  checkName: ResourceNameCheck,
  field: string,
  causes: StatusCause[],
): void {
  const place = `${field}.requests[${name}]`;
  checkName(name, place, causes);
  checkQuantity(name, amount, place, causes);
  if (limit !== undefined) {
    const most = Quantity.parse(limit);
    const order = amount.compare(most);
    const isExact = !mayOvercommit(name);
    if (order > 0 || (isExact && order !== 0)) {
      const relation = isExact ? "equal to" : "less than or equal to";
      const detail = `must be ${relation} ${name} limit of ${most.toString()}`;
      causes.push(invalidField(`${field}.requests`, amount.toString(), detail));
    }
  } else if (!mayOvercommit(name)) {
    causes.push(requiredField(`${field}.limits`, "Limit must be set for non overcommitable resources"));
  }
  if (isHugePages(name)) checkPageSize(name, amount, place, causes);
}

function checkPageSize(name: string, amount: Quantity, field: string, causes: StatusCause[]): void {
  const size = pageSizeOf(name);
  if (size !== undefined && size > 0n && amount.value() % size === 0n) return;
  causes.push(
    invalidField(field, amount.toString(), `${amount.toString()} is not positive integer multiple of ${name}`),
  );
}

function pageSizeOf(name: string): bigint | undefined {
  try {
    const size = Quantity.parse(name.slice("hugepages-".length));
    return size.milliValue() % 1000n === 0n ? size.value() : undefined;
  } catch {
    return undefined;
  }
}

function checkClaims(claims: Claims, claimNames: ReadonlySet<string>, field: string, causes: StatusCause[]): void {
  const names = new Set<string>();
  for (const [index, { name = "", request = "" }] of claims.entries()) {
    const place = `${field}[${index}]`;
    if (name === "") {
      causes.push(requiredField(place));
      continue;
    }
    checkClaim(name, request, names, place, causes);
    if (claimNames.has(name)) continue;
    const known = claimNames.size === 0 ? " which is empty" : `: ${[...claimNames].sort(compareBytes).join(", ")}`;
    causes.push({
      reason: "FieldValueNotFound",
      message: `Not found: ${JSON.stringify(name)}: must be one of the names in pod.spec.resourceClaims${known}`,
      field: place,
    });
  }
}

/** A claim as a whole goes with none of its requests. */
function checkClaim(name: string, request: string, names: Set<string>, field: string, causes: StatusCause[]): void {
  if (names.has(name)) return void causes.push(duplicateField(field, name));
  if (request !== "") checkText(validateDns1123Label, request, `${field}.request`, causes);
  const key = request === "" ? name : `${name}/${request}`;
  if (names.has(key)) {
    causes.push(duplicateField(field, key));
  } else if (request === "") {
    for (const other of names) if (other.startsWith(`${name}/`)) causes.push(duplicateField(field, name));
  }
  names.add(key);
}
