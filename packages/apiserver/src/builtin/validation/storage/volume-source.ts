import { type StatusCause, validateDns1123Label, validateDns1123Subdomain } from "@kubewright/api";
import type {
  CSIPersistentVolumeSource,
  GlusterfsPersistentVolumeSource,
  ISCSIPersistentVolumeSource,
  PersistentVolumeSpec,
  SecretReference,
  Volume,
} from "@kubewright/api/core/v1";
import { byteLength, forbiddenField, invalidField, requiredField, tooLongField } from "@kubewright/api/server";
import { checkFlexVolume, checkStorageOs, checkTargetName } from "../pod/volume/legacy-source.ts";
import { type SourceName, sourceRules } from "../pod/volume/volume-source.ts";
import { checkNoBacksteps } from "../rule/local-path.ts";
import { rangeText } from "../rule/number-rule.ts";
import { checkNeededText, checkPresent, checkText } from "../rule/text-rule.ts";

type Check = (spec: PersistentVolumeSpec, field: string, volumeName: string, causes: StatusCause[]) => void;

interface Source {
  readonly name: keyof PersistentVolumeSpec;
  /** What it is called when there is another source before it. */
  readonly refused?: string;
  readonly check: Check;
}

/** What a volume can be made of, in the order in which it is looked at. */
const sources: readonly Source[] = [
  asInPods("hostPath"),
  asInPods("gcePersistentDisk"),
  asInPods("awsElasticBlockStore"),
  { name: "glusterfs", check: ({ glusterfs }, field, _name, causes) => checkGlusterfs(glusterfs ?? {}, field, causes) },
  asInPods("flocker"),
  asInPods("nfs"),
  {
    name: "rbd",
    check({ rbd }, field, _name, causes) {
      if ((rbd?.monitors ?? []).length === 0) causes.push(requiredField(`${field}.monitors`));
      checkPresent(rbd?.image, `${field}.image`, causes);
    },
  },
  asInPods("quobyte"),
  {
    name: "cephfs",
    refused: "cephFS",
    check({ cephfs }, field, _name, causes) {
      if ((cephfs?.monitors ?? []).length === 0) causes.push(requiredField(`${field}.monitors`));
    },
  },
  { name: "iscsi", check: ({ iscsi }, field, name, causes) => checkIscsiVolume(iscsi ?? {}, name, field, causes) },
  {
    name: "cinder",
    check({ cinder }, field, _name, causes) {
      checkPresent(cinder?.volumeID, `${field}.volumeID`, causes);
      if (cinder?.secretRef !== undefined) checkBothNames(cinder.secretRef, `${field}.secretRef`, causes);
    },
  },
  asInPods("fc"),
  {
    name: "flexVolume",
    check: ({ flexVolume }, field, _name, causes) =>
      checkFlexVolume({ driver: "", ...flexVolume } as never, field, causes),
  },
  {
    name: "azureFile",
    check({ azureFile }, field, _name, causes) {
      checkPresent(azureFile?.secretName, `${field}.secretName`, causes);
      checkPresent(azureFile?.shareName, `${field}.shareName`, causes);
      if (azureFile?.secretNamespace === "") causes.push(requiredField(`${field}.secretNamespace`));
    },
  },
  asInPods("vsphereVolume"),
  asInPods("photonPersistentDisk"),
  asInPods("portworxVolume"),
  asInPods("azureDisk"),
  asInPods("scaleIO"),
  {
    name: "local",
    check({ local, nodeAffinity }, field, _name, causes) {
      if (checkPresent(local?.path, `${field}.path`, causes)) {
        checkNoBacksteps(local?.path ?? "", `${field}.path`, causes);
      }
      if (nodeAffinity === undefined) {
        causes.push(requiredField("spec.nodeAffinity", "Local volume requires node affinity"));
      }
    },
  },
  {
    name: "storageos",
    check({ storageos = {} }, field, _name, causes) {
      const { secretRef, ...source } = storageos;
      checkStorageOs(source, field, causes);
      if (secretRef !== undefined) checkBothNames(secretRef, `${field}.secretRef`, causes);
    },
  },
  { name: "csi", check: ({ csi }, field, _name, causes) => checkCsiVolume(csi ?? {}, field, causes) },
];

/** Adds what is wrong with what a volume is made of. */
export function checkVolumeSources(spec: PersistentVolumeSpec, volumeName: string, causes: StatusCause[]): void {
  let count = 0;
  for (const { name, refused = name, check } of sources) {
    if (spec[name] === undefined) continue;
    // Nobody refuses the second when it is this one.
    if (count > 0 && name !== "flexVolume") {
      causes.push(forbiddenField(`spec.${refused}`, "may not specify more than 1 volume type"));
      continue;
    }
    count++;
    check(spec, `spec.${name}`, volumeName, causes);
  }
  if (count === 0) causes.push(requiredField("spec", "must specify a volume type"));
}

