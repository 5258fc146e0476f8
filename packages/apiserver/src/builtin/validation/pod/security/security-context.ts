import type { StatusCause } from "@kubewright/api";
import type { PodSpec, SecurityContext } from "@kubewright/api/core/v1";
import { invalidField } from "@kubewright/api/server";
import { internalValue } from "../../internal/internal-value.ts";
import { checkUnixId } from "../../rule/number-rule.ts";
import { checkOneOf } from "../../rule/text-rule.ts";
import { checkAppArmorProfile, checkSeccompProfile } from "./profile.ts";
import { checkSysctls } from "./sysctl.ts";
import { checkWindowsOptions } from "./windows-option.ts";

/** Adds what is wrong with the rights of a container. `hasHostUsers`: its users are those of the host. */
export function checkSecurityContext(
  context: SecurityContext | undefined,
  hasHostUsers: boolean,
  field: string,
  causes: StatusCause[],
): void {
  if (context === undefined) return;
  const { runAsUser, runAsGroup, procMount, privileged, allowPrivilegeEscalation, capabilities } = context;
  checkUnixId(runAsUser, `${field}.runAsUser`, causes);
  checkUnixId(runAsGroup, `${field}.runAsGroup`, causes);
  checkOneOf(procMount, ["Default", "Unmasked"], `${field}.procMount`, causes);
  if (hasHostUsers && procMount === "Unmasked") {
    causes.push(invalidField(`${field}.procMount`, procMount, "`hostUsers` must be false to use `Unmasked`"));
  }
  checkSeccompProfile(context.seccompProfile, `${field}.seccompProfile`, causes);
  if (allowPrivilegeEscalation === false) {
    const added = (capabilities?.add ?? []).filter((name) => name === "CAP_SYS_ADMIN");
    for (const what of [
      ...(privileged ? ["`privileged` to true"] : []),
      ...added.map(() => "`capabilities.Add` CAP_SYS_ADMIN"),
    ]) {
      const printed = internalValue("core.SecurityContext", context);
      causes.push(invalidField(field, printed, `cannot set \`allowPrivilegeEscalation\` to false and ${what}`));
    }
  }
  checkWindowsOptions(context.windowsOptions, `${field}.windowsOptions`, causes);
  checkAppArmorProfile(context.appArmorProfile, `${field}.appArmorProfile`, causes);
}

/** Adds what is wrong with the rights of a pod. `field` is where they are. */
export function checkPodSecurityContext(spec: PodSpec, field: string, causes: StatusCause[]): void {
  const context = spec.securityContext ?? {};
  checkUnixId(context.fsGroup, `${field}.fsGroup`, causes);
  checkUnixId(context.runAsUser, `${field}.runAsUser`, causes);
  checkUnixId(context.runAsGroup, `${field}.runAsGroup`, causes);
  for (const [index, group] of (context.supplementalGroups ?? []).entries()) {
    checkUnixId(group, `${field}.supplementalGroups[${index}]`, causes);
  }
  if (spec.shareProcessNamespace && spec.hostPID) {
    const detail = "ShareProcessNamespace and HostPID cannot both be enabled";
    causes.push(invalidField(`${field}.shareProcessNamespace`, true, detail));
  }
  checkSysctls(spec, `${field}.sysctls`, causes);
  checkOneOf(context.fsGroupChangePolicy, ["Always", "OnRootMismatch"], `${field}.fsGroupChangePolicy`, causes);
  checkSeccompProfile(context.seccompProfile, `${field}.seccompProfile`, causes);
  checkWindowsOptions(context.windowsOptions, `${field}.windowsOptions`, causes);
  checkAppArmorProfile(context.appArmorProfile, `${field}.appArmorProfile`, causes);
  checkOneOf(context.supplementalGroupsPolicy, ["Merge", "Strict"], `${field}.supplementalGroupsPolicy`, causes);
  checkOneOf(context.seLinuxChangePolicy, ["Recursive"], `${field}.seLinuxChangePolicy`, causes);
}
