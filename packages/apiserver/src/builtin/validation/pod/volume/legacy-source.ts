import { type StatusCause, validateDns1123Label } from "@kubewright/api";
import type {
  AzureDiskVolumeSource,
  FCVolumeSource,
  FlexVolumeSource,
  FlockerVolumeSource,
  ISCSIVolumeSource,
  QuobyteVolumeSource,
  StorageOSVolumeSource,
} from "@kubewright/api/core/v1";
import { byteLength, invalidField, Pattern, requiredField, unsupportedField } from "@kubewright/api/server";
import { rangeText } from "../../rule/number-rule.ts";
import { checkNeededText, checkOneOf, checkPresent, checkText } from "../../rule/text-rule.ts";

// Volumes that the node attaches itself, or that nobody has any more.

/** Of the Go syntax, which are matched in time proportional to the text. */
const qualifiedName = {
  iqn: new Pattern("iqn\\.\\d{4}-\\d{2}\\.([0-9A-Za-z.-]+)(:[^,;*&$|\\s]+)$"),
  eui: new Pattern("^eui.[0-9A-Za-z]{16}$"),
  naa: new Pattern("^naa.[0-9A-Za-z]{32}$"),
} as const;

/** Adds what is wrong with a partition's number. */
export function checkPartition(partition: number | undefined, field: string, causes: StatusCause[]): void {
  const number = partition ?? 0;
  if (number < 0 || number > 255) causes.push(invalidField(`${field}.partition`, number, rangeText(1, 255)));
}

/** Adds what is wrong with an iSCSI volume. */
export function checkIscsi(source: ISCSIVolumeSource, field: string, causes: StatusCause[]): void {
  const { targetPortal, iqn = "", lun = 0, initiatorName } = source;
  checkPresent(targetPortal, `${field}.targetPortal`, causes);
  if (checkPresent(iqn, `${field}.iqn`, causes)) checkTargetName(iqn, `${field}.iqn`, causes);
  if (lun < 0 || lun > 255) causes.push(invalidField(`${field}.lun`, lun, rangeText(0, 255)));
  if ((source.chapAuthDiscovery || source.chapAuthSession) && !source.secretRef) {
    causes.push(requiredField(`${field}.secretRef`));
  }
  if (initiatorName !== undefined) checkTargetName(initiatorName, `${field}.initiatorname`, causes);
}

/** Adds a cause when the names of the volume and of its portal are too long together. */
export function checkPortalLength(
  { targetPortal = "", initiatorName }: ISCSIVolumeSource,
  volumeName: string,
  field: string,
  causes: StatusCause[],
): void {
  if (initiatorName === undefined || byteLength(`${volumeName}:${targetPortal}`) <= 64) return;
  const detail =
    "Total length of <volume name>:<iscsi.targetPortal> must be under 64 characters if iscsi.initiatorName is specified.";
  causes.push(invalidField(field, volumeName, detail));
}

/** Adds what is wrong with a Fibre Channel volume. */
export function checkFibreChannel(source: FCVolumeSource, field: string, causes: StatusCause[]): void {
  const { targetWWNs = [], wwids = [], lun } = source;
  const place = `${field}.targetWWNs`;
  if (targetWWNs.length === 0 && wwids.length === 0) {
    causes.push(requiredField(place, "must specify either targetWWNs or wwids, but not both"));
  }
  if (targetWWNs.length === 0) return;
  if (wwids.length > 0) {
    causes.push(invalidField(place, targetWWNs, "targetWWNs and wwids can not be specified simultaneously"));
  }
  if (lun === undefined) causes.push(requiredField(`${field}.lun`, "lun is required if targetWWNs is specified"));
  else if (lun < 0 || lun > 255) causes.push(invalidField(`${field}.lun`, lun, rangeText(0, 255)));
}