/** The members of a spec that say what the volume is made of. */
export function sourceOf(spec: PersistentVolumeSpec | undefined): Partial<PersistentVolumeSpec> {
  const names = sources.map(({ name }) => name).filter((name) => spec?.[name] !== undefined);
  return Object.fromEntries(names.map((name) => [name, spec?.[name]]));
}

function asInPods(name: SourceName & keyof PersistentVolumeSpec): Source {
  return {
    name,
    check(spec, _field, _name, causes) {
      const rule = sourceRules.find(({ member }) => member === name);
      rule?.check({ name: "", [name]: spec[name] } as Volume, "spec", causes, false);
    },
  };
}

function checkBothNames({ name, namespace }: SecretReference, field: string, causes: StatusCause[]): void {
  checkPresent(name, `${field}.name`, causes);
  checkPresent(namespace, `${field}.namespace`, causes);
}

function checkGlusterfs(source: Partial<GlusterfsPersistentVolumeSource>, field: string, causes: StatusCause[]): void {
  const { endpoints, path, endpointsNamespace } = source;
  checkPresent(endpoints, `${field}.endpoints`, causes);
  checkPresent(path, `${field}.path`, causes);
  if (endpointsNamespace === "") {
    const detail = "if the endpointnamespace is set, it must be a valid namespace name";
    causes.push(invalidField(`${field}.endpointsNamespace`, "", detail));
  } else if (endpointsNamespace !== undefined) {
    checkText(validateDns1123Label, endpointsNamespace, `${field}.endpointsNamespace`, causes);
  }
}

function checkIscsiVolume(
  source: Partial<ISCSIPersistentVolumeSource>,
  volumeName: string,
  field: string,
  causes: StatusCause[],
): void {
  const { targetPortal = "", iqn = "", lun = 0, initiatorName, secretRef } = source;
  checkPresent(targetPortal, `${field}.targetPortal`, causes);
  if (initiatorName !== undefined && byteLength(`${volumeName}:${targetPortal}`) > 64) {
    causes.push(invalidField(`${field}.targetportal`, targetPortal, tooLongPortal));
  }
  if (checkPresent(iqn, `${field}.iqn`, causes)) checkName(iqn, `${field}.iqn`, causes);
  if (lun < 0 || lun > 255) causes.push(invalidField(`${field}.lun`, lun, rangeText(0, 255)));
  if ((source.chapAuthDiscovery || source.chapAuthSession) && secretRef === undefined) {
    causes.push(requiredField(`${field}.secretRef`));
  }
  if (secretRef !== undefined) checkPresent(secretRef.name, `${field}.secretRef.name`, causes);
  if (initiatorName !== undefined) checkName(initiatorName, `${field}.initiatorname`, causes);
}

const tooLongPortal =
  "Total length of <volume name>:<iscsi.targetPortal> must be under 64 characters if iscsi.initiatorName is specified.";

/** As in pods, but for one text. */
function checkName(name: string, field: string, causes: StatusCause[]): void {
  const problems: StatusCause[] = [];
  checkTargetName(name, field, problems);
  if (problems.length > 0) causes.push(invalidField(field, name, "must be valid format"));
}

const maxDriverBytes = 63;

function checkDriverName(name: string, field: string, causes: StatusCause[]): void {
  if (!checkPresent(name, field, causes)) return;
  if (byteLength(name) > maxDriverBytes) causes.push(tooLongField(field, maxDriverBytes));
  for (const problem of validateDns1123Subdomain(name.toLowerCase())) causes.push(invalidField(field, name, problem));
}

function checkCsiVolume(source: Partial<CSIPersistentVolumeSource>, field: string, causes: StatusCause[]): void {
  checkDriverName(source.driver ?? "", `${field}.driver`, causes);
  checkPresent(source.volumeHandle, `${field}.volumeHandle`, causes);
  const references = [
    "controllerPublishSecretRef",
    "controllerExpandSecretRef",
    "nodePublishSecretRef",
    "nodeExpandSecretRef",
  ] as const;
  for (const name of references) {
    const reference = source[name];
    if (reference === undefined) continue;
    checkNeededText(validateDns1123Subdomain, reference.name, `${field}.${name}.name`, causes);
    checkNeededText(validateDns1123Label, reference.namespace, `${field}.${name}.namespace`, causes);
  }
}
