import { formatTime } from "@kubewright/api";
import type {
  DeviceRequest,
  DeviceSubRequest,
  DeviceToleration,
  ExactDeviceRequest,
  ResourceClaim,
  ResourceClaimTemplate,
  ResourceSlice,
} from "@kubewright/api/resource/v1";

/** Fills in what a resource claim leaves out. */
export function defaultResourceClaim({ spec, status }: ResourceClaim): void {
  for (const request of spec?.devices?.requests ?? []) defaultRequest(request);
  for (const { tolerations } of status?.allocation?.devices?.results ?? []) defaultTolerations(tolerations);
}

/** Fills in what a resource claim template leaves out. */
export function defaultResourceClaimTemplate({ spec }: ResourceClaimTemplate): void {
  for (const request of spec?.spec?.devices?.requests ?? []) defaultRequest(request);
}

/** Taints without a time are as old as the request: `now` in milliseconds. */
export function defaultResourceSlice({ spec }: ResourceSlice, now: number): void {
  for (const device of spec?.devices ?? []) {
    for (const mapping of Object.values(device.nodeAllocatableResourceMappings ?? {})) {
      mapping.allocationMultiplier ??= "1";
    }
    for (const taint of device.taints ?? []) taint.timeAdded ??= formatTime(now);
  }
}

function defaultRequest({ exactly, firstAvailable }: DeviceRequest): void {
  if (exactly !== undefined) defaultDevices(exactly);
  for (const request of firstAvailable ?? []) defaultDevices(request);
}

function defaultDevices(request: ExactDeviceRequest | DeviceSubRequest): void {
  request.allocationMode ||= "ExactCount";
  if (request.allocationMode === "ExactCount") request.count ||= 1;
  defaultTolerations(request.tolerations);
}

function defaultTolerations(tolerations: DeviceToleration[] | undefined): void {
  for (const toleration of tolerations ?? []) toleration.operator ||= "Equal";
}
