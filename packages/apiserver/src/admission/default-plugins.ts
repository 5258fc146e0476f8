import type { Authorizer } from "../auth/authorizer.ts";
import type { Randomness } from "../host.ts";
import type { AdmissionPlugin } from "../resource/admission-plugin.ts";
import type { ObjectStore } from "../storage/object-store.ts";
import { certificateApproval, certificateSigning, certificateSubjectRestriction } from "./plugin/certificate.ts";
import { defaultIngressClass, defaultStorageClass } from "./plugin/default-class.ts";
import { limitRanger } from "./plugin/limit-ranger.ts";
import { namespaceLifecycle } from "./plugin/namespace-lifecycle.ts";
import { priorityAdmission } from "./plugin/priority.ts";
import { runtimeClassAdmission } from "./plugin/runtime-class.ts";
import { serviceAccountAdmission } from "./plugin/service-account.ts";
import { persistentVolumeClaimResize, storageObjectInUseProtection } from "./plugin/storage.ts";
import { defaultTolerationSeconds, taintNodesByCondition } from "./plugin/toleration.ts";

/** What the plugins of a default server work with. */
export interface AdmissionOptions {
  readonly store: ObjectStore;
  readonly authorizer: Authorizer;
  /** A name that begins with `prefix` and ends at random. */
  readonly generateName: (prefix: string, random: Randomness) => string;
  /**
   * Whether pods get service accounts and tokens, as in a cluster. Without a controller that makes the accounts, no pod can be created in
   * a namespace before its `default` service account is.
   */
  readonly serviceAccounts: boolean;
}

/** The plugins of a default server, in its order. */
export function defaultPlugins(options: AdmissionOptions): AdmissionPlugin[] {
  const { store, authorizer, generateName, serviceAccounts } = options;
  return [
    namespaceLifecycle(store),
    limitRanger(store),
    ...(serviceAccounts ? [serviceAccountAdmission(store, generateName)] : []),
    taintNodesByCondition,
    priorityAdmission(store),
    defaultTolerationSeconds,
    defaultStorageClass(store),
    storageObjectInUseProtection,
    persistentVolumeClaimResize(store),
    runtimeClassAdmission(store),
    certificateApproval(authorizer),
    certificateSigning(authorizer),
    certificateSubjectRestriction,
    defaultIngressClass(store),
  ];
}
