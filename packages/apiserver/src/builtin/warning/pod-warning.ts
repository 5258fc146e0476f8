import type { PodSpec, PodTemplateSpec } from "@kubewright/api/core/v1";
import { quote } from "@kubewright/api/server";
import { knownAnnotation, knownPrefix } from "../../resource/known-annotation.ts";
import { containersOf } from "../validation/pod/pod-scope.ts";
import { ipWarnings } from "./address-warning.ts";
import { containerWarnings, fractionWarnings, portWarnings } from "./container-warning.ts";
import { nodeLabelWarning, nodeTermWarnings } from "./node-label.ts";
import { overlapWarnings } from "./path-overlap.ts";

const annotationWarnings: Readonly<Record<string, string>> = {
  "scheduler.alpha.kubernetes.io/critical-pod": 'non-functional in v1.16+; use the "priorityClassName" field instead',
  "security.alpha.kubernetes.io/sysctls": 'non-functional in v1.11+; use the "sysctls" field instead',
  "security.alpha.kubernetes.io/unsafe-sysctls": 'non-functional in v1.11+; use the "sysctls" field instead',
};

const oldVolumes: Readonly<Record<string, string>> = {
  photonPersistentDisk: "deprecated in v1.11, non-functional in v1.16+",
  gitRepo: "deprecated in v1.11, and disabled by default in v1.33+",
  scaleIO: "deprecated in v1.16, non-functional in v1.22+",
  flocker: "deprecated in v1.22, non-functional in v1.25+",
  storageos: "deprecated in v1.22, non-functional in v1.25+",
  quobyte: "deprecated in v1.22, non-functional in v1.25+",
  glusterfs: "deprecated in v1.25, non-functional in v1.26+",
  cephfs: "deprecated in v1.28, non-functional in v1.31+",
  rbd: "deprecated in v1.28, non-functional in v1.31+",
};

/** The names that the reference has for some fields in its texts. */
const shownNames: Readonly<Record<string, string>> = { storageos: "storageOS" };

const { seccompPod } = knownAnnotation;

/** What to tell the writer of a pod, or with a path of a template such as `spec.template`. */
export function podWarnings({ metadata, spec }: PodTemplateSpec, path = ""): string[] {
  if (spec === undefined) return [];
  const under = (field: string): string => (path === "" ? field : `${path}.${field}`);
  const specPath = under("spec");
  const annotations = metadata?.annotations ?? {};
  const containers = containersOf(spec, specPath);
  return [
    ...placementWarnings(spec, specPath),
    ...Object.entries(annotationWarnings)
      .filter(([name]) => annotations[name] !== undefined)
      .map(([name, text]) => `${under("metadata.annotations")}[${name}]: ${text}`),
    ...volumeWarnings(spec, specPath),
    ...overlapWarnings(spec.volumes ?? []),
    ...duplicateWarnings(spec, specPath),
    ...fractionWarnings(`${specPath}.overhead`, spec.overhead),
    ...(spec.securityContext?.seccompProfile === undefined && annotations[seccompPod] !== undefined
      ? [`${under("metadata.annotations")}[${seccompPod}]: ${seccompText}`]
      : []),
    ...containers.flatMap((placed) => {
      const [{ name, securityContext }] = placed;
      const key = knownPrefix.seccomp + name;
      const isOld = securityContext?.seccompProfile === undefined && annotations[key] !== undefined;
      const armor = knownPrefix.appArmor + name;
      const isOldArmor =
        path !== "" && securityContext?.appArmorProfile === undefined && annotations[armor] !== undefined;
      return [
        ...(isOld ? [`${under("metadata.annotations")}[${key}]: ${seccompText}`] : []),
        ...(isOldArmor ? [`${under("metadata.annotations")}[${armor}]: ${appArmorText}`] : []),
        ...containerWarnings(placed),
      ];
    }),
    ...portWarnings(containers),
    ...((spec.terminationGracePeriodSeconds ?? 0) < 0
      ? [
          `${specPath}.terminationGracePeriodSeconds: must be >= 0; negative values are invalid and will be treated as 1`,
        ]
      : []),
    ...affinityWarnings(spec, specPath),
    ...(spec.dnsConfig?.nameservers ?? []).flatMap((address, index) =>
      ipWarnings(address, `${specPath}.dnsConfig.nameservers[${index}]`),
    ),
    ...(spec.hostAliases ?? []).flatMap(({ ip }, index) =>
      ipWarnings(ip ?? "", `${specPath}.hostAliases[${index}].ip`),
    ),
  ];
}