/** Adds what is wrong with a Quobyte volume. */
export function checkQuobyte(source: QuobyteVolumeSource, field: string, causes: StatusCause[]): void {
  const { registry = "", tenant = "", volume } = source;
  const detail = "must be a host:port pair or multiple pairs separated by commas";
  if (registry === "") {
    causes.push(requiredField(`${field}.registry`, detail));
  } else if (byteLength(tenant) >= 65) {
    const tenantDetail = "must be a UUID and may not exceed a length of 64 characters";
    causes.push(requiredField(`${field}.tenant`, tenantDetail));
  } else {
    for (const pair of registry.split(",")) {
      if (!isHostAndPort(pair)) causes.push(invalidField(`${field}.registry`, registry, detail));
    }
  }
  checkPresent(volume, `${field}.volume`, causes);
}

/** Adds what is wrong with a Flocker volume. */
export function checkFlocker(source: FlockerVolumeSource, field: string, causes: StatusCause[]): void {
  const { datasetName = "", datasetUUID = "" } = source;
  if (datasetName === "" && datasetUUID === "") {
    causes.push(requiredField(field, "one of datasetName and datasetUUID is required"));
  }
  if (datasetName !== "" && datasetUUID !== "") {
    const detail = "datasetName and datasetUUID can not be specified simultaneously";
    causes.push(invalidField(field, "resource", detail));
  }
  if (datasetName.includes("/")) {
    causes.push(invalidField(`${field}.datasetName`, datasetName, "must not contain '/'"));
  }
}

/** Adds what is wrong with a FlexVolume. */
export function checkFlexVolume(source: FlexVolumeSource, field: string, causes: StatusCause[]): void {
  checkPresent(source.driver, `${field}.driver`, causes);
  for (const key of Object.keys(source.options ?? {})) {
    const [namespace = ""] = key.split("/", 1);
    if (!/\.(kubernetes|k8s)\.io$/.test(`.${namespace.toLowerCase()}`)) continue;
    const detail = "kubernetes.io and k8s.io namespaces are reserved";
    causes.push(invalidField(`${field}.options[${key}]`, key, detail));
  }
}

/** Adds what is wrong with an Azure disk. */
export function checkAzureDisk(source: AzureDiskVolumeSource, field: string, causes: StatusCause[]): void {
  const { diskName, diskURI = "", cachingMode, kind } = source;
  checkPresent(diskName, `${field}.diskName`, causes);
  checkPresent(diskURI, `${field}.diskURI`, causes);
  checkOneOf(cachingMode, ["None", "ReadOnly", "ReadWrite"], `${field}.cachingMode`, causes);
  checkOneOf(kind, ["Dedicated", "Managed", "Shared"], `${field}.kind`, causes);
  if (kind === "Managed" && !diskURI.startsWith("/subscriptions/")) {
    const form = "/subscriptions/{sub-id}/resourcegroups/{group-name}/providers/microsoft.compute/disks/{disk-id}";
    causes.push(unsupportedField(`${field}.diskURI`, diskURI, [form]));
  }
  if (kind !== undefined && kind !== "Managed" && !diskURI.startsWith("https://")) {
    const form = "https://{account-name}.blob.core.windows.net/{container-name}/{disk-name}.vhd";
    causes.push(unsupportedField(`${field}.diskURI`, diskURI, [form]));
  }
}

/** Adds what is wrong with a StorageOS volume. */
export function checkStorageOs(source: StorageOSVolumeSource, field: string, causes: StatusCause[]): void {
  const { volumeName, volumeNamespace, secretRef } = source;
  checkNeededText(validateDns1123Label, volumeName, `${field}.volumeName`, causes);
  if (volumeNamespace) checkText(validateDns1123Label, volumeNamespace, `${field}.volumeNamespace`, causes);
  if (secretRef) checkPresent(secretRef.name, `${field}.secretRef.name`, causes);
}

/** Adds what is wrong with the name of a target or initiator. */
export function checkTargetName(name: string, field: string, causes: StatusCause[]): void {
  const form = (["iqn", "eui", "naa"] as const).find((prefix) => name.startsWith(prefix));
  if (form === undefined) {
    causes.push(invalidField(field, name, "must be valid format starting with iqn, eui, or naa"));
  } else if (!qualifiedName[form].matches(name)) {
    causes.push(invalidField(field, name, "must be valid format"));
  }
}

function isHostAndPort(pair: string): boolean {
  return /^(\[[^[\]]*\]|[^:[\]]*):[^:[\]]*$/.test(pair);
}
