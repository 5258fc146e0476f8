import { Quantity, type StatusCause, validateDns1123Subdomain } from "@kubewright/api";
import type {
  ConfigMapVolumeSource,
  CSIVolumeSource,
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

type Source<Name extends SourceName> = NonNullable<Volume[Name]>;
type Check<Name extends SourceName> = (
  source: Source<Name>,
  field: string,
  causes: StatusCause[],
  isPod: boolean,
) => void;

/** How a source is checked, and what it is called in messages where that is not its name. */
export interface SourceRule {
  readonly member: SourceName;
  /** Where causes of its members are. */
  readonly shown?: string;
  /** Where it is when there is another source before it. */
  readonly refused?: string;
  check(source: never, field: string, causes: StatusCause[], isPod: boolean): void;
}
