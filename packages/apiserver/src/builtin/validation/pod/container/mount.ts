import type { StatusCause } from "@kubewright/api";
import type { Container, EphemeralContainer, VolumeDevice, VolumeMount } from "@kubewright/api/core/v1";
import { forbiddenField, invalidField, unresolvedField } from "@kubewright/api/server";
import { checkDescendingPath } from "../../rule/local-path.ts";
import { checkOneOf, checkPresent } from "../../rule/text-rule.ts";
import type { PodScope } from "../pod-scope.ts";

type Mounts = ReadonlyMap<string, string>;

/** Adds what is wrong with where a container has its volumes. `field` is where the container is. */
export function checkMounts(container: Container | EphemeralContainer, field: string, scope: PodScope): void {
  const { volumeMounts = [], volumeDevices = [] } = container;
  const mounts = new Map(volumeMounts.map(({ name, mountPath }) => [name ?? "", mountPath ?? ""]));
  const devices = new Map(volumeDevices.map(({ name, devicePath }) => [name ?? "", devicePath ?? ""]));
  const isPrivileged = container.securityContext?.privileged === true;
  checkVolumeMounts(volumeMounts, devices, isPrivileged, `${field}.volumeMounts`, scope);
  checkVolumeDevices(volumeDevices, mounts, `${field}.volumeDevices`, scope);
}

function checkVolumeMounts(
  mounts: readonly VolumeMount[],
  devices: Mounts,
  isPrivileged: boolean,
  field: string,
  { volumes, causes }: PodScope,
): void {
  const paths = new Set<string>();
  const devicePaths = new Set(devices.values());
  for (const [index, mount] of mounts.entries()) {
    const { name = "", mountPath = "" } = mount;
    const place = `${field}[${index}]`;
    checkPresent(name, `${place}.name`, causes);
    if (!volumes.has(name)) causes.push(unresolvedField(`${place}.name`, name));
    checkPresent(mountPath, `${place}.mountPath`, causes);
    if (paths.has(mountPath)) causes.push(invalidField(`${place}.mountPath`, mountPath, "must be unique"));
    paths.add(mountPath);
    if (devices.has(name)) {
      causes.push(invalidField(`${place}.name`, name, "must not already exist in volumeDevices"));
    }
    if (devicePaths.has(mountPath)) {
      const detail = "must not already exist as a path in volumeDevices";
      causes.push(invalidField(`${place}.mountPath`, mountPath, detail));
    }
    // What is inside an item is said of the list.
    checkInner(mount, isPrivileged, field, place, causes);
  }
}

function checkInner(
  mount: VolumeMount,
  isPrivileged: boolean,
  field: string,
  place: string,
  causes: StatusCause[],
): void {
  const { subPath, subPathExpr, mountPropagation, recursiveReadOnly, readOnly } = mount;
  if (subPath) checkDescendingPath(subPath, `${field}.subPath`, causes);
  if (subPathExpr) {
    if (subPath) {
      const detail = "subPathExpr and subPath are mutually exclusive";
      causes.push(invalidField(`${place}.subPathExpr`, subPathExpr, detail));
    }
    checkDescendingPath(subPathExpr, `${field}.subPathExpr`, causes);
  }
  checkOneOf(mountPropagation, ["Bidirectional", "HostToContainer", "None"], `${field}.mountPropagation`, causes);
  if (mountPropagation === "Bidirectional" && !isPrivileged) {
    const detail = "Bidirectional mount propagation is available only to privileged containers";
    causes.push(forbiddenField(`${field}.mountPropagation`, detail));
  }
  const readOnlyField = `${field}.recursiveReadOnly`;
  checkOneOf(recursiveReadOnly, ["Disabled", "Enabled", "IfPossible"], readOnlyField, causes);
  if (recursiveReadOnly !== "Enabled" && recursiveReadOnly !== "IfPossible") return;
  if (!readOnly) causes.push(forbiddenField(readOnlyField, "may only be specified when readOnly is true"));
  if (mountPropagation !== undefined && mountPropagation !== "None") {
    causes.push(forbiddenField(readOnlyField, "may only be specified when mountPropagation is None or not specified"));
  }
}

function checkVolumeDevices(
  devices: readonly VolumeDevice[],
  mounts: Mounts,
  field: string,
  { volumes, causes }: PodScope,
): void {
  const paths = new Set<string>();
  const names = new Set<string>();
  const mountPaths = new Set(mounts.values());
  for (const [index, { name = "", devicePath = "" }] of devices.entries()) {
    const nameField = `${field}[${index}].name`;
    const pathField = `${field}[${index}].devicePath`;
    const volume = volumes.get(name);
    checkPresent(name, nameField, causes);
    if (names.has(name)) causes.push(invalidField(nameField, name, "must be unique"));
    if (volume === undefined) {
      causes.push(unresolvedField(nameField, name));
    } else if (!volume.persistentVolumeClaim && !volume.ephemeral) {
      const detail = "can only use volume source type of PersistentVolumeClaim or Ephemeral for block mode";
      causes.push(invalidField(nameField, name, detail));
    }
    checkPresent(devicePath, pathField, causes);
    if (paths.has(devicePath)) causes.push(invalidField(pathField, devicePath, "must be unique"));
    if (devicePath.split("/").includes("..")) {
      causes.push(invalidField(pathField, devicePath, "can not contain backsteps ('..')"));
    } else {
      paths.add(devicePath);
    }
    if (mounts.has(name)) causes.push(invalidField(nameField, name, "must not already exist in volumeMounts"));
    if (mountPaths.has(devicePath)) {
      causes.push(invalidField(pathField, devicePath, "must not already exist as a path in volumeMounts"));
    }
    if (name !== "") names.add(name);
  }
}
