import { type CustomResource, defineKind, type Kind } from "@kubewright/api";

interface BackupSpec {
  target: string;
}

/** Its type has another name than its constant. */
export type BackupObject = CustomResource<BackupSpec>;
export const Backup: Kind<BackupObject> = defineKind<BackupObject>({
  group: "cache.example.com",
  version: "v1alpha1",
  kind: "Backup",
});
