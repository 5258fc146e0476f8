import { Quantity, type StatusCause, validateDns1123Subdomain } from "@kubewright/api";
import type {
  CSIVolumeSource,
  EmptyDirVolumeSource,
  EphemeralVolumeSource,
  HostPathVolumeSource,
  KeyToPath,
  Volume,
} from "@kubewright/api/core/v1";
import { byteLength, forbiddenField, invalidField, requiredField, tooLongField } from "@kubewright/api/server";
import { validateAnnotations, validateLabels } from "../../../../resource/object-meta/validate-object-meta.ts";
import { checkDescendingPath, checkNoBacksteps } from "../../rule/local-path.ts";
import { checkOneOf, checkPresent, checkText } from "../../rule/text-rule.ts";
import { checkPullPolicy } from "../container/container.ts";
import { checkClaimSpec } from "./claim-spec.ts";
import { checkDownwardFile, checkKeyPath, checkMode } from "./key-path.ts";
import {
  checkAzureDisk,
  checkFibreChannel,
  checkFlexVolume,
  checkFlocker,
  checkIscsi,
  checkPartition,
  checkQuobyte,
  checkStorageOs,
} from "./legacy-source.ts";
import { checkProjected } from "./projected.ts";

/** What a volume can be made of. */
export type SourceName = Exclude<keyof Volume, "name">;

/** How one of them is checked. */
export interface SourceRule {
  readonly member: SourceName;
  /** What it is called when there is another source before it. */
  readonly refused: string;
  /** Adds what is wrong with it. `field` is where the volume is. */
  check(volume: Volume, field: string, causes: StatusCause[], isPod: boolean): void;
}

type Check<Name extends SourceName> = (
  source: NonNullable<Volume[Name]>,
  field: string,
  causes: StatusCause[],
  isPod: boolean,
) => void;

/** The sources in the order in which they are looked at. */
export const sourceRules: readonly SourceRule[] = [
  rule("emptyDir", checkEmptyDir),
  rule("hostPath", checkHostPath),
  rule("gitRepo", ({ repository, directory = "" }, field, causes) => {
    checkPresent(repository, `${field}.repository`, causes);
    checkDescendingPath(directory, `${field}.directory`, causes);
  }),
  rule(
    "gcePersistentDisk",
    (source, field, causes) => {
      checkPresent(source.pdName, `${field}.pdName`, causes);
      checkPartition(source.partition, field, causes);
    },
    { shown: "persistentDisk" },
  ),
  rule("awsElasticBlockStore", (source, field, causes) => {
    checkPresent(source.volumeID, `${field}.volumeID`, causes);
    checkPartition(source.partition, field, causes);
  }),
  rule("secret", (source, field, causes) => checkKeys(source.secretName, source, "secretName", field, causes)),
  rule("nfs", ({ server, path = "" }, field, causes) => {
    checkPresent(server, `${field}.server`, causes);
    checkPresent(path, `${field}.path`, causes);
    if (!path.startsWith("/")) causes.push(invalidField(`${field}.path`, path, "must be an absolute path"));
  }),
  rule("iscsi", checkIscsi),
  rule("glusterfs", needs("endpoints", "path")),
  rule("flocker", checkFlocker),
  rule("persistentVolumeClaim", needs("claimName")),
  rule("rbd", (source, field, causes) => {
    checkMonitors(source, field, causes);
    checkPresent(source.image, `${field}.image`, causes);
  }),
  rule("cinder", ({ volumeID, secretRef }, field, causes) => {
    checkPresent(volumeID, `${field}.volumeID`, causes);
    if (secretRef) checkPresent(secretRef.name, `${field}.secretRef.name`, causes);
  }),
  rule("cephfs", checkMonitors, { refused: "cephFS" }),
  rule("quobyte", checkQuobyte),
  rule(
    "downwardAPI",
    ({ defaultMode, items = [] }, field, causes) => {
      checkMode(defaultMode, `${field}.defaultMode`, causes);
      for (const file of items) checkDownwardFile(file, field, causes);
    },
    { refused: "downwarAPI" },
  ),
  rule("fc", checkFibreChannel),
  rule("flexVolume", checkFlexVolume),
  rule("configMap", (source, field, causes) => checkKeys(source.name, source, "name", field, causes)),
  rule("azureFile", needs("secretName", "shareName")),
  rule("vsphereVolume", needs("volumePath")),
  rule("photonPersistentDisk", needs("pdID")),
  rule("portworxVolume", needs("volumeID")),
  rule("azureDisk", checkAzureDisk),
  rule("storageos", checkStorageOs),
  rule("projected", checkProjected),
  rule("scaleIO", needs("gateway", "system", "volumeName")),
  rule("csi", checkCsi),
  rule("ephemeral", checkEphemeral),
  rule("image", ({ reference, pullPolicy }, field, causes, isPod) => {
    if (isPod) checkPresent(reference, `${field}.reference`, causes);
    checkPullPolicy(pullPolicy, `${field}.pullPolicy`, causes);
  }),
];