const seccompText = 'non-functional in v1.27+; use the "seccompProfile" field instead';
const appArmorText = 'deprecated since v1.30; use the "appArmorProfile" field instead';
const matchesNothing = "a null labelSelector results in matching no pod";

function placementWarnings(spec: PodSpec, path: string): string[] {
  const affinity = spec.affinity?.nodeAffinity;
  const required = affinity?.requiredDuringSchedulingIgnoredDuringExecution?.nodeSelectorTerms ?? [];
  const preferred = affinity?.preferredDuringSchedulingIgnoredDuringExecution ?? [];
  const at = `${path}.affinity.nodeAffinity`;
  return [
    ...Object.keys(spec.nodeSelector ?? {}).flatMap((key) => {
      const warning = nodeLabelWarning(key);
      return warning === undefined ? [] : [`${path}.nodeSelector[${key}]: ${warning}`];
    }),
    ...required.flatMap((term, index) =>
      nodeTermWarnings(`${at}.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms[${index}]`, term, false),
    ),
    ...preferred.flatMap(({ preference }, index) =>
      nodeTermWarnings(`${at}.preferredDuringSchedulingIgnoredDuringExecution[${index}].preference`, preference, true),
    ),
    ...(spec.topologySpreadConstraints ?? []).flatMap(({ topologyKey, labelSelector }, index) => {
      const warning = nodeLabelWarning(topologyKey);
      const constraint = `${path}.topologySpreadConstraints[${index}]`;
      return [
        ...(warning === undefined ? [] : [`${constraint}.topologyKey: ${topologyKey} is ${warning}`]),
        ...(labelSelector === undefined ? [`${constraint}.labelSelector: ${matchesNothing}`] : []),
      ];
    }),
  ];
}

function volumeWarnings(spec: PodSpec, path: string): string[] {
  return (spec.volumes ?? []).flatMap((volume, index) => {
    const at = `${path}.volumes[${index}]`;
    const old = Object.keys(volume).filter((name) => Object.hasOwn(oldVolumes, name));
    const claim = volume.ephemeral?.volumeClaimTemplate?.spec;
    const claimPath = `${at}.ephemeral.volumeClaimTemplate.spec.resources`;
    return [
      ...old.map((name) => `${at}.${shownNames[name] ?? name}: ${oldVolumes[name]}`),
      ...fractionWarnings(`${claimPath}.requests`, claim?.resources?.requests),
      ...fractionWarnings(`${claimPath}.limits`, claim?.resources?.limits),
    ];
  });
}

function duplicateWarnings(spec: PodSpec, path: string): string[] {
  const aliases = (spec.hostAliases ?? []).map(({ ip }) => ip ?? "");
  const secrets = (spec.imagePullSecrets ?? []).map(({ name }) => name ?? "");
  return [
    ...repeatedAt(aliases).map(
      (index) => `${path}.hostAliases[${index}].ip: duplicate ip ${quote(aliases[index] ?? "")}`,
    ),
    ...repeatedAt(secrets).map(
      (index) => `${path}.imagePullSecrets[${index}].name: duplicate name ${quote(secrets[index] ?? "")}`,
    ),
    ...secrets.flatMap((name, index) =>
      name === "" ? [`${path}.imagePullSecrets[${index}].name: invalid empty name ${quote(name)}`] : [],
    ),
  ];
}

function repeatedAt(texts: readonly string[]): number[] {
  const seen = new Set<string>();
  return texts.flatMap((text, index) => (seen.size === seen.add(text).size ? [index] : []));
}

function affinityWarnings(spec: PodSpec, path: string): string[] {
  return (["podAffinity", "podAntiAffinity"] as const).flatMap((name) => {
    const affinity = spec.affinity?.[name];
    const required = affinity?.requiredDuringSchedulingIgnoredDuringExecution ?? [];
    const preferred = affinity?.preferredDuringSchedulingIgnoredDuringExecution ?? [];
    const at = `${path}.affinity.${name}`;
    return [
      ...required.flatMap(({ labelSelector }, index) =>
        labelSelector === undefined
          ? [`${at}.requiredDuringSchedulingIgnoredDuringExecution[${index}].labelSelector: ${matchesNothing}`]
          : [],
      ),
      ...preferred.flatMap(({ podAffinityTerm }, index) =>
        podAffinityTerm.labelSelector === undefined
          ? [
              `${at}.preferredDuringSchedulingIgnoredDuringExecution[${index}].podAffinityTerm.labelSelector: ${matchesNothing}`,
            ]
          : [],
      ),
    ];
  });
}
