import type { StatusCause } from "@kubewright/api";
import type { AppArmorProfile, SeccompProfile } from "@kubewright/api/core/v1";
import { byteLength, invalidField, requiredField, tooLongField, unsupportedField } from "@kubewright/api/server";
import { internalValue } from "../../internal/internal-value.ts";
import { checkDescendingPath } from "../../rule/local-path.ts";

const profileTypes = ["Localhost", "RuntimeDefault", "Unconfined"];
const maxProfileBytes = 4095;

/** Adds what is wrong with the profile that says which system calls are allowed. */
export function checkSeccompProfile(profile: SeccompProfile | undefined, field: string, causes: StatusCause[]): void {
  if (profile === undefined) return;
  const { type, localhostProfile } = profile;
  if (!type) causes.push(requiredField(`${field}.type`, "type is required when seccompProfile is set"));
  else if (!profileTypes.includes(type)) causes.push(unsupportedField(`${field}.type`, type, profileTypes));
  const place = `${field}.localhostProfile`;
  if (type !== "Localhost") {
    if (localhostProfile === undefined) return;
    const printed = internalValue("core.SeccompProfile", profile);
    causes.push(invalidField(place, printed, "can only be set when seccomp type is Localhost"));
  } else if (localhostProfile === undefined) {
    causes.push(requiredField(place, "must be set when seccomp type is Localhost"));
  } else {
    checkDescendingPath(localhostProfile, place, causes);
  }
}

/** Adds what is wrong with the profile that AppArmor enforces. */
export function checkAppArmorProfile(profile: AppArmorProfile | undefined, field: string, causes: StatusCause[]): void {
  if (profile === undefined) return;
  const { type, localhostProfile } = profile;
  const place = `${field}.localhostProfile`;
  if (type === "Localhost") {
    checkLocalProfile(localhostProfile, place, causes);
  } else if (!type) {
    causes.push(requiredField(`${field}.type`, "type is required when appArmorProfile is set"));
  } else if (!profileTypes.includes(type)) {
    causes.push(unsupportedField(`${field}.type`, type, profileTypes));
  } else if (localhostProfile !== undefined) {
    causes.push(invalidField(place, localhostProfile, "can only be set when AppArmor type is Localhost"));
  }
}

function checkLocalProfile(profile: string | undefined, field: string, causes: StatusCause[]): void {
  if (profile === undefined || profile === "") {
    return void causes.push(requiredField(field, "must be set when AppArmor type is Localhost"));
  }
  if (profile.trim() !== profile) causes.push(invalidField(field, profile, "must not be padded with whitespace"));
  if (byteLength(profile) > maxProfileBytes) causes.push(tooLongField(field, maxProfileBytes));
}