/** `shown` and `refused` are what the source is called in messages where that is not its name. */
function rule<Name extends SourceName>(
  member: Name,
  check: Check<Name>,
  { shown = member, refused = member }: { shown?: string; refused?: string } = {},
): SourceRule {
  return {
    member,
    refused,
    check(volume, field, causes, isPod) {
      check(volume[member] as NonNullable<Volume[Name]>, `${field}.${shown}`, causes, isPod);
    },
  };
}

/** A check of texts that must be there. */
function needs(...names: readonly string[]): (source: object, field: string, causes: StatusCause[]) => void {
  return (source, field, causes) => {
    const texts = source as Readonly<Record<string, string | undefined>>;
    for (const name of names) checkPresent(texts[name], `${field}.${name}`, causes);
  };
}

function checkEmptyDir({ sizeLimit }: EmptyDirVolumeSource, field: string, causes: StatusCause[]): void {
  if (sizeLimit === undefined || Quantity.parse(sizeLimit).compare(Quantity.of(0)) >= 0) return;
  causes.push(forbiddenField(`${field}.sizeLimit`, "SizeLimit field must be a valid resource quantity"));
}

const hostPathTypes = [
  "",
  "BlockDevice",
  "CharDevice",
  "Directory",
  "DirectoryOrCreate",
  "File",
  "FileOrCreate",
  "Socket",
];

function checkHostPath({ path = "", type }: HostPathVolumeSource, field: string, causes: StatusCause[]): void {
  if (!checkPresent(path, `${field}.path`, causes)) return;
  checkNoBacksteps(path, `${field}.path`, causes);
  checkOneOf(type, hostPathTypes, `${field}.type`, causes);
}

function checkMonitors({ monitors }: { monitors?: string[] }, field: string, causes: StatusCause[]): void {
  if ((monitors?.length ?? 0) === 0) causes.push(requiredField(`${field}.monitors`));
}

function checkKeys(
  name: string | undefined,
  { defaultMode, items = [] }: { defaultMode?: number; items?: KeyToPath[] },
  nameField: string,
  field: string,
  causes: StatusCause[],
): void {
  checkPresent(name, `${field}.${nameField}`, causes);
  checkMode(defaultMode, `${field}.defaultMode`, causes);
  for (const [index, item] of items.entries()) checkKeyPath(item, `${field}.items[${index}]`, causes);
}

function checkCsi({ driver = "", nodePublishSecretRef }: CSIVolumeSource, field: string, causes: StatusCause[]): void {
  if (checkPresent(driver, `${field}.driver`, causes)) {
    if (byteLength(driver) > 63) causes.push(tooLongField(`${field}.driver`, 63));
    for (const problem of validateDns1123Subdomain(driver.toLowerCase())) {
      causes.push(invalidField(`${field}.driver`, driver, problem));
    }
  }
  if (nodePublishSecretRef === undefined) return;
  const { name = "" } = nodePublishSecretRef;
  if (checkPresent(name, `${field}.nodePublishSecretRef.name`, causes)) {
    checkText(validateDns1123Subdomain, name, `${field}.name`, causes);
  }
}

/** What metadata of a template may not have, by the names that are printed. */
const templateRefusals = [
  ["name"],
  ["generateName"],
  ["namespace"],
  ["selfLink"],
  ["uid", "uID"],
  ["resourceVersion"],
  ["generation"],
  ["creationTimestamp"],
  ["deletionTimestamp"],
  ["deletionGracePeriodSeconds"],
  ["ownerReferences"],
  ["finalizers"],
  ["managedFields"],
] as const;

function checkEphemeral({ volumeClaimTemplate }: EphemeralVolumeSource, field: string, causes: StatusCause[]): void {
  const place = `${field}.volumeClaimTemplate`;
  if (volumeClaimTemplate === undefined) return void causes.push(requiredField(place));
  const metadata = (volumeClaimTemplate.metadata ?? {}) as Readonly<Record<string, unknown>>;
  const { annotations, labels } = metadata as { annotations?: Record<string, string>; labels?: Record<string, string> };
  causes.push(...validateAnnotations(annotations, `${place}.metadata.annotations`));
  causes.push(...validateLabels(labels, `${place}.metadata.labels`));
  for (const [name, shown = name] of templateRefusals) {
    const value = metadata[name];
    if (!value || (Array.isArray(value) && value.length === 0)) continue;
    causes.push(forbiddenField(`${place}.metadata.${shown}`, "cannot be set"));
  }
  checkClaimSpec(volumeClaimTemplate.spec ?? {}, `${place}.spec`, causes);
}
