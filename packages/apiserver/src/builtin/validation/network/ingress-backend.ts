import {
  type StatusCause,
  validateDns1123Label,
  validateDns1123Subdomain,
  validatePathSegmentName,
  validatePortName,
  validatePortNumber,
} from "@kubewright/api";
import type { TypedLocalObjectReference } from "@kubewright/api/core/v1";
import type { IngressBackend, IngressServiceBackend } from "@kubewright/api/networking/v1";
import { invalidField, requiredField } from "@kubewright/api/server";
import { checkNeededText, checkText } from "../rule/text-rule.ts";

/** Adds what is wrong with where requests go. */
export function checkBackend(backend: IngressBackend | undefined, field: string, causes: StatusCause[]): void {
  const { resource, service } = backend ?? {};
  if (resource !== undefined && service !== undefined) {
    causes.push(invalidField(field, "", "cannot set both resource and service backends"));
  } else if (resource !== undefined) {
    checkReference(resource, `${field}.resource`, causes);
  } else if (service !== undefined) {
    checkService(service, field, causes);
  } else {
    causes.push(invalidField(field, "", "resource or service backend is required"));
  }
}

/** Adds what is wrong with a reference to an object of any kind. */
export function checkReference(reference: TypedLocalObjectReference, field: string, causes: StatusCause[]): void {
  const apiGroup = reference.apiGroup ?? undefined;
  if (apiGroup !== undefined) checkText(validateDns1123Subdomain, apiGroup, `${field}.apiGroup`, causes);
  checkNeededText(validatePathSegmentName, reference.kind, `${field}.kind`, causes);
  checkNeededText(validatePathSegmentName, reference.name, `${field}.name`, causes);
}

function checkService({ name, port }: IngressServiceBackend, field: string, causes: StatusCause[]): void {
  checkNeededText(validateDns1123Label, name, `${field}.service.name`, causes);
  if (port?.name && port.number) {
    causes.push(invalidField(field, "", "cannot set both port name & port number"));
  } else if (port?.name) {
    checkText(validatePortName, port.name, `${field}.service.port.name`, causes);
  } else if (port?.number) {
    for (const problem of validatePortNumber(port.number)) {
      causes.push(invalidField(`${field}.service.port.number`, port.number, problem));
    }
  } else {
    causes.push(requiredField(field, "port name or number is required"));
  }
}
